/**
 * The height of each cell: lines run straight where they can, and what many lines lead to lies in their middle.
 *
 * As Brandes and Köpf do it (Fast and Simple Horizontal Coordinate Assignment, 2001): cells that follow each other are
 * joined to blocks of one height, in four ways: from the left or the right, and from above or below. Each way leans to one
 * side, so the mean of the middle two counts.
 */
import type { Cell } from "./cells";

/** Room between two cells of a layer. */
const BETWEEN_ITEMS = 28;
const BELOW_ITEM = 16;
/** Marks and buttons stand on top of an item, where no line may run. */
const ABOVE_ITEM = 28;
const BETWEEN_LINES = 10;

type Layers = readonly (readonly Cell[])[];

/** A sweep over layers, from above or from below, and the place that a cell has in its layer then. */
interface Sweep {
  layers: Layers;
  placeOf: (cell: Cell) => number;
}

export function place(layers: Layers): void {
  const crossing = crossingLong(layers);
  const fromAbove: Sweep = { layers, placeOf: (cell) => cell.at };
  const fromBelow: Sweep = {
    layers: layers.map((layer) => [...layer].reverse()),
    placeOf: (cell) => (layers[cell.layer]?.length ?? 0) - 1 - cell.at,
  };
  const ways: Map<Cell, number>[] = [];
  for (const sweep of [fromAbove, fromBelow]) {
    const sign = sweep === fromAbove ? 1 : -1;
    for (const side of ["before", "after"] as const) {
      const heights = compact(sweep.layers, blocks(sweep, side, crossing));
      ways.push(new Map([...heights].map(([cell, height]) => [cell, height * sign])));
    }
  }
  levelled(ways);
  for (const cell of layers.flat()) {
    const [, lower = 0, upper = 0] = ways.map((way) => way.get(cell) ?? 0).sort((a, b) => a - b);
    cell.y = (lower + upper) / 2;
  }
}

function above(cell: Cell): number {
  return cell.item?.port ?? 0;
}

function below(cell: Cell): number {
  return cell.item ? cell.item.height - cell.item.port : 0;
}

/** How far apart the lines of two neighbours are at least, the first of which lies above the other. */
export function apart(upper: Cell, lower: Cell): number {
  const gap = upper.item ? (lower.item ? BETWEEN_ITEMS : BELOW_ITEM) : lower.item ? ABOVE_ITEM : BETWEEN_LINES;
  return below(upper) + gap + above(lower);
}

/** Lines between two cells that are crossed by a long line, which has to be straight: by their left and right cells. */
function crossingLong(layers: Layers): Map<Cell, Set<Cell>> {
  const found = new Map<Cell, Set<Cell>>();
  layers.forEach((layer, index) => {
    const next = layers[index + 1] ?? [];
    let from = 0;
    let low = -1;
    next.forEach((cell, at) => {
      const origin = cell.item ? undefined : cell.before.find((one) => !one.item);
      if (!origin && at < next.length - 1) return;
      const high = origin ? origin.at : layer.length;
      for (const other of next.slice(from, at + 1)) {
        for (const one of other.before) {
          const isLong = !one.item && !other.item;
          if (isLong || (one.at >= low && one.at <= high)) continue;
          found.set(one, (found.get(one) ?? new Set()).add(other));
        }
      }
      from = at + 1;
      low = high;
    });
  });
  return found;
}

/** The block of each cell, by its first cell. A cell joins the middle one of those that it is connected with on a side. */
function blocks(
  { layers, placeOf }: Sweep,
  side: "before" | "after",
  crossing: ReadonlyMap<Cell, Set<Cell>>,
): Map<Cell, Cell> {
  const block = new Map<Cell, Cell>();
  const joined = new Set<Cell>();
  for (const layer of side === "before" ? layers : [...layers].reverse()) {
    let last = -1;
    for (const cell of layer) {
      block.set(cell, cell);
      const beside = [...cell[side]].sort((a, b) => placeOf(a) - placeOf(b));
      const middle = (beside.length - 1) / 2;
      for (const one of new Set([beside[Math.floor(middle)], beside[Math.ceil(middle)]])) {
        if (!one || block.get(cell) !== cell || placeOf(one) <= last || joined.has(one)) continue;
        const [left, right] = side === "before" ? [one, cell] : [cell, one];
        if (crossing.get(left)?.has(right)) continue;
        block.set(cell, block.get(one) ?? one);
        joined.add(one);
        last = placeOf(one);
      }
    }
  }
  return block;
}

/** Blocks as near to the first as those between allow, and then as near to the next one as that is possible. */
function compact(layers: Layers, block: ReadonlyMap<Cell, Cell>): Map<Cell, number> {
  const of = (cell: Cell) => block.get(cell) as Cell;
  const after = new Map<Cell, Map<Cell, number>>();
  const waits = new Map<Cell, number>();
  for (const cell of block.values()) after.set(cell, new Map());
  for (const layer of layers) {
    layer.forEach((cell, index) => {
      const next = layer[index + 1];
      if (!next) return;
      const gaps = after.get(of(cell)) as Map<Cell, number>;
      const gap = cell.at < next.at ? apart(cell, next) : apart(next, cell);
      if (!gaps.has(of(next))) waits.set(of(next), (waits.get(of(next)) ?? 0) + 1);
      gaps.set(of(next), Math.max(gaps.get(of(next)) ?? 0, gap));
    });
  }
  const heights = new Map<Cell, number>();
  const sorted = [...after.keys()].filter((one) => !waits.has(one));
  for (const one of sorted) heights.set(one, 0);
  for (const one of sorted) {
    for (const [next, gap] of after.get(one) ?? []) {
      heights.set(next, Math.max(heights.get(next) ?? -Infinity, (heights.get(one) ?? 0) + gap));
      const waiting = (waits.get(next) ?? 0) - 1;
      waits.set(next, waiting);
      if (waiting === 0) sorted.push(next);
    }
  }
  for (const one of sorted.reverse()) {
    const room = [...(after.get(one) ?? [])].map(([next, gap]) => (heights.get(next) ?? 0) - gap);
    if (room.length > 0) heights.set(one, Math.max(heights.get(one) ?? 0, Math.min(...room)));
  }
  return new Map([...block].map(([cell, first]) => [cell, heights.get(first) ?? 0]));
}

/** Moves the ways to where the narrowest lies: its top is that of those from above, its bottom that of those from below. */
function levelled(ways: readonly Map<Cell, number>[]): void {
  const extents = ways.map((way) => {
    const tops = [...way].map(([cell, height]) => height - above(cell));
    const bottoms = [...way].map(([cell, height]) => height + below(cell));
    return { top: Math.min(...tops), bottom: Math.max(...bottoms) };
  });
  const narrowest = extents.reduce((a, b) => (b.bottom - b.top < a.bottom - a.top ? b : a));
  ways.forEach((way, index) => {
    const own = extents[index] ?? narrowest;
    const by = index < 2 ? narrowest.top - own.top : narrowest.bottom - own.bottom;
    for (const [cell, height] of way) way.set(cell, height + by);
  });
}
