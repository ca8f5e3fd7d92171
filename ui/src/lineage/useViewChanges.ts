/** Everything that can be done in the lineage view. Each of it is another URL. */
import { useCallback, useMemo } from "react";
import { go, withQuery } from "../address/location";
import type { Side } from "../graph/context";
import { type Drawing, edgeKey } from "../graph/drawing";
import type { FieldRef } from "../graph/lighting";
import { type View, around, expanded, writeView } from "./view";

export type ChangeView = (change: Partial<View>) => void;

export interface ViewChanges {
  change: ChangeView;
  onSelect: (node: string | null) => void;
  /** Puts another node at the centre. */
  onOpen: (node: string) => void;
  /** Shows what is hidden on a side of a node, or hides it again. */
  onExpand: (node: string, side: Side) => void;
  onPinField: (field: FieldRef | null) => void;
  onSelectEdge: (key: string) => void;
  /** Shows another moment; null is now. */
  onMove: (at: string | null) => void;
  /** Compares the moment shown with another; null ends the comparison. */
  onCompare: (from: string | null) => void;
}

/** The functions stay the same as long as view and drawing do, so that nodes are not drawn again for nothing. */
export function useViewChanges(view: View, drawing: Drawing): ViewChanges {
  const change: ChangeView = useCallback((next) => go(withQuery("/lineage", writeView({ ...view, ...next }))), [view]);
  const onSelectEdge = useCallback(
    (key: string) => {
      const edge = drawing.edges.find((one) => edgeKey(one) === key);
      if (edge) change({ edge: { origin: edge.origin, destination: edge.destination }, selected: null });
    },
    [change, drawing],
  );
  const others = useMemo(
    () => ({
      onSelect: (selected: string | null) => change({ selected, edge: null }),
      onOpen: (node: string) => change(around(view, node)),
      onExpand: (node: string, side: Side) => change(expanded(view, node, side)),
      onPinField: (field: FieldRef | null) => change({ field }),
      // The slider calls only once it rests, so each moment that was looked at is a step of the browser's history.
      onMove: (at: string | null) => change({ at }),
      onCompare: (from: string | null) => change({ from }),
    }),
    [change, view],
  );
  return { change, onSelectEdge, ...others };
}
