/** What a change reaches, as a drawing: the graph beyond the start, as far as it is reached, and the contracts on it. */
import type { Schemas } from "../api/client";
import { platform, spoken } from "../address/nodes";
import type { DrawnEdge, DrawnNode, Drawing } from "../graph/drawing";
import { MARKS } from "../graph/marks";
import { drawColumn, drawNode } from "./lineage";

/** A job, dataset, column or contract, as far as it is drawn. */
export interface ImpactPart {
  id: string;
  type: Schemas["ImpactNode"]["type"];
  certainty: "certain" | "possible";
  namespace: string;
  name: string;
  field: string | null;
  path: readonly string[];
}

export interface ImpactStart {
  id: string;
  /** The job, dataset or contract; of a column, its dataset. */
  whole: string;
  type: "JOB" | "DATASET" | "CONTRACT";
  namespace: string;
  name: string;
  field: string | null;
}

/** `lineage` has what else is known of the jobs and datasets, where it could be asked for. */
export function drawImpact(
  start: ImpactStart,
  parts: readonly ImpactPart[],
  lineage: Schemas["LineageAnswer"] | null,
): Drawing {
  const columns = columnsOf(start, parts);
  const known = new Map((lineage?.graph ?? []).map((node) => [node.id, node]));
  const shown = { scene: `${start.whole} ${start.field ?? ""}`, columns: start.field !== null, start: start.whole };
  const draw = (part: Pick<ImpactPart, "id" | "type" | "namespace" | "name">): DrawnNode => {
    const node = known.get(part.id);
    const drawn = node ? drawNode(node, shown) : plainNode(part);
    const fields = drawn.fields?.filter((field) => columns.get(part.id)?.has(field.name)) ?? null;
    return { ...drawn, fields, hiddenUpstream: 0, hiddenDownstream: 0, isStart: part.id === start.whole };
  };
  const whole = wholesOf(start, parts);
  const wholes = parts
    .filter((part) => part.type !== "DATASET_FIELD" && part.id !== start.whole)
    .map((part) => ({ ...part, path: part.path.map((id) => whole.get(id) ?? id) }));
  const nodes = [
    draw({ ...start, id: start.whole }),
    ...wholes.map((part) => {
      const drawn = draw(part);
      return part.certainty === "possible" ? { ...drawn, marks: [MARKS.possible, ...drawn.marks] } : drawn;
    }),
  ];
  const ids = new Set(nodes.map((node) => node.id));
  const isShown = (edge: { origin: string; destination: string }) => ids.has(edge.origin) && ids.has(edge.destination);
  const flows = [...known.values()].flatMap((node) => node.outEdges).filter(isShown);
  return {
    scene: shown.scene,
    nodes,
    edges: withPaths(flows, wholes).filter(isShown),
    columns: (lineage?.columns ?? [])
      .filter(
        (link) => has(columns, link.origin, link.originField) && has(columns, link.destination, link.destinationField),
      )
      .map((link) => drawColumn(link)),
  };
}

/** The columns that are reached, by the ids of their datasets. */
function columnsOf(start: ImpactStart, parts: readonly ImpactPart[]): Map<string, Set<string>> {
  const whole = wholesOf(start, parts);
  const found = new Map<string, Set<string>>();
  for (const { id, field } of [start, ...parts]) {
    const dataset = whole.get(id);
    if (field === null || dataset === undefined) continue;
    found.set(dataset, (found.get(dataset) ?? new Set()).add(field));
  }
  return found;
}

/** The ids of the datasets of columns, by the ids of the columns. */
function wholesOf(start: ImpactStart, parts: readonly ImpactPart[]): Map<string, string> {
  const datasets = new Map(parts.filter((part) => part.type === "DATASET").map((part) => [nameOf(part), part.id]));
  datasets.set(nameOf(start), start.whole);
  const columns = [start, ...parts].filter((part) => part.field !== null);
  return new Map(columns.map((part) => [part.id, datasets.get(nameOf(part)) ?? part.id]));
}

function nameOf(part: { namespace: string; name: string }): string {
  return `${part.namespace}\n${part.name}`;
}

function has(columns: ReadonlyMap<string, ReadonlySet<string>>, dataset: string, field: string | null): boolean {
  return field !== null && (columns.get(dataset)?.has(field) ?? false);
}

/** Contracts are reached by their paths alone, and so is all that lies behind a contract. */
function withPaths(
  flows: readonly { origin: string; destination: string; basis: string }[],
  parts: readonly ImpactPart[],
): DrawnEdge[] {
  const edges: DrawnEdge[] = flows.map((edge) => ({ ...edge, change: "same" }));
  const drawn = new Set(edges.map((edge) => `${edge.origin}\n${edge.destination}`));
  for (const part of parts) {
    part.path.slice(1).forEach((destination, index) => {
      const origin = part.path[index] ?? "";
      if (drawn.has(`${origin}\n${destination}`)) return;
      drawn.add(`${origin}\n${destination}`);
      edges.push({ origin, destination, basis: "listed", change: "same" });
    });
  }
  return edges;
}

function plainNode(part: Pick<ImpactPart, "id" | "type" | "namespace" | "name">): DrawnNode {
  const { title, place } = spoken(part.name);
  const isContract = part.type === "CONTRACT";
  return {
    id: part.id,
    type: part.type === "DATASET_FIELD" ? "DATASET" : part.type,
    title: isContract ? part.name : title,
    place: isContract ? "contract" : [platform(part.namespace), place].filter(Boolean).join(" · "),
    label: `${isContract ? "Contract" : part.type === "JOB" ? "Job" : "Dataset"} ${part.name}`,
    name: part.name,
    namespace: part.namespace,
    platform: platform(part.namespace),
    tags: [],
    kind: null,
    state: null,
    marks: [],
    fields: null,
    change: "same",
    hiddenUpstream: 0,
    hiddenDownstream: 0,
    isStart: false,
  };
}
