/** The pane on which a graph is drawn: all of its nodes and lines, or an overview where it is large and far away. */
import { Background, MiniMap, ReactFlow, useReactFlow } from "@xyflow/react";
import "@xyflow/react/dist/style.css";
import { useMemo } from "react";
import type { Drawing } from "./drawing";
import { EdgeLayer } from "./EdgeLayer";
import { type FlowNode, GraphNode } from "./GraphNode";
import type { Layout } from "../layers/shapes";
import { Overview, nodeAt } from "./Overview";
import type { Paths } from "./usePaths";

export interface GraphPaneProps {
  drawing: Drawing;
  layout: Layout;
  /** Whether the graph is too large, and too far away, for nodes that are elements of the page. */
  fromAfar: boolean;
  paths: Paths;
  /** Whether a small map of the whole graph lies in the corner. */
  mapped: boolean;
  /** Nodes that stand out in the overview. */
  marked: ReadonlySet<string>;
  selectedEdge: string | null;
  onSelect: (node: string | null) => void;
  onSelectEdge: (key: string) => void;
}

const NODE_TYPES = { drawn: GraphNode };
const MAP_SIZE = { width: 150, height: 100 };
const NO_NODES: FlowNode[] = [];

/** React Flow only shows and moves the graph: selecting, dragging and its own keys are turned off. */
const ONLY_LOOKING = {
  nodesDraggable: false,
  nodesConnectable: false,
  nodesFocusable: false,
  edgesFocusable: false,
  elementsSelectable: false,
  disableKeyboardA11y: true,
  zoomOnDoubleClick: false,
} as const;

export function GraphPane(props: GraphPaneProps) {
  const { drawing, layout, fromAfar, paths, mapped, marked, selectedEdge, onSelect, onSelectEdge } = props;
  const { lit, path } = paths;
  const flow = useReactFlow();
  const nodes = useMemo(() => flowNodes(drawing, layout), [drawing, layout]);
  return (
    <ReactFlow
      nodes={fromAfar ? NO_NODES : nodes}
      edges={[]}
      nodeTypes={NODE_TYPES}
      onlyRenderVisibleElements
      {...ONLY_LOOKING}
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
        <>
          <EdgeLayer
            drawing={drawing}
            layout={layout}
            lit={lit}
            path={path}
            selected={selectedEdge}
            onSelect={onSelectEdge}
          />
          {mapped && <SmallMap />}
        </>
      )}
    </ReactFlow>
  );
}

function SmallMap() {
  return (
    <MiniMap<FlowNode>
      pannable
      zoomable
      ariaLabel="Overview of the graph"
      nodeColor={mapColour}
      nodeBorderRadius={12}
      maskColor="color-mix(in srgb, var(--ground) 70%, transparent)"
      bgColor="var(--surface)"
      style={MAP_SIZE}
    />
  );
}

function mapColour(node: FlowNode): string {
  const { drawn } = node.data;
  if (drawn.change === "added") return "var(--good)";
  if (drawn.change === "removed" || drawn.state === "FAILED") return "var(--bad)";
  if (drawn.isStart) return "var(--lit)";
  return drawn.type === "JOB" || drawn.type === "RUN" ? "var(--job)" : "var(--accent)";
}

function flowNodes(drawing: Drawing, layout: Layout): FlowNode[] {
  return drawing.nodes.flatMap((drawn) => {
    const box = layout.boxes.get(drawn.id);
    if (!box) return [];
    const { x, y, width, height } = box;
    return [{ id: drawn.id, type: "drawn" as const, position: { x, y }, width, height, data: { drawn } }];
  });
}
