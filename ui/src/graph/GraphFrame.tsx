/** The frame that every view with a graph has: a toolbar above, the graph in the middle, a panel beside it. */
import type { ReactNode } from "react";
import "./frame.css";

export interface GraphFrameProps {
  /** What the toolbar is called by screen readers. */
  label: string;
  toolbar: ReactNode;
  panel: ReactNode;
  /** What stands below both the graph and its panel. */
  below?: ReactNode;
  /** How many nodes are drawn, for tests that wait for a graph; undefined while a newer one is on its way. */
  nodeCount?: number | undefined;
  /** The graph, or what is shown in its place. */
  children: ReactNode;
}

export function GraphFrame({ label, toolbar, panel, below, nodeCount, children }: GraphFrameProps) {
  return (
    <div className="graph-frame">
      <div className="toolbar" role="toolbar" aria-label={label}>
        {toolbar}
      </div>
      <div className="graph-body">
        <div className="graph-pane" data-nodes={nodeCount}>
          {children}
        </div>
        {panel}
      </div>
      {below}
    </div>
  );
}
