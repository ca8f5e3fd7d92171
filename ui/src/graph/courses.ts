/** The lines of edges, as SVG paths. */
import type { DrawnColumnEdge, DrawnNode } from "./drawing";
import type { Box, Point } from "../layers/shapes";
import { fieldOffset } from "./sizes";

/** A line with rounded corners. */
export function rounded(points: readonly Point[], radius = 9): string {
  const [first, ...rest] = points;
  if (!first) return "";
  let path = `M${round(first.x)} ${round(first.y)}`;
  let before = first;
  rest.forEach((corner, index) => {
    const after = rest[index + 1];
    if (!after) {
      path += `L${round(corner.x)} ${round(corner.y)}`;
      return;
    }
    const reach = Math.min(radius, distance(before, corner) / 2, distance(corner, after) / 2);
    const enter = towards(corner, before, reach);
    const leave = towards(corner, after, reach);
    path += `L${round(enter.x)} ${round(enter.y)}Q${round(corner.x)} ${round(corner.y)} ${round(leave.x)} ${round(leave.y)}`;
    before = corner;
  });
  return path;
}

/** A curve from the row of one column to that of another. */
export function columnCourse(
  edge: DrawnColumnEdge,
  nodes: ReadonlyMap<string, DrawnNode>,
  boxes: ReadonlyMap<string, Box>,
): string {
  const from = boxes.get(edge.origin);
  const to = boxes.get(edge.destination);
  const origin = nodes.get(edge.origin);
  const destination = nodes.get(edge.destination);
  if (!from || !to || !origin || !destination) return "";
  const x1 = from.x + from.width;
  const y1 = from.y + fieldOffset(origin, edge.originField);
  const x2 = to.x;
  const y2 = to.y + fieldOffset(destination, edge.destinationField);
  const bend = Math.max(40, Math.abs(x2 - x1) / 2.2);
  return `M${round(x1)} ${round(y1)}C${round(x1 + bend)} ${round(y1)} ${round(x2 - bend)} ${round(y2)} ${round(x2)} ${round(y2)}`;
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function towards(from: Point, to: Point, by: number): Point {
  const whole = distance(from, to) || 1;
  return { x: from.x + ((to.x - from.x) * by) / whole, y: from.y + ((to.y - from.y) * by) / whole };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
