/** Which paths through a graph are pointed out. */
import { useMemo, useState } from "react";
import type { Drawing } from "./drawing";
import { type FieldRef, type Lit, lightColumn, lightNode } from "./lighting";

export interface Paths {
  /** The path of the column that is pinned, or else of the one under the pointer; all else is dimmed. */
  lit: Lit | null;
  /** The nodes of a path that is marked, while nothing is dimmed. */
  path: ReadonlySet<string> | null;
  onHoverField: (field: FieldRef | null) => void;
}

/** The path that is marked is `highlight`, where one is given, or else the selected node's own. */
export function usePaths(
  drawing: Drawing,
  pinned: FieldRef | null,
  selected: string | null,
  highlight: ReadonlySet<string> | null,
): Paths {
  const [hovered, setHovered] = useState<FieldRef | null>(null);
  const field = pinned ?? hovered;
  const lit = useMemo(() => (field ? lightColumn(drawing, field) : null), [drawing, field]);
  const path = useMemo(
    () => highlight ?? (selected && !lit ? lightNode(drawing, selected) : null),
    [drawing, selected, lit, highlight],
  );
  return { lit, path, onHoverField: setHovered };
}
