/** The camera of a graph: which part of it is seen, and how large. */
import { useReactFlow, useStore, useStoreApi } from "@xyflow/react";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { type Box, type Layout, boundsOf, frame } from "./layout";

export interface Camera {
  /** Shows the whole graph. */
  fit: () => void;
  /** Shows all of these nodes. */
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
  const frameStart = useCallback(
    (whole: boolean) => {
      const { width, height } = store.getState();
      const box = start ? layout.boxes.get(start) : undefined;
      void flow.setViewport(frame(layout.bounds, { width, height }, box, whole));
    },
    [flow, store, layout, start],
  );
  const frameBoxes = useCallback(
    (boxes: readonly Box[]) => {
      const { width, height } = store.getState();
      void flow.setViewport(frame(boundsOf(boxes), { width, height }, undefined, true));
    },
    [flow, store],
  );
  useFirstFraming(layout, scene, start, selected, frameStart, frameBoxes);

  return useMemo(
    () => ({
      fit: () => frameStart(true),
      frame: (nodes) => {
        const boxes = boxesOf(layout, [...nodes]);
        if (boxes.length > 0) frameBoxes(boxes);
      },
      zoom: (by) => void flow.zoomTo(flow.getZoom() * by),
      reveal: (node, focus = true) => {
        const box = layout.boxes.get(node);
        if (!box) return;
        const { width, height, transform } = store.getState();
        if (!isInside(box, transform, width, height)) {
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

export type Distance = "near" | "far" | "farthest";

/** How far away the graph is: from afar less of each node can be read, so less of it is drawn. */
export function useDistance(): Distance {
  return useStore(({ transform: [, , zoom] }) => (zoom < 0.18 ? "farthest" : zoom < 0.48 ? "far" : "near"));
}

function useFirstFraming(
  layout: Layout,
  scene: string,
  start: string | null,
  selected: string | null,
  frameStart: (whole: boolean) => void,
  frameBoxes: (boxes: readonly Box[]) => void,
): void {
  const flow = useReactFlow();
  const framedScene = useRef<string | null>(null);
  const layoutBefore = useRef(layout);
  useEffect(() => {
    if (layout.boxes.size === 0) return;
    if (framedScene.current !== scene) {
      framedScene.current = scene;
      // A link to a node that is selected shows both it and the start, so that the way between them is seen.
      const both = boxesOf(layout, [start, selected]);
      if (both.length === 2 && start !== selected) frameBoxes(both);
      else frameStart(false);
    } else if (layoutBefore.current !== layout) {
      keepInPlace(flow, layoutBefore.current, layout, start);
    }
    layoutBefore.current = layout;
  }, [layout, scene, frameStart, frameBoxes, flow, start, selected]);
}

function boxesOf(layout: Layout, nodes: readonly (string | null)[]): Box[] {
  return nodes.flatMap((node) => (node ? (layout.boxes.get(node) ?? []) : []));
}

function isInside(box: Box, [x, y, zoom]: [number, number, number], width: number, height: number): boolean {
  const left = box.x * zoom + x;
  const top = box.y * zoom + y;
  return left > 0 && top > 0 && left + box.width * zoom < width && top + box.height * zoom < height;
}

function focusNode(node: string): void {
  document.querySelector<HTMLElement>(`[data-node="${CSS.escape(node)}"] .node-head`)?.focus();
}

/** Leaves the start where it was on the screen, or, where that is not drawn, any node of both layouts. */
function keepInPlace(flow: ReturnType<typeof useReactFlow>, before: Layout, after: Layout, start: string | null): void {
  const both = [start, ...after.boxes.keys()].find((id) => id !== null && before.boxes.has(id) && after.boxes.has(id));
  const old = both ? before.boxes.get(both) : undefined;
  const fresh = both ? after.boxes.get(both) : undefined;
  if (!old || !fresh) return;
  const { x, y, zoom } = flow.getViewport();
  void flow.setViewport({ zoom, x: x + (old.x - fresh.x) * zoom, y: y + (old.y - fresh.y) * zoom });
}
