/** A graph as it is drawn: the one shape that lineage, runs and contracts are brought into. */

export type Change = "same" | "added" | "removed" | "changed";

export type Tone = "good" | "bad" | "warn" | "busy" | "accent" | "job" | "plain";

/** A short word that says something special about a node, such as that it was dropped. */
export interface Mark {
  word: string;
  tone: Tone;
  /** What the word means, for people who meet it for the first time. */
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
  /** Where it lies, in small print below the title. */
  place: string;
  /** The whole name, for tooltips and screen readers. */
  label: string;
  platform: string;
  kind: string | null;
  state: string | null;
  marks: readonly Mark[];
  /** The columns, which are rows inside the node; null where the view shows none. */
  fields: readonly DrawnField[] | null;
  change: Change;
  /** How many neighbours are not drawn, on either side. */
  hiddenUpstream: number;
  hiddenDownstream: number;
  isStart: boolean;
}

export interface DrawnEdge {
  origin: string;
  destination: string;
  /** What the edge rests on: listed, explicit, column or control. For an edge of a run, the type of that edge. */
  basis: string;
  change: Change;
}

export interface DrawnColumnEdge {
  origin: string;
  originField: string | null;
  destination: string;
  destinationField: string | null;
  /** Whether the values are hidden on their way, for example hashed. */
  masking: boolean;
  /** How the one column is derived from the other, in words. */
  how: string;
  change: Change;
}

export interface Drawing {
  /** What is looked at. A drawing of another scene is framed anew; one of the same scene stays where it is. */
  scene: string;
  nodes: readonly DrawnNode[];
  edges: readonly DrawnEdge[];
  columns: readonly DrawnColumnEdge[];
}

export const NOTHING: Drawing = { scene: "", nodes: [], edges: [], columns: [] };

/** Tells an edge from all others of its drawing: two nodes may have an edge of data and one of control. */
export function edgeKey(edge: { origin: string; destination: string; basis?: string }): string {
  return `${edge.origin} → ${edge.destination}${edge.basis === "control" ? " (control)" : ""}`;
}
