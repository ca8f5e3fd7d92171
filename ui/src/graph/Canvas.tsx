/** A graph that can be looked around in, by mouse and by keyboard. */
import { Background, MiniMap, ReactFlow, ReactFlowProvider, useReactFlow, useStore, useStoreApi } from "@xyflow/react";
import "@xyflow/react/dist/style.css";
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Sign } from "../design/icons";
import { GraphActions, GraphState } from "./context";
import type { Drawing } from "./drawing";
import { EdgeLayer } from "./EdgeLayer";
import { type FlowNode, GraphNode } from "./GraphNode";
import "./graph.css";
import { LARGE, type Layout, boundsOf, frame } from "./layout";
import { type FieldRef, type Lit, fieldKey, lightColumn, lightNode } from "./lighting";
import { isArrow, neighbour } from "./neighbours";
import { Overview, nodeAt } from "./Overview";

export interface CanvasProps {
  drawing: Drawing;
  layout: Layout;
  start: string | null;
  selected: string | null;
  selectedEdge?: string | null;
  pinned?: FieldRef | null;
  found?: ReadonlySet<string>;
  /** Nodes to light beside those of the selection: the way to a cause. */
  highlight?: ReadonlySet<string> | null;
  fieldChanges?: ReadonlyMap<string, string>;
  onSelect: (node: string | null) => void;
  onOpen?: (node: string) => void;
  onExpand?: (node: string, side: "upstream" | "downstream") => void;
  onPinField?: (field: FieldRef | null) => void;
  onSelectEdge?: (key: string) => void;
  children?: ReactNode;
}

const NODE_TYPES = { drawn: GraphNode };
const NONE: ReadonlySet<string> = new Set();
const NO_NODES: FlowNode[] = [];
const NO_CHANGES: ReadonlyMap<string, string> = new Map();
const nothing = (): void => undefined;

export function Canvas(props: CanvasProps) {
  return (
    <ReactFlowProvider>
      <Inside {...props} />
    </ReactFlowProvider>
  );
}

function Inside({
  drawing,
  layout,
  start,
  selected,
  selectedEdge = null,
  pinned = null,
  found = NONE,
  highlight = null,
  fieldChanges = NO_CHANGES,
  onSelect,
  onOpen = nothing,
  onExpand = onOpen,
  onPinField = nothing,
  onSelectEdge = nothing,
  children,
}: CanvasProps) {
  const [hovered, setHovered] = useState<FieldRef | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const flow = useReactFlow();
  const distance = useStore((state) =>
    state.transform[2] < 0.18 ? "farthest" : state.transform[2] < 0.48 ? "far" : "near",
  );
  const fromAfar = distance !== "near" && drawing.nodes.length > LARGE;
  const all = useMemo(() => flowNodes(drawing, layout), [drawing, layout]);
  const nodes = fromAfar ? NO_NODES : all;
  const ref = pinned ?? hovered;
  const lit: Lit | null = useMemo(() => (ref ? lightColumn(drawing, ref) : null), [drawing, ref]);
  const path = useMemo(
    () => highlight ?? (selected && !lit ? lightNode(drawing, selected) : null),
    [drawing, selected, lit, highlight],
  );
  const view = useView(layout, drawing.scene, start, selected);

  const onKey = useCallback(
    (event: KeyboardEvent, node: string) => {
      if (isArrow(event.key)) {
        event.preventDefault();
        event.stopPropagation();
        const next = neighbour(drawing, layout, node, event.key);
        if (next) {
          setFocused(next);
          view.reveal(next);
        }
      } else if (event.key === "o") onOpen(node);
      else if (event.key === "[") onExpand(node, "upstream");
      else if (event.key === "]") onExpand(node, "downstream");
    },
    [drawing, layout, view, onOpen, onExpand],
  );
  const actions = useMemo(
    () => ({ onSelect, onOpen, onExpand, onHoverField: setHovered, onPinField, onKey }),
    [onSelect, onOpen, onExpand, onPinField, onKey],
  );
  const marked = useMemo(
    () => new Set([...found, ...[selected, start].filter((id) => id !== null)]),
    [found, selected, start],
  );
  const focusable = firstKnown(layout, focused, selected, start, all[0]?.id ?? null);
  const shared = useMemo(
    () => ({
      lit,
      path,
      selected,
      found,
      pinned: pinned ? fieldKey(pinned.node, pinned.field) : null,
      focusable,
      fieldChanges,
    }),
    [lit, path, selected, found, pinned, focusable, fieldChanges],
  );

  useEffect(() => {
    if (highlight) view.frame(highlight);
  }, [highlight, view]);
  useEffect(() => {
    const [only] = found;
    if (only) view.reveal(only, false);
  }, [found, view]);

  return (
    <GraphActions value={actions}>
      <GraphState value={shared}>
        <div
          className={`canvas ${distance}`}
          onKeyDown={(event) => {
            if (event.key === "f") view.fit();
            else if (event.key === "+" || event.key === "=") view.zoom(1.25);
            else if (event.key === "-") view.zoom(0.8);
            else if (event.key === "Escape") onSelect(null);
          }}
        >
          <ReactFlow
            nodes={nodes}
            edges={[]}
            nodeTypes={NODE_TYPES}
            onlyRenderVisibleElements
            nodesDraggable={false}
            nodesConnectable={false}
            nodesFocusable={false}
            edgesFocusable={false}
            elementsSelectable={false}
            disableKeyboardA11y
            zoomOnDoubleClick={false}
            minZoom={0.02}
            maxZoom={2}
            proOptions={{ hideAttribution: true }}
            onPaneClick={(event) => {
              const at = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
              onSelect(fromAfar ? nodeAt(layout, at.x, at.y) : null);
            }}
          >
            <Background gap={24} size={1} color="var(--line)" />
            {fromAfar ? (
              <Overview drawing={drawing} layout={layout} marked={marked} path={path} />
            ) : (
              <EdgeLayer
                drawing={drawing}
                layout={layout}
                lit={lit}
                path={path}
                selected={selectedEdge}
                onSelect={onSelectEdge}
              />
            )}
            {!fromAfar && (
              <MiniMap<FlowNode>
                pannable
                zoomable
                ariaLabel="Overview of the graph"
                nodeColor={(node) => miniColour(node)}
                nodeBorderRadius={12}
                maskColor="color-mix(in srgb, var(--ground) 70%, transparent)"
                bgColor="var(--surface)"
              />
            )}
          </ReactFlow>
          <div className="zoom" role="group" aria-label="View">
            <button
              type="button"
              className="button"
              aria-label="Zoom in"
              title="Zoom in (+)"
              onClick={() => view.zoom(1.25)}
            >
              <Sign name="plus" />
            </button>
            <button
              type="button"
              className="button"
              aria-label="Zoom out"
              title="Zoom out (-)"
              onClick={() => view.zoom(0.8)}
            >
              <Sign name="minus" />
            </button>
            <button
              type="button"
              className="button"
              aria-label="Fit the graph"
              title="Fit the graph (f)"
              onClick={() => view.fit()}
            >
              <Sign name="fit" />
            </button>
          </div>
          {children}
        </div>
      </GraphState>
    </GraphActions>
  );
}

function flowNodes(drawing: Drawing, layout: Layout): FlowNode[] {
  return drawing.nodes.flatMap((drawn) => {
    const box = layout.boxes.get(drawn.id);
    if (!box) return [];
    const { x, y, width, height } = box;
    return [{ id: drawn.id, type: "drawn" as const, position: { x, y }, width, height, data: { drawn } }];
  });
}

function miniColour(node: FlowNode): string {
  const { drawn } = node.data;
  if (drawn.change === "added") return "var(--good)";
  if (drawn.change === "removed" || drawn.state === "FAILED") return "var(--bad)";
  if (drawn.isStart) return "var(--lit)";
  return drawn.type === "JOB" || drawn.type === "RUN" ? "var(--job)" : "var(--accent)";
}

function firstKnown(layout: Layout, ...ids: readonly (string | null)[]): string | null {
  return ids.find((id) => id !== null && layout.boxes.has(id)) ?? null;
}

interface View {
  fit: () => void;
  /** Shows all of these. */
  frame: (nodes: ReadonlySet<string>) => void;
  zoom: (by: number) => void;
  /** Moves the view to a node that lies outside, and gives it the focus. */
  reveal: (node: string, focus?: boolean) => void;
}

function useView(layout: Layout, scene: string, start: string | null, selected: string | null): View {
  const flow = useReactFlow();
  const store = useStoreApi();
  const framed = useRef<string | null>(null);
  const before = useRef(layout);

  const framing = useCallback(
    (whole: boolean) => {
      const { width, height } = store.getState();
      const box = start ? layout.boxes.get(start) : undefined;
      void flow.setViewport(frame(layout.bounds, { width, height }, box, whole));
    },
    [flow, store, layout, start],
  );

  useEffect(() => {
    if (layout.boxes.size === 0) return;
    if (framed.current !== scene) {
      framed.current = scene;
      // A link to something that is chosen shows it, and the way to it.
      const both = [start, selected].flatMap((id) => (id ? (layout.boxes.get(id) ?? []) : []));
      const { width, height } = store.getState();
      if (both.length === 2 && start !== selected)
        void flow.setViewport(frame(boundsOf(both), { width, height }, undefined, true));
      else framing(false);
    } else if (before.current !== layout) {
      keepInPlace(flow, before.current, layout, start);
    }
    before.current = layout;
  }, [layout, scene, framing, flow, store, start, selected]);

  return useMemo(
    () => ({
      fit: () => framing(true),
      frame: (nodes: ReadonlySet<string>) => {
        const boxes = [...nodes].flatMap((node) => layout.boxes.get(node) ?? []);
        const { width, height } = store.getState();
        if (boxes.length > 0) void flow.setViewport(frame(boundsOf(boxes), { width, height }, undefined, true));
      },
      zoom: (by: number) => void flow.zoomTo(flow.getZoom() * by),
      reveal: (node: string, focus = true) => {
        const box = layout.boxes.get(node);
        if (!box) return;
        const { width, height, transform } = store.getState();
        const [x, y, zoom] = transform;
        const left = box.x * zoom + x;
        const top = box.y * zoom + y;
        const inside = left > 0 && top > 0 && left + box.width * zoom < width && top + box.height * zoom < height;
        if (!inside) void flow.setCenter(box.x + box.width / 2, box.y + box.height / 2, { zoom: Math.max(zoom, 0.5) });
        if (focus) requestAnimationFrame(() => requestAnimationFrame(() => focusNode(node)));
      },
    }),
    [flow, store, layout, framing],
  );
}

function focusNode(node: string): void {
  document.querySelector<HTMLElement>(`[data-node="${CSS.escape(node)}"] .node-head`)?.focus();
}

/** What was there before stays where it was on the screen: the start, or else any node. */
function keepInPlace(flow: ReturnType<typeof useReactFlow>, before: Layout, after: Layout, start: string | null): void {
  const both = [start, ...after.boxes.keys()].find((id) => id !== null && before.boxes.has(id) && after.boxes.has(id));
  const old = both ? before.boxes.get(both) : undefined;
  const fresh = both ? after.boxes.get(both) : undefined;
  if (!old || !fresh) return;
  const { x, y, zoom } = flow.getViewport();
  void flow.setViewport({ zoom, x: x + (old.x - fresh.x) * zoom, y: y + (old.y - fresh.y) * zoom });
}
