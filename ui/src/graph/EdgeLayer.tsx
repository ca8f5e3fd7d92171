/** All lines of a graph, in one SVG. Of many lines only those near the visible part are in the page. */
import { useStore, ViewportPortal } from "@xyflow/react";
import { memo, useContext, useMemo } from "react";
import { GraphActions } from "./context";
import { type DrawnColumnEdge, type DrawnEdge, type DrawnNode, type Drawing, edgeKey } from "./drawing";
import { columnCourse, rounded } from "./courses";
import "./edges.css";
import type { Layout, Point } from "../layers/shapes";
import type { Lit } from "./lighting";

interface Line {
  key: string;
  /** For screen readers. */
  label: string;
  edge: DrawnEdge;
  path: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/**
 * Lines are chosen anew only when the visible part reaches another square of a grid.
 *
 * The squares are this many times as wide and high as the visible part.
 */
const SLACK = 0.75;

export interface EdgeLayerProps {
  drawing: Drawing;
  layout: Layout;
  lit: Lit | null;
  path: ReadonlySet<string> | null;
  selected: string | null;
  onSelect: (key: string) => void;
}

export function EdgeLayer({ drawing, layout, lit, path, selected, onSelect }: EdgeLayerProps) {
  const lines = useMemo(() => linesOf(drawing, layout), [drawing, layout]);
  const square = useStore((state) => squareOf(state.transform, state.width, state.height));
  const shown = useMemo(() => visible(lines, square), [lines, square]);
  const nodes = useMemo(() => new Map(drawing.nodes.map((node) => [node.id, node])), [drawing]);
  const isOnPath = ({ edge }: Line) => path !== null && path.has(edge.origin) && path.has(edge.destination);
  const isOnTop = (line: Line) => line.key === selected || line.edge.change !== "same" || isOnPath(line);
  return (
    <ViewportPortal>
      <svg className={`edges${lit ? " dimmed" : ""}`} width="1" height="1">
        <defs>
          {["plain", "lit", "added", "removed"].map((tone) => (
            <marker
              key={tone}
              id={`tip-${tone}`}
              className={`tip ${tone}`}
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerUnits="userSpaceOnUse"
              markerWidth="12"
              markerHeight="12"
              orient="auto-start-reverse"
            >
              <path d="M0 0.8L7.5 4L0 7.2z" />
            </marker>
          ))}
        </defs>
        {inOrder(shown, isOnTop).map((line) => (
          <EdgeLine
            key={line.key}
            line={line}
            onPath={isOnPath(line)}
            onLit={litAs(lit, line.edge)}
            selected={selected === line.key}
            onSelect={onSelect}
          />
        ))}
        {lit?.columns.map((edge) => (
          <ColumnLine
            key={`${edge.origin}.${edge.originField ?? ""}>${edge.destination}.${edge.destinationField ?? ""}`}
            edge={edge}
            nodes={nodes}
            layout={layout}
          />
        ))}
      </svg>
    </ViewportPortal>
  );
}

/** Lines that share a stretch cover each other: those that stand out come last, on top of all others. */
function inOrder(lines: readonly Line[], isOnTop: (line: Line) => boolean): readonly Line[] {
  return [...lines.filter((line) => !isOnTop(line)), ...lines.filter(isOnTop)];
}

const EdgeLine = memo(function EdgeLine({
  line,
  onPath,
  onLit,
  selected,
  onSelect,
}: {
  line: Line;
  onPath: boolean;
  /** The class of an edge on the path of a column, or on one that may be. */
  onLit: "on-lit" | "on-possible" | null;
  selected: boolean;
  onSelect: (key: string) => void;
}) {
  const { edge } = line;
  const { onEdgeKey } = useContext(GraphActions);
  const tone =
    edge.change === "added" ? "added" : edge.change === "removed" ? "removed" : onPath || selected ? "lit" : "plain";
  const names = ["edge", edge.basis, edge.change];
  if (onPath) names.push("on-path");
  if (onLit) names.push(onLit);
  if (selected) names.push("selected");
  return (
    <g
      className={names.join(" ")}
      role="button"
      tabIndex={-1}
      aria-label={line.label}
      aria-pressed={selected}
      data-edge={line.key}
      onClick={() => onSelect(line.key)}
      onKeyDown={(event) => onEdgeKey(event, line.key)}
    >
      <path className="reach" d={line.path} />
      <path className="line" d={line.path} markerEnd={`url(#tip-${tone})`} />
    </g>
  );
});

function ColumnLine({
  edge,
  nodes,
  layout,
}: {
  edge: DrawnColumnEdge;
  nodes: ReadonlyMap<string, DrawnNode>;
  layout: Layout;
}) {
  const path = columnCourse(edge, nodes, layout.boxes);
  if (!path) return null;
  return (
    <path
      className={`column-edge ${edge.change}${edge.masking ? " masking" : ""}`}
      data-column-edge={`${edge.originField ?? "*"} → ${edge.destinationField ?? "*"}`}
      d={path}
    >
      <title>{edge.change === "same" ? edge.how : `${edge.how} (${edge.change})`}</title>
    </path>
  );
}

function litAs(lit: Lit | null, { origin, destination }: DrawnEdge): "on-lit" | "on-possible" | null {
  if (!lit) return null;
  if (lit.nodes.has(origin) && lit.nodes.has(destination)) return "on-lit";
  const isNear = (node: string) => lit.nodes.has(node) || lit.possible.has(node);
  return isNear(origin) && isNear(destination) ? "on-possible" : null;
}

function linesOf(drawing: Drawing, layout: Layout): Line[] {
  const found: Line[] = [];
  const titles = new Map(drawing.nodes.map((node) => [node.id, node.title]));
  for (const edge of drawing.edges) {
    const key = edgeKey(edge);
    const course = layout.courses.get(key);
    if (!course || course.length < 2) continue;
    const label = `Edge from ${titles.get(edge.origin) ?? ""} to ${titles.get(edge.destination) ?? ""}`;
    found.push({ key, label, edge, path: rounded(course), ...extent(course) });
  }
  return found;
}

function extent(course: readonly Point[]): Pick<Line, "left" | "right" | "top" | "bottom"> {
  const xs = course.map((point) => point.x);
  const ys = course.map((point) => point.y);
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** The visible square as a text: equal texts are equal values, so moving inside of a square draws nothing again. */
function squareOf([x, y, zoom]: [number, number, number], width: number, height: number): string {
  const wide = width / zoom;
  const high = height / zoom;
  const column = Math.floor(-x / zoom / (wide * SLACK));
  const row = Math.floor(-y / zoom / (high * SLACK));
  const left = column * wide * SLACK;
  const top = row * high * SLACK;
  return [left, top, left + wide * (1 + SLACK), top + high * (1 + SLACK)].map(Math.round).join(" ");
}

function visible(lines: readonly Line[], square: string): readonly Line[] {
  if (lines.length <= 300) return lines;
  const [left = 0, top = 0, right = 0, bottom = 0] = square.split(" ").map(Number);
  return lines.filter((line) => line.right >= left && line.left <= right && line.bottom >= top && line.top <= bottom);
}
