/** One node of a graph: a dataset with its columns, a job, a run. */
import { type Node, type NodeProps } from "@xyflow/react";
import { memo, useContext } from "react";
import { KindIcon } from "../design/icons";
import { Marks } from "../design/Marks";
import { RunState } from "../design/RunState";
import type { DrawnNode } from "./drawing";
import { GraphActions, GraphState } from "./context";
import { fieldKey } from "./lighting";
import "./node.css";
import { isDatasetLike, shownFields } from "./sizes";

export type FlowNode = Node<{ drawn: DrawnNode }, "drawn">;

export const GraphNode = memo(function GraphNode({ data }: NodeProps<FlowNode>) {
  const { drawn } = data;
  const actions = useContext(GraphActions);
  const { lit, selected, found, focusable, path } = useContext(GraphState);
  const names = ["node", isDatasetLike(drawn.type) ? "dataset" : "job", drawn.type, drawn.change];
  if (drawn.isStart) names.push("start");
  if (selected === drawn.id) names.push("selected");
  if (found.has(drawn.id)) names.push("found");
  if (lit && !lit.nodes.has(drawn.id)) names.push("dim");
  if (path?.has(drawn.id)) names.push("on-path");
  return (
    <div className={names.join(" ")} role="group" aria-label={drawn.label} data-node={drawn.id}>
      <button
        type="button"
        className="node-head"
        aria-pressed={selected === drawn.id}
        tabIndex={focusable === drawn.id ? 0 : -1}
        title={drawn.label}
        onClick={() => actions.onSelect(drawn.id)}
        onDoubleClick={() => actions.onOpen(drawn.id)}
        onKeyDown={(event) => actions.onKey(event, drawn.id)}
      >
        <KindIcon type={drawn.type} kind={drawn.kind} platform={drawn.platform} />
        <span className="node-text">
          <span className="node-title">{drawn.title}</span>
          <span className="node-place">{drawn.place}</span>
        </span>
        {drawn.state && <RunState state={drawn.state} quiet />}
        <span className="unseen">{spokenMarks(drawn)}</span>
      </button>
      {drawn.marks.length > 0 && (
        <span className="node-marks">
          <Marks marks={drawn.marks} />
        </span>
      )}
      {drawn.hiddenUpstream > 0 && <Expand node={drawn} side="upstream" count={drawn.hiddenUpstream} />}
      {drawn.hiddenDownstream > 0 && <Expand node={drawn} side="downstream" count={drawn.hiddenDownstream} />}
      {drawn.fields && drawn.fields.length > 0 && <Fields node={drawn} />}
    </div>
  );
});

/** The marks and the change of a node in words, for screen readers. */
function spokenMarks(node: DrawnNode): string {
  const words = node.marks.map((mark) => mark.word);
  if (node.change !== "same") words.push(node.change);
  return words.join(", ");
}

function Expand({ node, side, count }: { node: DrawnNode; side: "upstream" | "downstream"; count: number }) {
  const actions = useContext(GraphActions);
  return (
    <button
      type="button"
      className={`expand ${side}`}
      aria-label={`Show ${count} more ${side} of ${node.title}`}
      title={`Show ${count} more ${side}`}
      onClick={() => actions.onExpand(node.id, side)}
    >
      +{count}
    </button>
  );
}

function Fields({ node }: { node: DrawnNode }) {
  const actions = useContext(GraphActions);
  const { lit, pinned, fieldChanges } = useContext(GraphState);
  const { names, more } = shownFields(node);
  const types = new Map((node.fields ?? []).map((field) => [field.name, field.type]));
  return (
    <ul className="fields" aria-label={`Columns of ${node.title}`} onPointerLeave={() => actions.onHoverField(null)}>
      {names.map((name) => {
        const key = fieldKey(node.id, name);
        const change = fieldChanges.get(key);
        return (
          <li key={name}>
            <button
              type="button"
              className={`column${lit?.fields.has(key) ? " lit" : ""}${change ? ` ${change}` : ""}`}
              aria-pressed={pinned === key}
              onPointerEnter={() => actions.onHoverField({ node: node.id, field: name })}
              onClick={() => actions.onPinField(pinned === key ? null : { node: node.id, field: name })}
            >
              <span className="cut">{name}</span>
              <span className="column-type cut">{types.get(name)?.toLowerCase()}</span>
            </button>
          </li>
        );
      })}
      {more > 0 && <li className="more-columns">{more} more columns</li>}
    </ul>
  );
}
