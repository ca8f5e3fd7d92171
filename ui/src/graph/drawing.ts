/** A graph as it is drawn: the one shape that lineage, runs and contracts are brought into. */

import type { Tag } from "../design/tags";

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

/** How a node does: what its line below the head says, and what is told on hover. */
export interface DrawnVitals {
  /** When it was last written or completed, in few letters; empty where it never was. */
  when: string;
  /** The rows of the last writes, the latest last. */
  rows: readonly number[];
  owners: readonly string[];
  /** Owners, rhythm and tests, in words. */
  details: readonly string[];
}

export interface DrawnNode {
  id: string;
  type: "DATASET" | "JOB" | "RUN" | "DATASET_VERSION" | "CONTRACT" | "PRODUCT";
  title: string;
  /** Where it lies, in small print below the title. */
  place: string;
  /** The whole name, for tooltips and screen readers. */
  label: string;
  /** The name as the server has it, in its namespace. */
  name: string;
  namespace: string;
  platform: string;
  tags: readonly Tag[];
  kind: string | null;
  state: string | null;
  marks: readonly Mark[];
  /** Left out where the view does not ask for it. */
  vitals?: DrawnVitals;
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
