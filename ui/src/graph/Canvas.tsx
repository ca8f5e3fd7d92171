/** A graph that can be looked around in, by mouse and by keyboard. */
import { ReactFlowProvider } from "@xyflow/react";
import { type CSSProperties, type ReactNode, useMemo, useReducer } from "react";
import { GraphActions, GraphState, type Side } from "./context";
import type { Drawing } from "./drawing";
import { GraphPane } from "./GraphPane";
import "./canvas.css";
import "./distance.css";
import type { Layout } from "../layers/shapes";
import { LARGE } from "./Overview";
import { type FieldRef, fieldKey } from "./lighting";
import { useCamera, useDistance, useFollowing, useLegible } from "./useCamera";
import { useKeyboard } from "./useKeyboard";
import { usePaths } from "./usePaths";
import { Legend } from "./Legend";
import { LitKey } from "./notes";
import { ZoomButtons } from "./ZoomButtons";

export interface CanvasProps {
  drawing: Drawing;
  layout: Layout;
  /** The node that the graph is drawn around, where there is one. */
  start: string | null;
  selected: string | null;
  selectedEdge?: string | null;
  /** The column whose path stays lit. */
  pinned?: FieldRef | null;
  /** The nodes that a search in the graph has found. */
  found?: ReadonlySet<string>;
  /** The sides of nodes that were expanded, by their keys. */
  expanded?: ReadonlySet<string>;
  /** Nodes to mark in place of the selected node's path: the way to a cause. */
  highlight?: ReadonlySet<string> | null;
  /** How columns changed between two moments, by their keys. */
  fieldChanges?: ReadonlyMap<string, string>;
  onSelect: (node: string | null) => void;
  onOpen?: (node: string) => void;
  onExpand?: (node: string, side: Side) => void;
  onPinField?: (field: FieldRef | null) => void;
  onSelectEdge?: (key: string) => void;
  /** Notes that lie on top of the graph. */
  children?: ReactNode;
}

const NONE: ReadonlySet<string> = new Set();
const NO_CHANGES: ReadonlyMap<string, string> = new Map();
const nothing = (): void => undefined;

export function Canvas(props: CanvasProps) {
  return (
    <ReactFlowProvider>
      <CanvasInProvider {...props} />
    </ReactFlowProvider>
  );
}

/** The canvas itself; its hooks need the provider around them. */
function CanvasInProvider(props: CanvasProps) {
  const {
    drawing,
    layout,
    start,
    selected,
    selectedEdge = null,
    pinned = null,
    found = NONE,
    expanded = NONE,
    highlight = null,
  } = props;
  const { fieldChanges = NO_CHANGES, onSelect, onOpen = nothing, onExpand = onOpen } = props;
  const { onPinField = nothing, onSelectEdge = nothing, children } = props;
  const distance = useDistance();
  const legible = { "--legible": `${useLegible()}px` } as CSSProperties;
  const camera = useCamera(layout, drawing.scene, start, selected);
  const [mapped, onMap] = useReducer((before: boolean) => !before, false);
  const paths = usePaths(drawing, pinned, selected, highlight);
  const clicks = { onSelect, onOpen, onExpand, onSelectEdge };
  const keyboard = useKeyboard({ drawing, layout, camera, start, selected, onMap, ...clicks });
  useFollowing(camera, highlight, found);

  const { lit, path, onHoverField } = paths;
  const { focusable, onNodeKey, onEdgeKey } = keyboard;
  const actions = useMemo(
    () => ({ onSelect, onOpen, onExpand, onHoverField, onPinField, onKey: onNodeKey, onEdgeKey }),
    [onSelect, onOpen, onExpand, onHoverField, onPinField, onNodeKey, onEdgeKey],
  );
  const pinnedKey = pinned ? fieldKey(pinned.node, pinned.field) : null;
  const state = useMemo(
    () => ({ lit, path, selected, found, expanded, pinned: pinnedKey, focusable, fieldChanges }),
    [lit, path, selected, found, expanded, pinnedKey, focusable, fieldChanges],
  );
  const marked = useMarked(found, selected, start);
  return (
    <GraphActions value={actions}>
      <GraphState value={state}>
        <div className={`canvas ${distance}`} style={legible} onKeyDown={keyboard.onGraphKey}>
          <GraphPane
            drawing={drawing}
            layout={layout}
            mapped={mapped}
            fromAfar={distance.startsWith("far") && drawing.nodes.length > LARGE}
            paths={paths}
            marked={marked}
            selectedEdge={selectedEdge}
            onSelect={onSelect}
            onSelectEdge={onSelectEdge}
          />
          <ZoomButtons camera={camera} mapped={mapped} onMap={onMap} />
          <Legend drawing={drawing} />
          {lit && <LitKey lit={lit} />}
          {children}
        </div>
      </GraphState>
    </GraphActions>
  );
}

/** What stands out where a graph is seen from afar. */
function useMarked(found: ReadonlySet<string>, selected: string | null, start: string | null): ReadonlySet<string> {
  return useMemo(() => new Set([...found, ...[selected, start].filter((id) => id !== null)]), [found, selected, start]);
}
