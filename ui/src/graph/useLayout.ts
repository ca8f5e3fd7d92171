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

// The engine is loaded with this module, before anything is rendered, so that it is there by the time that a drawing is.
warmUp();

/** A drawing with its layout; while a newer one is laid out, it is still the one before. */
export function useLayout(drawing: Drawing | null): LaidOut {
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
