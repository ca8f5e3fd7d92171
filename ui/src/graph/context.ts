/**
 * What all nodes of a graph share.
 *
 * It is given to them as React contexts: when it changes, the nodes are drawn again, but not the graph around them.
 */
import { createContext, type KeyboardEvent } from "react";
import type { FieldRef, Lit } from "./lighting";

export type Side = "upstream" | "downstream";

/** Tells a side of a node from all others. */
export function sideKey(node: string, side: Side): string {
  return `${side} ${node}`;
}

export interface Actions {
  onSelect: (node: string) => void;
  onOpen: (node: string) => void;
  /** Shows what is hidden on a side of a node, or hides it again. */
  onExpand: (node: string, side: Side) => void;
  onHoverField: (field: FieldRef | null) => void;
  onPinField: (field: FieldRef | null) => void;
  onKey: (event: KeyboardEvent, node: string) => void;
  /** For keys that are pressed on an edge, which is known by its key. */
  onEdgeKey: (event: KeyboardEvent, edge: string) => void;
}

export interface Shared {
  lit: Lit | null;
  path: ReadonlySet<string> | null;
  selected: string | null;
  /** The nodes that a search has found. */
  found: ReadonlySet<string>;
  /** The sides whose neighbours are shown because somebody asked for them, by their keys. */
  expanded: ReadonlySet<string>;
  /** The key of the column whose path stays lit. */
  pinned: string | null;
  /** The one node that the Tab key leads to. */
  focusable: string | null;
  fieldChanges: ReadonlyMap<string, string>;
}

const nothing = (): void => undefined;

export const GraphActions = createContext<Actions>({
  onSelect: nothing,
  onOpen: nothing,
  onExpand: nothing,
  onHoverField: nothing,
  onPinField: nothing,
  onKey: nothing,
  onEdgeKey: nothing,
});

export const GraphState = createContext<Shared>({
  lit: null,
  path: null,
  selected: null,
  found: new Set(),
  expanded: new Set(),
  pinned: null,
  focusable: null,
  fieldChanges: new Map(),
});
