import { useEffect, useState } from "react";
import { type Drawing, NOTHING } from "./drawing";
import { layOut, warmUp } from "./elk";
import { type Layout, NO_LAYOUT } from "./layout";

export interface LaidOut {
  drawing: Drawing;
  layout: Layout;
  /** Whether a newer drawing is still being laid out. */
  pending: boolean;
}

/**
 * A drawing with its layout; while a newer one is laid out, it is still the one before.
 *
 * The layout engine is loaded at once, so that it is there by the time that a drawing is.
 */
export function useLayout(drawing: Drawing | null): LaidOut {
  useEffect(warmUp, []);
  const [done, setDone] = useState({ drawing: NOTHING, layout: NO_LAYOUT });
  useEffect(() => {
    if (!drawing) return;
    let wanted = true;
    void layOut(drawing).then((layout) => {
      if (wanted) setDone({ drawing, layout });
    });
    return () => {
      wanted = false;
    };
  }, [drawing]);
  return { ...done, pending: drawing !== null && done.drawing !== drawing };
}
