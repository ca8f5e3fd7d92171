/** A graph as it is drawn: the one shape that lineage, runs and contracts are brought into. */

export type Change = "same" | "added" | "removed" | "changed";
export type Tone = "good" | "bad" | "warn" | "busy" | "accent" | "job" | "plain";

export interface Mark {
  word: string;
  tone: Tone;
  /** What it means, for who has not met it. */
  meaning?: string;
}

export interface DrawnField {
  name: string;
  type: string | null;
}

export interface DrawnNode {
  id: string;
  type: "DATASET" | "JOB" | "RUN" | "DATASET_VERSION" | "CONTRACT" | "PRODUCT";
  title: string;
  /** What stands in small print below the title. */
  place: string;
  /** The whole name, for tooltips and screen readers. */
  label: string;
  platform: string;
  kind: string | null;
  state: string | null;
  marks: readonly Mark[];
  /** Shown as rows inside the node; null where columns are not shown. */
  fields: readonly DrawnField[] | null;
  change: Change;
  hiddenUpstream: number;
  hiddenDownstream: number;
  isStart: boolean;
}

export interface DrawnEdge {
  origin: string;
  destination: string;
  /** listed, explicit, column, control; or the type of a run edge. */
  basis: string;
  change: Change;
}

export interface DrawnColumnEdge {
  origin: string;
  originField: string | null;
  destination: string;
  destinationField: string | null;
  masking: boolean;
  how: string;
  change: Change;
}

export interface Drawing {
  /** A drawing of another scene is framed anew; of the same one the view stays where it is. */
  scene: string;
  nodes: readonly DrawnNode[];
  edges: readonly DrawnEdge[];
  columns: readonly DrawnColumnEdge[];
}

export const NOTHING: Drawing = { scene: "", nodes: [], edges: [], columns: [] };

export function edgeKey(edge: { origin: string; destination: string; basis?: string }): string {
  return `${edge.origin} → ${edge.destination}${edge.basis === "control" ? " (control)" : ""}`;
}
