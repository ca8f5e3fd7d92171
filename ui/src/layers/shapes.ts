/** What is laid out, and where it lies in the end. */

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

export interface Item {
  id: string;
  width: number;
  height: number;
  /** How far below its top lines end and begin. */
  port: number;
}

export interface Link {
  key: string;
  origin: string;
  destination: string;
}

export interface Layout {
  boxes: ReadonlyMap<string, Box>;
  /** The points that each line runs through, by the key of its link. */
  courses: ReadonlyMap<string, readonly Point[]>;
  bounds: Box;
}

export const NO_LAYOUT: Layout = {
  boxes: new Map(),
  courses: new Map(),
  bounds: { x: 0, y: 0, width: 0, height: 0 },
};

export function boundsOf(boxes: readonly Box[]): Box {
  if (boxes.length === 0) return NO_LAYOUT.bounds;
  const left = Math.min(...boxes.map((box) => box.x));
  const top = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x: left, y: top, width: right - left, height: bottom - top };
}
