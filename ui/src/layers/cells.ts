/** Items in their layers, and the places where lines pass a layer: a line takes room there, as an item does. */
import { ranksOf } from "./ranks";
import type { Item, Link } from "./shapes";

export interface Cell {
  id: string;
  /** Null where a line passes. */
  item: Item | null;
  layer: number;
  /** Its place in the layer, from the top. */
  at: number;
  /** The height of its line. */
  y: number;
  /** What is connected with it in the layers before and after. */
  before: Cell[];
  after: Cell[];
  /** For a way back: the items of the same layer at which lines turn into it, or out of it. */
  turns: Cell[];
}

/** A link as it is drawn: from item to item, by way of all cells between. */
export interface Line {
  key: string;
  cells: readonly Cell[];
}

export interface Layers {
  layers: Cell[][];
  lines: Line[];
}

/** Of items that links connect with each other. */
export function layersOf(items: readonly Item[], links: readonly Link[]): Layers {
  const [ranks, back] = ranksOf(
    items.map((item) => item.id),
    links,
  );
  const layers: Cell[][] = [];
  const add = (id: string, item: Item | null, layer: number): Cell => {
    const cell = { id, item, layer, at: 0, y: 0, before: [], after: [], turns: [] };
    (layers[layer] ??= []).push(cell);
    return cell;
  };
  const cells = new Map(items.map((item) => [item.id, add(item.id, item, ranks.get(item.id) ?? 0)]));
  const ways = new Map<string, Cell>();
  const lines = links.map(({ key, origin, destination }) => {
    const from = cells.get(origin) as Cell;
    const to = cells.get(destination) as Cell;
    const passed = back.has(key)
      ? wayBack(from, to, ways, add)
      : between(from.layer, to.layer).map((layer) => add(`${key} ${layer}`, null, layer));
    if (!back.has(key)) chain([from, ...passed, to]);
    return { key, cells: [from, ...passed, to] };
  });
  return { layers, lines };
}

function between(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first - 1) }, (_, index) => first + 1 + index);
}

/**
 * A line that leads back passes all layers from that of its origin to that of its destination, both of them included.
 * All that lead back to the same item share their cells.
 */
function wayBack(
  from: Cell,
  to: Cell,
  ways: Map<string, Cell>,
  add: (id: string, item: null, layer: number) => Cell,
): Cell[] {
  const passed: Cell[] = [];
  for (let layer = to.layer; layer <= from.layer; layer++) {
    const id = `back to ${to.id} ${layer}`;
    const known = ways.get(id);
    const cell = known ?? add(id, null, layer);
    ways.set(id, cell);
    if (!known) chain([...passed.slice(-1), cell]);
    passed.push(cell);
  }
  passed.at(-1)?.turns.push(from);
  const [first] = passed;
  if (first && !first.turns.includes(to)) first.turns.push(to);
  return passed.reverse();
}

function chain(cells: readonly Cell[]): void {
  cells.forEach((cell, index) => {
    const next = cells[index + 1];
    if (!next) return;
    cell.after.push(next);
    next.before.push(cell);
  });
}
