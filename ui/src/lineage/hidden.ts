/** How much of a graph is not shown. */
import type { Schemas } from "../api/client";
import type { Direction, View } from "./view";

export interface Hidden {
  count: number;
  /** Whether `count` is only the smallest possible number. */
  atLeast: boolean;
}

type Neighbours = Pick<Schemas["GraphNode"], "hiddenUpstream" | "hiddenDownstream">;

/**
 * What the server says to come next is what its walk from the start has not reached. Of nodes that were expanded it is
 * only known how many neighbours each has beside those shown, and they may be the same ones: the largest number counts.
 */
export function hiddenOf(view: View, truncated: Schemas["Truncated"] | null, nodes: readonly Neighbours[]): Hidden {
  const next = truncated?.hidden ?? 0;
  if (view.component || view.from !== null || (view.up.length === 0 && view.down.length === 0))
    return { count: next, atLeast: false };
  return { count: nodes.reduce((most, node) => Math.max(most, besides(node, view.direction)), next), atLeast: true };
}

function besides(node: Neighbours, direction: Direction): number {
  if (direction === "upstream") return node.hiddenUpstream;
  if (direction === "downstream") return node.hiddenDownstream;
  return Math.max(node.hiddenUpstream, node.hiddenDownstream);
}

/** `12 more`, `at least 12 more`; nothing where all is shown. */
export function inWords({ count, atLeast }: Hidden): string | null {
  if (count === 0) return null;
  return `${atLeast ? "at least " : ""}${count.toLocaleString("en")} more`;
}
