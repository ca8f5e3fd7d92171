import { useEffect, useState } from "react";
import { type Drawing, NOTHING } from "./drawing";
import { layOut } from "./elk";
import { type Layout, NO_LAYOUT } from "./layout";

export interface LaidOut {
  drawing: Drawing;
  layout: Layout;
  /** Whether a newer drawing is still being laid out. */
  pending: boolean;
}

/** A drawing with its layout; while a newer one is laid out, the one before. */
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
