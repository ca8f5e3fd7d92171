/** Two moments on one drawing: what was added, what changed, and ghosts of what is gone. */
import type { Schemas } from "../api/client";
import type { Drawing } from "../graph/drawing";
import { fieldKey } from "../graph/lighting";
import { type GraphNode, type Shown, drawNode } from "./drawn";

export type Diff = Schemas["GraphDiffAnswer"];

/** A node as it is now; of one that is gone, as it was. */
export function asNode(node: Schemas["DiffNode"]): GraphNode | null {
  const data = node.after ?? node.before;
  if (!data) return null;
  return { id: node.id, type: node.type, data, inEdges: [], outEdges: [], hiddenUpstream: 0, hiddenDownstream: 0 };
}

export function drawDiff(diff: Diff, shown: Shown): Drawing {
  return {
    scene: shown.scene,
    nodes: diff.graph.flatMap((node) => {
      const found = asNode(node);
      if (!found) return [];
      const drawn = drawNode(found, shown, node.change);
      return [drawn.fields ? { ...drawn, fields: withRemoved(node, drawn.fields) } : drawn];
    }),
    edges: diff.graph.flatMap((node) => node.outEdges),
    columns: [],
  };
}

/** The fields of both moments: those that are gone stand below. */
function withRemoved(node: Schemas["DiffNode"], now: readonly { name: string; type: string | null }[]) {
  const names = new Set(now.map((field) => field.name));
  return [...now, ...(node.before?.fields ?? []).filter((field) => !names.has(field.name))];
}

/** How each field changed that did, by its key. */
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
