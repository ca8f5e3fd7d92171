/** Which node an arrow key leads to. */
import type { Drawing } from "./drawing";
import type { Box, Layout } from "../layers/shapes";

export type Arrow = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

export function isArrow(key: string): key is Arrow {
  return key.startsWith("Arrow");
}

/** Left and right follow edges; up and down lead to the nearest node above or below. */
export function neighbour(drawing: Drawing, layout: Layout, from: string, arrow: Arrow): string | null {
  const here = layout.boxes.get(from);
  if (!here) return null;
  if (arrow === "ArrowLeft" || arrow === "ArrowRight") {
    const ends = drawing.edges
      .filter((edge) => (arrow === "ArrowLeft" ? edge.destination : edge.origin) === from)
      .map((edge) => (arrow === "ArrowLeft" ? edge.origin : edge.destination));
    return nearest(layout, here, ends, () => true);
  }
  const centre = here.x + here.width / 2;
  return nearest(layout, here, [...layout.boxes.keys()], (box) => {
    const sameColumn = box.x < centre && box.x + box.width > centre;
    return sameColumn && (arrow === "ArrowUp" ? box.y < here.y : box.y > here.y);
  });
}

function nearest(layout: Layout, here: Box, ids: readonly string[], fits: (box: Box) => boolean): string | null {
  let best: string | null = null;
  let least = Infinity;
  for (const id of ids) {
    const box = layout.boxes.get(id);
    if (!box || !fits(box)) continue;
    const distance = Math.abs(box.y + box.height / 2 - here.y - here.height / 2);
    if (distance < least) {
      least = distance;
      best = id;
    }
  }
  return best;
}
