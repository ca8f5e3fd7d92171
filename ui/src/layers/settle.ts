/** Heights that are nearer to what cells are connected with. What runs straight stays straight, and moves as one. */
import type { Cell } from "./cells";
import { apart } from "./heights";

const ROUNDS = 8;
/** What is nearer than this to its place is not moved. */
const NEAR = 0.5;
/** How much more a cell that is to stay weighs than one that may move. */
const FIRM = 1e6;

export function settle(layers: readonly (readonly Cell[])[]): void {
  for (let round = 0; round < ROUNDS; round++) {
    const straight = straightOf(layers);
    let moved = false;
    for (const block of new Set(straight.values())) if (block.length > 1) moved = shift(block, layers) || moved;
    for (const layer of round % 2 === 0 ? layers : [...layers].reverse()) moved = spread(layer, straight) || moved;
    if (!moved) return;
  }
}

/** What each cell runs straight to: all of a block, for each of its cells. */
function straightOf(layers: readonly (readonly Cell[])[]): Map<Cell, Cell[]> {
  const blocks = new Map<Cell, Cell[]>();
  for (const cell of layers.flat()) {
    const before = cell.before.find((one) => Math.abs(one.y - cell.y) < NEAR && blocks.get(one)?.at(-1) === one);
    const block = (before && blocks.get(before)) ?? [];
    block.push(cell);
    blocks.set(cell, block);
  }
  return blocks;
}

/** Moves a block to the middle of what it is connected with, as far as there is room, and tells whether it was moved. */
function shift(block: readonly Cell[], layers: readonly (readonly Cell[])[]): boolean {
  const own = new Set(block);
  const ways = block.flatMap((cell) =>
    [...cell.before, ...cell.after].filter((one) => !own.has(one)).map((one) => one.y - cell.y),
  );
  let [up, down] = [-Infinity, Infinity];
  for (const cell of block) {
    const layer = layers[cell.layer] ?? [];
    const [upper, lower] = [layer[cell.at - 1], layer[cell.at + 1]];
    if (upper) up = Math.max(up, upper.y + apart(upper, cell) - cell.y);
    if (lower) down = Math.min(down, lower.y - apart(cell, lower) - cell.y);
  }
  const by = Math.min(Math.max(middle(ways) ?? 0, up), down);
  if (Math.abs(by) < NEAR) return false;
  for (const cell of block) cell.y += by;
  return true;
}

/** Moves single cells of a layer to the middle of what they are connected with, as far as the others leave room. */
function spread(layer: readonly Cell[], straight: ReadonlyMap<Cell, readonly Cell[]>): boolean {
  const wishes = layer.map((cell) => {
    const isFree = (straight.get(cell)?.length ?? 0) < 2;
    const wish = isFree ? middle([...cell.before, ...cell.after].map((one) => one.y)) : null;
    return { at: wish ?? cell.y, weight: wish === null ? FIRM : 1 };
  });
  const gaps = layer.map((cell, index) => (index > 0 ? apart(layer[index - 1] as Cell, cell) : 0));
  let moved = false;
  placed(wishes, gaps).forEach((y, index) => {
    const cell = layer[index] as Cell;
    if (Math.abs(cell.y - y) < NEAR) return;
    cell.y = y;
    moved = true;
  });
  return moved;
}

function middle(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const half = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(half)] ?? 0) + (sorted[Math.ceil(half)] ?? 0)) / 2;
}

/**
 * Places as near to the wished ones as possible, in the same order, each at least so far below the one before.
 *
 * The sum of the squared distances from the wishes, by their weights, is the smallest possible (isotonic regression).
 */
export function placed(wishes: readonly { at: number; weight: number }[], gaps: readonly number[]): number[] {
  // With the gaps taken off, places only have to rise. Neighbours that would fall share one place: their mean.
  const offsets: number[] = [];
  gaps.reduce((sum, gap, index) => (offsets[index] = sum + gap), 0);
  const pools: { sum: number; weight: number; count: number }[] = [];
  wishes.forEach(({ at, weight }, index) => {
    let pool = { sum: (at - (offsets[index] ?? 0)) * weight, weight, count: 1 };
    for (let above = pools.at(-1); above && above.sum / above.weight > pool.sum / pool.weight; above = pools.at(-1)) {
      pools.pop();
      pool = { sum: above.sum + pool.sum, weight: above.weight + pool.weight, count: above.count + pool.count };
    }
    pools.push(pool);
  });
  return pools
    .flatMap((pool) => Array<number>(pool.count).fill(pool.sum / pool.weight))
    .map((value, index) => value + (offsets[index] ?? 0));
}
