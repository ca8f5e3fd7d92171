/**
 * A layered layout for large graphs: plainer than ELK's, and a hundred times quicker.
 *
 * It works in three steps. The longest path to a node decides its layer, from left to right. The order inside a layer
 * comes from the mean place of each node's neighbours. Last, least squares put each node at a height as near to its
 * neighbours as that order allows. An edge that passes a layer takes a place in it, as a node does.
 */
import { type DrawnEdge, type DrawnNode, edgeKey } from "./drawing";
import { type Box, type Layout, type Point, boundsOf } from "./layout";
import { type Size, WIDTH, sizeOf } from "./sizes";

const GAP = 20;
const CHANNEL = 90;
const SWEEPS = 6;
const PLACINGS = 10;

/** A node, or the place where an edge passes a layer. */
interface Cell {
  id: string;
  layer: number;
  size: Size;
  y: number;
  before: Cell[];
  after: Cell[];
}

interface Line {
  key: string;
  cells: Cell[];
}

export function layOutLayers(nodes: readonly DrawnNode[], edges: readonly DrawnEdge[]): Layout {
  const ids = nodes.map((node) => node.id).sort();
  const known = new Set(ids);
  const links = edges.filter((edge) => known.has(edge.origin) && known.has(edge.destination));
  const layerOf = layersOf(ids, links);
  const sizes = new Map(nodes.map((node) => [node.id, sizeOf(node)]));
  const cells = new Map<string, Cell>();
  for (const id of ids) cells.set(id, cell(id, layerOf.get(id) ?? 0, sizes.get(id)));
  const layers: Cell[][] = [];
  for (const one of cells.values()) (layers[one.layer] ??= []).push(one);
  const lines = links.map((edge) => lineOf(edge, cells, layers));
  order(layers);
  place(layers);
  return layoutOf(layers, lines, known);
}

function cell(id: string, layer: number, size: Size = { width: 0, height: 8, head: 8 }): Cell {
  return { id, layer, size, y: 0, before: [], after: [] };
}

/**
 * The layer of each node: as far left as the nodes that feed it allow.
 *
 * A node that nothing feeds stands right before the first node that it feeds, not at the far left.
 */
function layersOf(ids: readonly string[], links: readonly DrawnEdge[]): Map<string, number> {
  const outOf = new Map<string, string[]>(ids.map((id) => [id, []]));
  for (const { origin, destination } of links) if (origin !== destination) outOf.get(origin)?.push(destination);
  const [sorted, forward] = sortedForward(ids, outOf);
  const layer = new Map<string, number>(ids.map((id) => [id, 0]));
  for (const id of sorted) {
    for (const next of forward.get(id) ?? []) layer.set(next, Math.max(layer.get(next) ?? 0, (layer.get(id) ?? 0) + 1));
  }
  const fed = new Set([...forward.values()].flat());
  for (const id of ids) {
    const next = (forward.get(id) ?? []).map((one) => layer.get(one) ?? 0);
    if (!fed.has(id) && next.length > 0) layer.set(id, Math.min(...next) - 1);
  }
  return layer;
}

/** Nodes in an order in which each comes after those that feed it, and the edges without those that close a circle. */
function sortedForward(
  ids: readonly string[],
  outOf: ReadonlyMap<string, string[]>,
): [string[], Map<string, string[]>] {
  const state = new Map<string, "open" | "done">();
  const forward = new Map<string, string[]>(ids.map((id) => [id, []]));
  const reversed: string[] = [];
  for (const root of ids) {
    const stack: { id: string; at: number }[] = state.has(root) ? [] : [{ id: root, at: 0 }];
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      state.set(top.id, "open");
      const next = outOf.get(top.id)?.[top.at++];
      if (next === undefined) {
        state.set(top.id, "done");
        reversed.push(top.id);
        stack.pop();
      } else if (state.get(next) !== "open") {
        forward.get(top.id)?.push(next);
        if (!state.has(next)) stack.push({ id: next, at: 0 });
      }
    }
  }
  return [reversed.reverse(), forward];
}

function lineOf(edge: DrawnEdge, cells: ReadonlyMap<string, Cell>, layers: Cell[][]): Line {
  const key = edgeKey(edge);
  const origin = cells.get(edge.origin) as Cell;
  const destination = cells.get(edge.destination) as Cell;
  const passed: Cell[] = [];
  for (let layer = origin.layer + 1; layer < destination.layer; layer++) {
    const place = cell(`${key} ${layer}`, layer);
    (layers[layer] ??= []).push(place);
    passed.push(place);
  }
  const along = [origin, ...passed, destination];
  for (let step = 1; step < along.length; step++) {
    const a = along[step - 1] as Cell;
    const b = along[step] as Cell;
    if (a.layer < b.layer) {
      a.after.push(b);
      b.before.push(a);
    }
  }
  return { key, cells: along };
}

function order(layers: readonly Cell[][]): void {
  for (const layer of layers) layer.forEach((one, index) => (one.y = index));
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const down = sweep % 2 === 0;
    for (const layer of down ? layers : [...layers].reverse()) {
      const wish = new Map(layer.map((one) => [one, mean(down ? one.before : one.after) ?? one.y]));
      layer.sort((a, b) => (wish.get(a) ?? 0) - (wish.get(b) ?? 0) || (a.id < b.id ? -1 : 1));
      layer.forEach((one, index) => (one.y = index));
    }
  }
}

function place(layers: readonly Cell[][]): void {
  for (const layer of layers) layer.reduce((top, one) => ((one.y = top), top + one.size.height + GAP), 0);
  for (let turn = 0; turn < PLACINGS; turn++) {
    const down = turn % 2 === 0;
    for (const layer of down ? layers : [...layers].reverse()) {
      const wishes = layer.map((one) => mean([...(down ? one.before : one.after)]) ?? one.y);
      const placed = apart(
        wishes,
        layer.map((one) => one.size.height + GAP),
      );
      layer.forEach((one, index) => (one.y = placed[index] ?? 0));
    }
  }
}

function mean(cells: readonly Cell[]): number | null {
  return cells.length === 0 ? null : cells.reduce((sum, one) => sum + one.y, 0) / cells.length;
}

/**
 * Places as near to the wished ones as possible, in the same order, so far apart that each has its height below it.
 *
 * The sum of the squared distances from the wishes is the smallest possible (isotonic regression).
 */
export function apart(wishes: readonly number[], heights: readonly number[]): number[] {
  // With the heights taken off, places only have to rise. Neighbours that would fall share one place: their mean.
  const offsets: number[] = [];
  heights.reduce((sum, height, index) => ((offsets[index] = sum), sum + height), 0);
  const pools: { sum: number; count: number }[] = [];
  wishes.forEach((wish, index) => {
    let pool = { sum: wish - (offsets[index] ?? 0), count: 1 };
    for (let above = pools.at(-1); above && above.sum / above.count > pool.sum / pool.count; above = pools.at(-1)) {
      pools.pop();
      pool = { sum: above.sum + pool.sum, count: above.count + pool.count };
    }
    pools.push(pool);
  });
  return pools
    .flatMap((pool) => Array<number>(pool.count).fill(pool.sum / pool.count))
    .map((value, index) => value + (offsets[index] ?? 0));
}

function layoutOf(layers: readonly Cell[][], lines: readonly Line[], known: ReadonlySet<string>): Layout {
  const boxes = new Map<string, Box>();
  const left = (layer: number) => layer * (WIDTH.DATASET + CHANNEL);
  for (const one of layers.flat()) {
    const { width, height } = one.size;
    if (known.has(one.id)) boxes.set(one.id, { x: left(one.layer), y: one.y, width, height });
  }
  const courses = new Map<string, Point[]>();
  for (const { key, cells } of lines) {
    const points: Point[] = [];
    cells.forEach((one, index) => {
      const isNode = known.has(one.id);
      const y = one.y + one.size.head / 2;
      const x = left(one.layer);
      const before = points.at(-1);
      if (before) {
        // Lines turn between two layers, at a place that depends on their origin, so that few lie on top of each other.
        const turn = x - CHANNEL * (0.3 + 0.4 * fraction(before.y));
        points.push({ x: turn, y: before.y }, { x: turn, y });
      }
      if (index > 0) points.push({ x, y });
      if (index < cells.length - 1) points.push({ x: x + (isNode ? one.size.width : WIDTH.DATASET), y });
    });
    courses.set(key, points);
  }
  return { boxes, courses, bounds: boundsOf([...boxes.values()]) };
}

function fraction(y: number): number {
  return Math.abs(Math.round(y / 8) % 8) / 8;
}
