/** A large graph from afar, on one canvas: thousands of nodes in the page would be too slow. */
import { useStore } from "@xyflow/react";
import { useEffect, useMemo, useRef } from "react";
import { type Drawing, type DrawnNode, edgeKey } from "./drawing";
import type { Box, Layout } from "../layers/shapes";
import { isDatasetLike } from "./sizes";

/** Of more nodes than this only an overview is drawn from afar. */
export const LARGE = 150;

interface OverviewProps {
  drawing: Drawing;
  layout: Layout;
  marked: ReadonlySet<string>;
  path: ReadonlySet<string> | null;
}

export function Overview({ drawing, layout, marked, path }: OverviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [x, y, zoom] = useStore((state) => state.transform);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const lines = useMemo(() => linesOf(drawing, layout, path), [drawing, layout, path]);
  useEffect(() => {
    const pen = canvas.current?.getContext("2d");
    if (!pen) return;
    const colours = paletteOf(pen.canvas);
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, width, height);
    pen.setTransform(zoom, 0, 0, zoom, x, y);
    const view = { left: -x / zoom, top: -y / zoom, right: (width - x) / zoom, bottom: (height - y) / zoom };
    pen.lineWidth = 1 / zoom;
    for (const [tone, path2d] of lines) {
      pen.strokeStyle = colours[tone] ?? "";
      pen.stroke(path2d);
    }
    pen.font = "600 22px system-ui, sans-serif";
    pen.textBaseline = "middle";
    for (const node of drawing.nodes) {
      const box = layout.boxes.get(node.id);
      if (
        !box ||
        box.x > view.right ||
        box.x + box.width < view.left ||
        box.y > view.bottom ||
        box.y + box.height < view.top
      )
        continue;
      paint(pen, node, box, colours, zoom > 0.22, marked.has(node.id));
    }
  }, [drawing, layout, lines, marked, x, y, zoom, width, height]);
  return (
    <canvas
      ref={canvas}
      className="overview"
      width={width}
      height={height}
      role="img"
      aria-label={`${drawing.nodes.length} nodes from afar; zoom in to read them`}
    />
  );
}

type Palette = Record<string, string>;

const NAMES = ["accent", "job", "edge", "bad", "good", "lit", "surface", "job-soft", "text", "line"];

/** The colours of the theme, which a canvas cannot take from the styles by itself. */
function paletteOf(element: HTMLElement): Palette {
  const style = getComputedStyle(element);
  return Object.fromEntries(NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
}

function paint(
  pen: CanvasRenderingContext2D,
  node: DrawnNode,
  box: Box,
  colours: Palette,
  readable: boolean,
  marked: boolean,
): void {
  const main =
    node.change === "removed" || node.state === "FAILED"
      ? "bad"
      : node.change === "added"
        ? "good"
        : isDatasetLike(node.type)
          ? "accent"
          : "job";
  if (marked) {
    pen.fillStyle = colours["lit"] ?? "";
    pen.fillRect(box.x - 14, box.y - 14, box.width + 28, box.height + 28);
  }
  pen.fillStyle = (readable ? colours[main === "job" ? "job-soft" : "surface"] : colours[main]) ?? "";
  pen.fillRect(box.x, box.y, box.width, box.height);
  if (!readable) return;
  pen.fillStyle = colours[main] ?? "";
  pen.fillRect(box.x, box.y, 6, box.height);
  pen.fillStyle = colours["text"] ?? "";
  pen.fillText(cut(node.title), box.x + 14, box.y + 26, box.width - 20);
}

function cut(title: string): string {
  return title.length > 19 ? `${title.slice(0, 18)}…` : title;
}

/** The lines of each colour as one path, which is quicker to draw than one by one. */
function linesOf(drawing: Drawing, layout: Layout, path: ReadonlySet<string> | null): Map<string, Path2D> {
  const found = new Map<string, Path2D>();
  for (const edge of drawing.edges) {
    const course = layout.courses.get(edgeKey(edge));
    const [first, ...rest] = course ?? [];
    if (!first) continue;
    const onPath = path?.has(edge.origin) === true && path.has(edge.destination);
    const tone = edge.change === "added" ? "good" : edge.change === "removed" ? "bad" : onPath ? "accent" : "edge";
    const line = found.get(tone) ?? new Path2D();
    line.moveTo(first.x, first.y);
    for (const point of rest) line.lineTo(point.x, point.y);
    found.set(tone, line);
  }
  return found;
}

/** The node at a point of the graph, if there is one. */
export function nodeAt(layout: Layout, x: number, y: number): string | null {
  for (const [id, box] of layout.boxes) {
    if (x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height) return id;
  }
  return null;
}
