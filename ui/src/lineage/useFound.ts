import { useDeferredValue, useMemo } from "react";
import type { Drawing } from "../graph/drawing";
import { selectNodes } from "../graph/select";

/** The nodes that have a text in their name or in that of a column, or that an expression chooses. */
export function useFound(drawing: Drawing, text: string): ReadonlySet<string> {
  const wanted = useDeferredValue(text);
  return useMemo(() => selectNodes(drawing, wanted), [drawing, wanted]);
}
