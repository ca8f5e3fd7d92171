/** What the legend says of each kind of graph: its shapes, its lines and its marks. */
import type { Drawing, DrawnNode, Mark } from "./drawing";
import { CONTRACT_MARKS, MARKS, VERSION_MARKS } from "./marks";

export interface LegendPart {
  /** The nodes that it explains, each in words. */
  shapes: readonly [DrawnNode["type"], string][];
  /** The lines by their classes, each in words. */
  lines: readonly [string, string][];
  marks: readonly Mark[];
  /** Whether nodes have the state of a run, and whether they have the rows of their last writes. */
  hasStates: boolean;
  hasRows: boolean;
}

const LINEAGE: LegendPart = {
  shapes: [
    ["DATASET", "Dataset: a table, view, file or stream"],
    ["JOB", "Job, with the state of its last run"],
  ],
  lines: [
    ["listed", "Read or written, as runs say"],
    ["explicit", "Stated as lineage, or by column lineage alone"],
    ["control", "One job waits for the other"],
    ["on-path", "On the way to what is selected"],
    ["column-line", "One column is derived from another"],
    ["possible-line", "May use the column: nobody says which columns it uses"],
  ],
  marks: Object.values(MARKS),
  hasStates: true,
  hasRows: true,
};

const RUNS: LegendPart = {
  shapes: [
    ["RUN", "Run, with its state"],
    ["DATASET_VERSION", "Dataset, as it was since the moment that is told"],
  ],
  lines: [
    ["listed", "Read or written by the run"],
    ["follows", "The version before, of the same dataset"],
    ["on-path", "On the way to the cause that is chosen"],
  ],
  marks: [...Object.values(VERSION_MARKS), MARKS.endAssumed],
  hasStates: true,
  hasRows: false,
};

const CONTRACTS: LegendPart = {
  shapes: [
    ["CONTRACT", "Contract: what is promised of datasets"],
    ["PRODUCT", "Product: contracts that belong together"],
  ],
  lines: [
    ["listed", "Declared as an input"],
    ["explicit", "An input of a whole product: nobody says which of its contracts depends on it"],
  ],
  marks: Object.values(CONTRACT_MARKS),
  hasStates: false,
  hasRows: false,
};

/** What explains a drawing; the contracts that an impact ends with are explained beside jobs and datasets. */
export function legendsOf({ nodes }: Drawing): LegendPart[] {
  const types = new Set(nodes.map((node) => node.type));
  const found = [LINEAGE, RUNS, CONTRACTS].filter(({ shapes }) => shapes.some(([type]) => types.has(type)));
  return found.length > 0 ? found : [LINEAGE];
}
