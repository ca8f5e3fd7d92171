/** Where the nodes and edges of a drawing lie: the question to ELK, and how its answer is read. */
import type { ElkExtendedEdge, ElkNode } from "elkjs/lib/elk-api";
import { type DrawnEdge, type DrawnNode, edgeKey } from "./drawing";
import { sizeOf } from "./sizes";

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

export interface Layout {
  boxes: ReadonlyMap<string, Box>;
  /** The points that each edge runs through, by the key of the edge. */
  courses: ReadonlyMap<string, readonly Point[]>;
  bounds: Box;
}

export const NO_LAYOUT: Layout = {
  boxes: new Map(),
  courses: new Map(),
  bounds: { x: 0, y: 0, width: 0, height: 0 },
};

/**
 * Large graphs are laid out quickly rather than beautifully.
 *
 * Above `MIDDLE` nodes ELK is asked for less thorough work; above `LARGE` it is not asked, see `layers.ts`.
 */
export const MIDDLE = 80;
export const LARGE = 150;

const OPTIONS: Record<string, string> = {
  "elk.algorithm": "layered",
  "elk.direction": "RIGHT",
  "elk.randomSeed": "1",
  "elk.edgeRouting": "ORTHOGONAL",
  "elk.spacing.nodeNode": "28",
  "elk.spacing.componentComponent": "44",
  "elk.layered.spacing.nodeNodeBetweenLayers": "40",
  "elk.layered.spacing.edgeNodeBetweenLayers": "12",
  "elk.layered.spacing.edgeEdgeBetweenLayers": "9",
  "elk.layered.nodePlacement.strategy": "BRANDES_KOEPF",
  "elk.layered.nodePlacement.bk.fixedAlignment": "BALANCED",
};

const QUICKER: Record<string, string> = {
  "elk.layered.thoroughness": "1",
  "elk.layered.crossingMinimization.greedySwitch.type": "OFF",
  "elk.layered.crossingMinimization.greedySwitchHierarchical.type": "OFF",
};

/** The question to ELK. It is the same for equal drawings, whatever order their nodes come in, and so is the answer. */
export function layoutInput(nodes: readonly DrawnNode[], edges: readonly DrawnEdge[]): ElkNode {
  const known = new Set(nodes.map((node) => node.id));
  const children = [...nodes].sort((a, b) => compare(a.id, b.id)).map((node) => withPorts(node));
  const found = new Map<string, ElkExtendedEdge>();
  for (const edge of edges) {
    if (!known.has(edge.origin) || !known.has(edge.destination)) continue;
    const id = edgeKey(edge);
    found.set(id, { id, sources: [`${edge.origin} out`], targets: [`${edge.destination} in`] });
  }
  return {
    id: "root",
    layoutOptions: nodes.length > MIDDLE ? { ...OPTIONS, ...QUICKER } : OPTIONS,
    children,
    edges: [...found.values()].sort((a, b) => compare(a.id, b.id)),
  };
}

/** A node with the two places where lines end and begin: beside its head, however many rows it has below. */
function withPorts(node: DrawnNode): ElkNode {
  const { width, height, head } = sizeOf(node);
  return {
    id: node.id,
    width,
    height,
    layoutOptions: { "elk.portConstraints": "FIXED_POS" },
    ports: [
      { id: `${node.id} in`, x: 0, y: head / 2, layoutOptions: { "elk.port.side": "WEST" } },
      { id: `${node.id} out`, x: width, y: head / 2, layoutOptions: { "elk.port.side": "EAST" } },
    ],
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function readLayout(root: ElkNode): Layout {
  const boxes = new Map<string, Box>();
  for (const { id, x = 0, y = 0, width = 0, height = 0 } of root.children ?? []) {
    boxes.set(id, { x, y, width, height });
  }
  const courses = new Map<string, Point[]>();
  for (const edge of root.edges ?? []) {
    const [section] = edge.sections ?? [];
    if (section) {
      courses.set(edge.id, [section.startPoint, ...(section.bendPoints ?? []), section.endPoint]);
    }
  }
  return { boxes, courses, bounds: boundsOf([...boxes.values()]) };
}

export function boundsOf(boxes: readonly Box[]): Box {
  if (boxes.length === 0) return NO_LAYOUT.bounds;
  const left = Math.min(...boxes.map((box) => box.x));
  const top = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Whether all of a box is seen in a pane of this size; the view is that of React Flow. */
export function isInside(box: Box, [x, y, zoom]: [number, number, number], width: number, height: number): boolean {
  const left = box.x * zoom + x;
  const top = box.y * zoom + y;
  return left > 0 && top > 0 && left + box.width * zoom < width && top + box.height * zoom < height;
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
}

/** What is seen first: all of a graph whose names can be read then, or else its start, with all there is to read. */
export function frame(bounds: Box, { width, height }: Pane, start: Box | undefined, whole = false): Viewport {
  const pane = { width, height: height - FOOT };
  const fit = Math.min(
    (pane.width - 2 * MARGIN) / Math.max(bounds.width, 1),
    (pane.height - 2 * MARGIN) / Math.max(bounds.height, 1),
    1.1,
  );
  if (whole || fit >= LEGIBLE) return centred(bounds, pane, Math.max(fit, 0.02));
  const zoom = start ? READABLE : LEGIBLE;
  return filled(centred(start ?? bounds, pane, zoom), bounds, pane);
}

function centred(box: Box, pane: Pane, zoom: number): Viewport {
  return {
    zoom,
    x: pane.width / 2 - (box.x + box.width / 2) * zoom,
    y: pane.height / 2 - (box.y + box.height / 2) * zoom,
  };
}

/** Leaves no room empty on one side while the graph runs out of the pane on the other. */
function filled(view: Viewport, bounds: Box, pane: Pane): Viewport {
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
