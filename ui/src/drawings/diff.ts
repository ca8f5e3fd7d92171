/** Two moments on one drawing: what was added, what changed, and ghosts of what is gone. */
import type { Schemas } from "../api/client";
import type { Change, DrawnColumnEdge, Drawing } from "../graph/drawing";
import { fieldKey } from "../graph/lighting";
import { type GraphNode, type Shown, drawColumn, drawNode } from "./lineage";

export type Diff = Schemas["GraphDiffAnswer"];

/** A node as it is at the later moment, or, where it is gone by then, as it was. */
export function asNode(node: Schemas["DiffNode"]): GraphNode | null {
  const data = node.after ?? node.before;
  if (!data) return null;
  return { id: node.id, type: node.type, data, inEdges: [], outEdges: [], hiddenUpstream: 0, hiddenDownstream: 0 };
}

export type ColumnLink = Schemas["ColumnLink"];

/** `before` and `after` are the column edges of the two moments, as far as they are known. */
export function drawDiff(
  diff: Diff,
  shown: Shown,
  before: readonly ColumnLink[] = [],
  after: readonly ColumnLink[] = [],
): Drawing {
  return {
    scene: shown.scene,
    nodes: diff.graph.flatMap((node) => {
      const found = asNode(node);
      if (!found) return [];
      const drawn = drawNode(found, shown, node.change);
      return [drawn.fields ? { ...drawn, fields: withRemoved(node, drawn.fields) } : drawn];
    }),
    edges: diff.graph.flatMap((node) => node.outEdges),
    columns: drawColumns(diff, before, after),
  };
}

/** Each column edge once: as it is at the later moment, or, where it is gone by then, as it was. */
function drawColumns(diff: Diff, before: readonly ColumnLink[], after: readonly ColumnLink[]): DrawnColumnEdge[] {
  const nodes = new Map(diff.graph.map((node) => [node.id, node]));
  const changes = new Map<string, Change>();
  for (const { columns } of diff.changes) {
    for (const { origin, destination, change } of columns) changes.set(`${origin}\n${destination}`, change);
  }
  const found = new Map<string, DrawnColumnEdge>();
  for (const link of [...after, ...before]) {
    const origin = nodes.get(link.origin);
    const destination = nodes.get(link.destination);
    if (!origin || !destination) continue;
    const key = `${placeOf(origin, link.originField)}\n${placeOf(destination, link.destinationField)}`;
    // All column edges of a dataset that is new are new, and of one that is gone, gone.
    const whole = destination.change === "added" || destination.change === "removed" ? destination.change : null;
    if (!found.has(key)) found.set(key, drawColumn(link, whole ?? changes.get(key) ?? "same"));
  }
  return [...found.values()];
}

/** The id of a column, or of the dataset as a whole, as the list of changes has it. */
function placeOf(node: Schemas["DiffNode"], field: string | null): string {
  const { namespace, name } = (node.after ?? node.before)?.id ?? { namespace: "", name: "" };
  return field === null ? `dataset:${namespace}:${name}` : `datasetField:${namespace}:${name}:${field}`;
}

/** The columns of both moments; those that are gone come last. */
function withRemoved(node: Schemas["DiffNode"], now: readonly { name: string; type: string | null }[]) {
  const names = new Set(now.map((field) => field.name));
  return [...now, ...(node.before?.fields ?? []).filter((field) => !names.has(field.name))];
}

/** How columns changed, by their keys; those that did not are left out. */
export function fieldChanges(diff: Diff): Map<string, string> {
  const found = new Map<string, string>();
  for (const { id, schema } of diff.changes) {
    for (const field of schema?.added ?? []) found.set(fieldKey(id, field.name), "added");
    for (const field of schema?.removed ?? []) found.set(fieldKey(id, field.name), "removed");
    for (const field of schema?.retyped ?? []) found.set(fieldKey(id, field.name), "changed");
  }
  return found;
}

export interface Tally {
  added: number;
  removed: number;
  changed: number;
}

export function tally(diff: Diff): Tally {
  const count = (change: string) => diff.graph.filter((node) => node.change === change).length;
  return { added: count("added"), removed: count("removed"), changed: count("changed") };
}
