/** The camera of a graph: which part of it is seen, and how large. */
import { useReactFlow, useStore, useStoreApi } from "@xyflow/react";
import { type RefObject, useCallback, useEffect, useMemo, useRef } from "react";
import { type Box, type Layout, boundsOf } from "../layers/shapes";
import { LEGIBLE, type Pane, READABLE, SMALLEST_TEXT, type Viewport, frame, isInside } from "./framing";

export interface Camera {
  /** Shows the whole graph. */
  fit: () => void;
  /** Shows all of these nodes, if their names can be read then, or else the first of them. */
  frame: (nodes: ReadonlySet<string>) => void;
  /** Makes everything larger by a factor above 1, or smaller by one below. */
  zoom: (by: number) => void;
  /** Moves to a node that lies outside of what is seen, and gives it the keyboard's focus unless told not to. */
  reveal: (node: string, focus?: boolean) => void;
}

export const ZOOM_IN = 1.25;
export const ZOOM_OUT = 0.8;

/** No node that is revealed is shown smaller than this. */
const SMALLEST_REVEALED = 0.5;

/**
 * Frames the graph when it is drawn first, and keeps it in its place when it is drawn again.
 *
 * A drawing of another scene counts as another graph.
 */
export function useCamera(layout: Layout, scene: string, start: string | null, selected: string | null): Camera {
  const flow = useReactFlow();
  const store = useStoreApi();
  const framed = useRef<Viewport | null>(null);
  const frameStart = useCallback(
    (whole: boolean) => {
      const box = start ? layout.boxes.get(start) : undefined;
      framed.current = frame(layout.bounds, paneOf(store), box, whole);
      void flow.setViewport(framed.current);
    },
    [flow, store, layout, start],
  );
  const frameBoxes = useCallback(
    (boxes: readonly Box[], main: Box) => {
      void flow.setViewport(frame(boundsOf(boxes), paneOf(store), main));
    },
    [flow, store],
  );
  useFirstFraming(layout, scene, start, selected, frameStart, frameBoxes);
  useResizing(framed, frameStart);

  return useMemo(
    () => ({
      fit: () => frameStart(true),
      frame: (nodes) => {
        const boxes = boxesOf(layout, [...nodes]);
        if (boxes[0]) frameBoxes(boxes, boxes[0]);
      },
      zoom: (by) => void flow.zoomTo(flow.getZoom() * by),
      reveal: (node, focus = true) => {
        const box = layout.boxes.get(node);
        if (!box) return;
        const { transform } = store.getState();
        if (!isInside(box, transform, paneOf(store))) {
          const zoom = Math.max(transform[2], SMALLEST_REVEALED);
          void flow.setCenter(box.x + box.width / 2, box.y + box.height / 2, { zoom });
        }
        // A node that was outside is in the page only after the next frame but one.
        if (focus) requestAnimationFrame(() => requestAnimationFrame(() => focusNode(node)));
      },
    }),
    [flow, store, layout, frameStart, frameBoxes],
  );
}

/** Moves the camera to what is pointed out: the path to a cause, or the first node that a search found. */
export function useFollowing(camera: Camera, highlight: ReadonlySet<string> | null, found: ReadonlySet<string>): void {
  useEffect(() => {
    if (highlight) camera.frame(highlight);
  }, [highlight, camera]);
  useEffect(() => {
    const [first] = found;
    if (first) camera.reveal(first, false);
  }, [found, camera]);
}

/** Below this zoom names take the room of all else in the head of a node. */
const ROOMY = 0.8;

export type Distance = "near" | "mid" | "far" | "farthest";

/** How far away the graph is: from afar less of each node can be read, so less of it is drawn. */
export function useDistance(): Distance {
  return useStore(({ transform: [, , zoom] }) => {
    if (zoom < 0.18) return "farthest";
    if (zoom < LEGIBLE - 0.02) return "far";
    return zoom < ROOMY ? "mid" : "near";
  });
}

/** How large the smallest text is drawn, so that it can be read at this zoom; in steps, so that few zooms differ. */
export function useLegible(): number {
  return useStore(({ transform: [, , zoom] }) => Math.ceil((4 * SMALLEST_TEXT) / clamped(zoom)) / 4);
}

/** Text neither grows without end from afar, nor shrinks from close by. */
function clamped(zoom: number): number {
  return Math.min(Math.max(zoom, LEGIBLE), READABLE);
}

function useFirstFraming(
  layout: Layout,
  scene: string,
  start: string | null,
  selected: string | null,
  frameStart: (whole: boolean) => void,
  frameBoxes: (boxes: readonly Box[], main: Box) => void,
): void {
  const flow = useReactFlow();
  const store = useStoreApi();
  const framedScene = useRef<string | null>(null);
  const layoutBefore = useRef(layout);
  useEffect(() => {
    if (layout.boxes.size === 0) return;
    if (framedScene.current !== scene) {
      framedScene.current = scene;
      // A link to a node that is selected shows both it and the start, so that the way between them is seen.
      const both = boxesOf(layout, [start, selected]);
      if (both[1] && start !== selected) frameBoxes(both, both[1]);
      else frameStart(false);
    } else if (layoutBefore.current !== layout) {
      void flow.setViewport(kept(flow.getViewport(), layoutBefore.current, layout, start, paneOf(store)));
    }
    layoutBefore.current = layout;
  }, [layout, scene, frameStart, frameBoxes, flow, store, start, selected]);
}

/** When the window gets another size, a graph that nobody has moved is framed anew; of others the middle stays. */
function useResizing(framed: RefObject<Viewport | null>, frameStart: (whole: boolean) => void): void {
  const flow = useReactFlow();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const before = useRef({ width, height });
  const isResized = useRef(false);
  useEffect(() => {
    const note = () => {
      isResized.current = true;
    };
    window.addEventListener("resize", note);
    return () => window.removeEventListener("resize", note);
  }, []);
  useEffect(() => {
    const old = before.current;
    before.current = { width, height };
    // A pane that changes beside a panel, in the same window, leaves all where it is.
    if (!isResized.current || (old.width === width && old.height === height)) return;
    isResized.current = false;
    const { x, y, zoom } = flow.getViewport();
    if (framed.current?.x === x && framed.current.y === y) frameStart(false);
    else void flow.setViewport({ x: x + (width - old.width) / 2, y: y + (height - old.height) / 2, zoom });
  }, [width, height, flow, framed, frameStart]);
}

/** How large the pane is right now: React Flow only learns it later, when a panel has come together with the graph. */
function paneOf(store: ReturnType<typeof useStoreApi>): Pane {
  const { domNode, width, height } = store.getState();
  if (!domNode) return { width, height, head: 0 };
  const notes = domNode.closest(".canvas")?.querySelector<HTMLElement>(".graph-notes");
  const head = notes?.childElementCount ? notes.offsetTop + notes.offsetHeight : 0;
  return { width: domNode.clientWidth, height: domNode.clientHeight, head };
}

function boxesOf(layout: Layout, nodes: readonly (string | null)[]): Box[] {
  return nodes.flatMap((node) => (node ? (layout.boxes.get(node) ?? []) : []));
}

function focusNode(node: string): void {
  document.querySelector<HTMLElement>(`[data-node="${CSS.escape(node)}"] .node-head`)?.focus();
}

/**
 * Leaves the start where it was on the screen, or, where that is not drawn, any node of both layouts.
 *
 * Where that would leave new nodes outside, all is shown from farther away, as long as names can be read.
 */
function kept(view: Viewport, before: Layout, after: Layout, start: string | null, pane: Pane): Viewport {
  const whole = frame(after.bounds, pane, undefined, true);
  const added = [...after.boxes].filter(([id]) => !before.boxes.has(id)).map(([, box]) => box);
  const both = [start, ...after.boxes.keys()].find((id) => id !== null && before.boxes.has(id) && after.boxes.has(id));
  const old = both ? before.boxes.get(both) : undefined;
  const fresh = both ? after.boxes.get(both) : undefined;
  if (!old || !fresh) return view;
  const { zoom } = view;
  const x = view.x + (old.x - fresh.x) * zoom;
  const y = view.y + (old.y - fresh.y) * zoom;
  const isSeen = added.every((box) => isInside(box, [x, y, zoom], pane));
  return isSeen || whole.zoom < LEGIBLE ? { x, y, zoom } : whole;
}
