import { useMemo, useState } from "react";
import type { Layout } from "../layers/shapes";
import { type Drawing, NOTHING } from "./drawing";
import { layOut } from "./layout";

export interface LaidOut {
  drawing: Drawing;
  layout: Layout;
}

/** A drawing with its layout; while the next one is not there yet, it is still the one before. */
export function useLayout(drawing: Drawing | null): LaidOut {
  const [shown, setShown] = useState(NOTHING);
  if (drawing && drawing !== shown) setShown(drawing);
  const layout = useMemo(() => layOut(shown), [shown]);
  return { drawing: shown, layout };
}
