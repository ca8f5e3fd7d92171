/** Which part of a graph is seen, and how large: what the camera works with. */
import type { Box, Point } from "../layers/shapes";

/** Whether all of a box is seen in a pane of this size; the view is that of React Flow. */
export function isInside(box: Box, [x, y, zoom]: [number, number, number], { width, height, head }: Pane): boolean {
  const left = box.x * zoom + x;
  const top = box.y * zoom + y;
  return left > 0 && top > head && left + box.width * zoom < width && top + box.height * zoom < height;
}

export interface Viewport extends Point {
  zoom: number;
}

/** From this zoom on all of a node is shown, at a size that can be read. */
export const READABLE = 0.9;
/** From this zoom on names can be read, as they are written larger; see `distance.css`. */
export const LEGIBLE = 0.5;
/** No text of a graph is smaller on the screen than this, in pixels, unless the graph is zoomed out further. */
export const SMALLEST_TEXT = 11;

const MARGIN = 20;
/** The row of buttons below a graph, which would cover nodes otherwise. */
const FOOT = 24;

export interface Pane {
  width: number;
  height: number;
  /** How far from its top notes reach, which would cover nodes. */
  head: number;
}

/** What is seen first: all of a graph whose names can be read then, or else its start, with all there is to read. */
export function frame(bounds: Box, { width, height, head }: Pane, start: Box | undefined, whole = false): Viewport {
  const pane = { width, height: height - FOOT - head };
  const below = (view: Viewport): Viewport => ({ ...view, y: view.y + head });
  const fit = Math.min(
    (pane.width - 2 * MARGIN) / Math.max(bounds.width, 1),
    (pane.height - 2 * MARGIN) / Math.max(bounds.height, 1),
    1.1,
  );
  if (whole || fit >= LEGIBLE) return below(centred(bounds, pane, Math.max(fit, 0.02)));
  const zoom = start ? READABLE : LEGIBLE;
  return below(filled(centred(start ?? bounds, pane, zoom), bounds, pane));
}

/** The part of a pane in which nothing covers nodes. */
type Free = Pick<Pane, "width" | "height">;

function centred(box: Box, pane: Free, zoom: number): Viewport {
  return {
    zoom,
    x: pane.width / 2 - (box.x + box.width / 2) * zoom,
    y: pane.height / 2 - (box.y + box.height / 2) * zoom,
  };
}

/** Leaves no room empty on one side while the graph runs out of the pane on the other. */
function filled(view: Viewport, bounds: Box, pane: Free): Viewport {
  const { zoom } = view;
  return {
    zoom,
    x: pulled(view.x, bounds.x * zoom, bounds.width * zoom, pane.width),
    y: pulled(view.y, bounds.y * zoom, bounds.height * zoom, pane.height),
  };
}

function pulled(at: number, low: number, length: number, room: number): number {
  if (length <= room - 2 * MARGIN) return room / 2 - low - length / 2;
  return Math.min(Math.max(at, room - MARGIN - low - length), MARGIN - low);
}
