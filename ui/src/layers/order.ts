/**
 * The order of cells inside of their layers, with few lines that cross each other.
 *
 * Layer by layer, to and fro, each cell moves to the mean place of what it is connected with; then neighbours change places
 * where that saves crossings. Of all orders on the way, from some beginnings, the one with the fewest crossings counts.
 */
import type { Cell } from "./cells";

/** Sweeps without a gain, after which there will be none. */
const PATIENCE = 4;
/** Of many cells only one beginning is tried, and only for a few sweeps. */
const MANY = 600;
const BEGINNINGS = 8;
const FEW_SWEEPS = 8;

type Order = readonly (readonly Cell[])[];

export function order(layers: Cell[][]): void {
  const count = layers.reduce((sum, layer) => sum + layer.length, 0);
  let best: Order = [];
  let fewest = Infinity;
  for (let beginning = 0; fewest > 0 && beginning < (count > MANY ? 1 : BEGINNINGS); beginning++) {
    put(layers, walked(layers, beginning));
    let waited = 0;
    for (let sweep = 0; waited < PATIENCE && (count <= MANY || sweep < FEW_SWEEPS); sweep++) {
      const crossings = crossingsOf(layers);
      waited++;
      if (crossings < fewest) {
        fewest = crossings;
        best = layers.map((layer) => [...layer]);
        waited = 0;
      }
      if (fewest === 0) break;
      swept(layers, sweep % 2 === 0);
    }
  }
  put(layers, best);
}

function put(layers: Cell[][], places: Order): void {
  places.forEach((layer, index) => {
    layers[index] = [...layer];
    number(layers[index]);
  });
}

function number(layer: readonly Cell[]): void {
  layer.forEach((cell, index) => (cell.at = index));
}

/** In the order of a walk along all lines, which keeps together what is connected; each beginning walks in another order. */
function walked(layers: Order, beginning: number): Order {
  const found: Cell[][] = layers.map(() => []);
  const seen = new Set<Cell>();
  const roots = layers.flat().sort((a, b) => (a.id < b.id ? -1 : 1));
  for (const root of shuffled(roots, beginning)) {
    const way = [root];
    for (let cell = way.pop(); cell; cell = way.pop()) {
      if (seen.has(cell)) continue;
      seen.add(cell);
      found[cell.layer]?.push(cell);
      way.push(...shuffled([...cell.before, ...cell.after].reverse(), beginning));
    }
  }
  return found;
}

/** In an order that looks random, and is the same each time; the first is the one that they come in. */
function shuffled(cells: readonly Cell[], seed: number): readonly Cell[] {
  if (seed === 0) return cells;
  const keys = new Map(
    cells.map((cell, index) => [cell, Math.imul(index + seed, 0x9e3779b1 ^ Math.imul(seed, 0x85ebca6b)) >>> 8]),
  );
  return [...cells].sort((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
}

function swept(layers: readonly Cell[][], forwards: boolean): void {
  for (const layer of forwards ? layers : [...layers].reverse()) {
    const wishes = new Map(layer.map((cell) => [cell, mean(forwards ? cell.before : cell.after) ?? cell.at]));
    // A way back that ends here lies beside what it turns at, whatever that wishes.
    for (const cell of layer) {
      if (cell.turns.length > 0 && (forwards ? cell.before : cell.after).length === 0) {
        wishes.set(cell, cell.turns.reduce((sum, one) => sum + (wishes.get(one) ?? 0), 0) / cell.turns.length);
      }
    }
    layer.sort((a, b) => (wishes.get(a) ?? 0) - (wishes.get(b) ?? 0) || turned(a, b) || a.at - b.at);
    number(layer);
  }
  for (let gained = true; gained;) {
    gained = false;
    for (const layer of layers) gained = swapped(layer) || gained;
  }
}

/** A way back comes right after what it turns at. */
function turned(a: Cell, b: Cell): number {
  return Number(a.turns.includes(b)) - Number(b.turns.includes(a));
}

function mean(cells: readonly Cell[]): number | null {
  return cells.length === 0 ? null : cells.reduce((sum, one) => sum + one.at, 0) / cells.length;
}

/** Lets neighbours change places where fewer lines cross then, and tells whether any did. */
function swapped(layer: Cell[]): boolean {
  let gained = false;
  for (let index = 0; index + 1 < layer.length; index++) {
    const [upper, lower] = [layer[index] as Cell, layer[index + 1] as Cell];
    const now = crossed(upper.before, lower.before) + crossed(upper.after, lower.after);
    const then = crossed(lower.before, upper.before) + crossed(lower.after, upper.after);
    if (then >= now) continue;
    [layer[index], layer[index + 1]] = [lower, upper];
    [upper.at, lower.at] = [index + 1, index];
    gained = true;
  }
  return gained;
}

/** How many lines of an upper cell cross lines of a lower one. */
function crossed(upper: readonly Cell[], lower: readonly Cell[]): number {
  let count = 0;
  for (const one of upper) for (const other of lower) if (one.at > other.at) count++;
  return count;
}

export function crossingsOf(layers: Order): number {
  return layers.reduce(
    (sum, layer, index) => sum + crossingsAfter(layer, layers[index + 1]?.length ?? 0) + passedOver(layer),
    0,
  );
}

/** How many cells lie between ways back and what they turn at: their lines are crossed there. */
function passedOver(layer: readonly Cell[]): number {
  return layer.reduce((sum, cell) => {
    if (cell.turns.length === 0) return sum;
    const places = [cell, ...cell.turns].map((one) => one.at);
    return sum + Math.max(...places) - Math.min(...places) - cell.turns.length;
  }, 0);
}

/** Of the lines between a layer and the next one, which has so many cells: counted in a tree of sums. */
function crossingsAfter(layer: readonly Cell[], size: number): number {
  const sums = Array<number>(size + 1).fill(0);
  let count = 0;
  let passed = 0;
  for (const cell of layer) {
    const ends = cell.after.map((one) => one.at);
    for (const end of ends) {
      let notBelow = 0;
      for (let at = end + 1; at > 0; at -= at & -at) notBelow += sums[at] ?? 0;
      count += passed - notBelow;
    }
    for (const end of ends) {
      for (let at = end + 1; at <= size; at += at & -at) sums[at] = (sums[at] ?? 0) + 1;
    }
    passed += ends.length;
  }
  return count;
}
