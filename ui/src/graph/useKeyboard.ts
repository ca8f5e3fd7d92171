/** Walking through a graph with the keyboard. */
import { type KeyboardEvent, useCallback, useState } from "react";
import type { Side } from "./context";
import { type Drawing, edgeKey } from "./drawing";
import type { Layout } from "../layers/shapes";
import { isArrow, neighbour } from "./neighbours";
import { type Camera, ZOOM_IN, ZOOM_OUT } from "./useCamera";

export interface KeyboardSettings {
  drawing: Drawing;
  layout: Layout;
  camera: Camera;
  start: string | null;
  selected: string | null;
  onSelect: (node: string | null) => void;
  onOpen: (node: string) => void;
  onExpand: (node: string, side: Side) => void;
  onSelectEdge: (key: string) => void;
  /** Shows the map of the graph, or hides it. */
  onMap: () => void;
}

export interface Keyboard {
  /** The node that the Tab key leads to; the others are reached from it by arrow keys. */
  focusable: string | null;
  /** For keys that are pressed on a node. */
  onNodeKey: (event: KeyboardEvent, node: string) => void;
  /** For keys that are pressed on an edge, which is known by its key. */
  onEdgeKey: (event: KeyboardEvent, edge: string) => void;
  /** For keys that are pressed anywhere in the graph. */
  onGraphKey: (event: KeyboardEvent) => void;
}

export function useKeyboard(settings: KeyboardSettings): Keyboard {
  const { drawing, layout, camera, start, selected, onSelect, onOpen, onExpand, onSelectEdge, onMap } = settings;
  const [focused, setFocused] = useState<string | null>(null);
  const onNodeKey = useCallback(
    (event: KeyboardEvent, node: string) => {
      if (isArrow(event.key)) {
        event.preventDefault();
        event.stopPropagation();
        const next = neighbour(drawing, layout, node, event.key);
        if (next) {
          setFocused(next);
          camera.reveal(next);
        }
      } else if (event.key === "o") onOpen(node);
      else if (event.key === "[") onExpand(node, "upstream");
      else if (event.key === "]") onExpand(node, "downstream");
      else if (event.key === "e") {
        setFocused(node);
        focusEdge(edgesOf(drawing, node)[0]);
      }
    },
    [drawing, layout, camera, onOpen, onExpand],
  );
  const onEdgeKey = useCallback(
    (event: KeyboardEvent, edge: string) => {
      const node = focused ?? selected ?? start;
      const edges = node ? edgesOf(drawing, node) : [];
      const step = event.key === "ArrowDown" || event.key === "e" ? 1 : event.key === "ArrowUp" ? -1 : 0;
      if (step !== 0) focusEdge(edges.at((edges.indexOf(edge) + step) % edges.length));
      else if (event.key === "Enter" || event.key === " ") onSelectEdge(edge);
      else if (event.key === "Escape" && node) camera.reveal(node);
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    [drawing, camera, focused, selected, start, onSelectEdge],
  );
  const onGraphKey = (event: KeyboardEvent) => {
    if (event.key === "f") camera.fit();
    else if (event.key === "m") onMap();
    else if (event.key === "+" || event.key === "=") camera.zoom(ZOOM_IN);
    else if (event.key === "-") camera.zoom(ZOOM_OUT);
    else if (event.key === "Escape") onSelect(null);
  };
  const isPlaced = (id: string | null) => id !== null && layout.boxes.has(id);
  const focusable = [focused, selected, start].find(isPlaced) ?? drawing.nodes.find(({ id }) => isPlaced(id))?.id;
  return { focusable: focusable ?? null, onNodeKey, onEdgeKey, onGraphKey };
}

/** The edges of a node by their keys: first those that lead away from it. */
function edgesOf(drawing: Drawing, node: string): string[] {
  const away = drawing.edges.filter((edge) => edge.origin === node);
  const towards = drawing.edges.filter((edge) => edge.destination === node && edge.origin !== node);
  return [...away, ...towards].map(edgeKey);
}

function focusEdge(key: string | undefined): void {
  if (key) document.querySelector<SVGElement>(`[data-edge="${CSS.escape(key)}"]`)?.focus();
}
