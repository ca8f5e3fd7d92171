/** Parts of a graph that no line connects: each is laid out by itself, and they lie in rows. */
import { type Box, type Item, type Layout, type Link, type Point, boundsOf } from "./shapes";

const BETWEEN_PARTS = 44;
/** How many times as wide as high all parts together are, about. */
const WIDE = 1.6;

type LayOut = (items: readonly Item[], links: readonly Link[]) => Layout;

/** Lays out each part by itself. Links to what is not there, and doubles, are left out. */
export function partByPart(items: readonly Item[], links: readonly Link[], layOut: LayOut): Layout {
  const sorted = [...items].sort((a, b) => compared(a.id, b.id));
  const known = new Set(items.map((item) => item.id));
  const own = new Map(links.map((link) => [link.key, link]));
  const drawn = [...own.values()]
    .filter((link) => known.has(link.origin) && known.has(link.destination))
    .sort((a, b) => compared(a.key, b.key));
  const parts = connected(sorted, drawn);
  const layouts = parts.map((part) =>
    layOut(
      sorted.filter((item) => part.has(item.id)),
      drawn.filter((link) => part.has(link.origin)),
    ),
  );
  return inRows(layouts);
}

function compared(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function connected(items: readonly Item[], links: readonly Link[]): Set<string>[] {
  const beside = new Map<string, string[]>(items.map((item) => [item.id, []]));
  for (const { origin, destination } of links) {
    beside.get(origin)?.push(destination);
    beside.get(destination)?.push(origin);
  }
  const parts: Set<string>[] = [];
  const seen = new Set<string>();
  for (const { id } of items) {
    if (seen.has(id)) continue;
    const part = new Set([id]);
    for (const one of part) for (const other of beside.get(one) ?? []) part.add(other);
    for (const one of part) seen.add(one);
    parts.push(part);
  }
  return parts;
}

/** The largest first, each beside the one before as long as the row is not too wide. */
function inRows(layouts: readonly Layout[]): Layout {
  const sorted = [...layouts].sort((a, b) => area(b.bounds) - area(a.bounds));
  const widest = Math.max(0, ...layouts.map(({ bounds }) => bounds.width));
  const room = layouts.reduce((sum, { bounds }) => sum + area(bounds), 0);
  const width = Math.max(widest, Math.sqrt(room * WIDE));
  const boxes = new Map<string, Box>();
  const courses = new Map<string, Point[]>();
  const taken: Box[] = [];
  let row = { x: 0, y: 0, bottom: 0 };
  for (const { boxes: own, courses: ways, bounds } of sorted) {
    if (row.x > 0 && row.x + bounds.width > width) row = { x: 0, y: row.bottom + BETWEEN_PARTS, bottom: 0 };
    const by = { x: row.x - bounds.x, y: row.y - bounds.y };
    for (const [id, box] of own) boxes.set(id, { ...box, x: box.x + by.x, y: box.y + by.y });
    for (const [key, points] of ways)
      courses.set(
        key,
        points.map(({ x, y }) => ({ x: x + by.x, y: y + by.y })),
      );
    taken.push({ ...bounds, x: row.x, y: row.y });
    row = { x: row.x + bounds.width + BETWEEN_PARTS, y: row.y, bottom: Math.max(row.bottom, row.y + bounds.height) };
  }
  return { boxes, courses, bounds: boundsOf(taken) };
}

function area({ width, height }: Box): number {
  return (width + BETWEEN_PARTS) * (height + BETWEEN_PARTS);
}
