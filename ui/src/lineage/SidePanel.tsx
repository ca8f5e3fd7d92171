/** All that is known of the node or edge that was chosen. */
import { platform } from "../address/nodes";
import { KindIcon } from "../design/icons";
import { Marks } from "../design/Marks";
import { Moment } from "../design/When";
import { EdgeEvidence } from "../panel/EdgePages";
import { Panel, PanelHead } from "../panel/Panel";
import { Ways } from "../panel/Ways";
import { betweenExpression } from "../graph/select";
import { type GraphNode, marksOfNode } from "../drawings/lineage";
import { MARKS } from "../graph/marks";
import { DatasetPages, JobPages } from "./NodePages";
import type { View } from "./view";

export interface SidePanelProps {
  view: View;
  node: GraphNode | null;
  edge: { origin: string; destination: string } | null;
  onChange: (change: Partial<View>) => void;
  onOpen: (node: string) => void;
}

export function SidePanel({ view, node, edge, onChange, onOpen }: SidePanelProps) {
  if (edge) {
    return (
      <Panel>
        <PanelHead title="Edge" onClose={() => onChange({ edge: null })} />
        <div className="tab-panel">
          <EdgeEvidence origin={edge.origin} destination={edge.destination} />
        </div>
      </Panel>
    );
  }
  if (!node) return null;
  const marks = marksOfNode(node);
  const Pages = node.type === "JOB" ? JobPages : DatasetPages;
  return (
    <Panel>
      <PanelHead
        title={node.data.name}
        icon={<KindIcon type={node.type} kind={node.data.kind} platform={platform(node.data.namespace)} />}
        onClose={view.selected ? () => onChange({ selected: null }) : null}
      >
        <div className="row wrap">
          <span className="faint">{node.data.namespace}</span>
          <Marks marks={marks} />
        </div>
        {marks
          .filter((mark) => mark.word === MARKS.late.word)
          .map((mark) => (
            <p key={mark.word} className="soft">
              Late: {mark.meaning}.
            </p>
          ))}
        {view.at && (
          <p className="faint" title="Names, tags, descriptions and owners are as they are now.">
            As of <Moment at={view.at} /> UTC, as the graph.
          </p>
        )}
        {node.id !== view.node && (
          <div className="row wrap">
            <button type="button" className="button" onClick={() => onOpen(node.id)}>
              Look around this {node.type === "JOB" ? "job" : "dataset"}
            </button>
            <button
              type="button"
              className="button"
              title="Hide what does not lie between it and the start"
              onClick={() => onChange({ only: betweenExpression(view.node, node.id) })}
            >
              Only the path
            </button>
          </div>
        )}
        <Ways node={node.id} />
      </PanelHead>
      <Pages key={node.id} node={node} view={view} onChange={onChange} />
    </Panel>
  );
}
