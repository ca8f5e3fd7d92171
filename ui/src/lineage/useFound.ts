import { useDeferredValue, useMemo } from "react";
import type { Drawing } from "../graph/drawing";

/** The nodes that have a text in their name, or in the name of one of their columns. */
export function useFound(drawing: Drawing, text: string): ReadonlySet<string> {
  const wanted = useDeferredValue(text).trim().toLowerCase();
  return useMemo(() => {
    if (!wanted) return new Set<string>();
    const fits = drawing.nodes.filter(
      (node) =>
        node.label.toLowerCase().includes(wanted) ||
        (node.fields ?? []).some((field) => field.name.toLowerCase().includes(wanted)),
    );
    return new Set(fits.map((node) => node.id));
  }, [drawing, wanted]);
}
