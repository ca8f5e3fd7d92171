/**
 * A layered layout: lines lead from left to right, as data does.
 *
 * It works in steps, each in a file of its own. Items get a layer (`ranks.ts`), and each line a cell wherever it passes one
 * (`cells.ts`); cells are ordered inside of their layers (`order.ts`), and get heights (`heights.ts`), which are evened out
 * (`settle.ts`). Last, lines are led through the channels between layers (`channels.ts`). Parts of a graph that no line
 * connects are laid out one by one (`parts.ts`).
 */
import { type Cell, type Line, layersOf } from "./cells";
import { type Piece, piecesOf, route } from "./channels";
import { place } from "./heights";
import { settle } from "./settle";
import { order } from "./order";
import { partByPart } from "./parts";
import { type Box, type Item, type Layout, type Link, type Point, boundsOf } from "./shapes";

/** The layout of items and of the links between them: the same for equal ones, whatever order they come in. */
export function layered(items: readonly Item[], links: readonly Link[]): Layout {
  return partByPart(items, links, layOutPart);
}

function layOutPart(items: readonly Item[], links: readonly Link[]): Layout {
  const { layers, lines } = layersOf(items, links);
  order(layers);
  place(layers);
  settle(layers);
  const pieces = new Map(lines.map((line) => [line, piecesOf(line)]));
  const columns = columnsOf(layers, [...pieces.values()].flat());
  const boxes = new Map<string, Box>();
  for (const { item, layer, y } of layers.flat()) {
    if (!item) continue;
    const { width, height } = item;
    boxes.set(item.id, { x: leftOf(item, columns[layer]), y: y - item.port, width, height });
  }
  const courses = new Map([...pieces].map(([line, own]) => [line.key, courseOf(line, own, columns)]));
  const corners = [...courses.values()].flat().map(({ x, y }) => ({ x, y, width: 0, height: 0 }));
  return { boxes, courses, bounds: boundsOf([...boxes.values(), ...corners]) };
}

/** Where a layer lies, and how wide its widest item is. */
interface Column {
  x: number;
  width: number;
}

function columnsOf(layers: readonly (readonly Cell[])[], pieces: readonly Piece[]): Column[] {
  const between: Piece[][] = [...layers, []].map(() => []);
  for (const piece of pieces) between[piece.channel]?.push(piece);
  const columns: Column[] = [];
  let end = 0;
  [...layers, []].forEach((layer, index) => {
    const width = Math.max(0, ...layer.map((cell) => cell.item?.width ?? 0));
    const x = end + route(between[index] ?? []);
    columns.push({ x, width });
    end = x + width;
  });
  return columns;
}

/** Items lie in the middle of their column. */
function leftOf(item: Item, column: Column = { x: 0, width: 0 }): number {
  return column.x + (column.width - item.width) / 2;
}

function courseOf({ cells }: Line, pieces: readonly Piece[], columns: readonly Column[]): Point[] {
  const [origin, destination] = [cells[0] as Cell, cells.at(-1) as Cell];
  const points: Point[] = [];
  if (origin.item) points.push({ x: leftOf(origin.item, columns[origin.layer]) + origin.item.width, y: origin.y });
  for (const { from, to, channel, upright } of pieces) {
    const before = columns[channel - 1] ?? { x: 0, width: 0 };
    const x = before.x + before.width + (upright?.x ?? 0);
    if (from.y !== to.y) points.push({ x, y: from.y }, { x, y: to.y });
  }
  if (destination.item) points.push({ x: leftOf(destination.item, columns[destination.layer]), y: destination.y });
  return points;
}
