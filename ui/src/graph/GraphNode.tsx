/** One node of a graph: a dataset with its columns, a job, a run. */
import { type Node, type NodeProps } from "@xyflow/react";
import { type CSSProperties, memo, useContext } from "react";
import { Breakable } from "../design/Breakable";
import { KindIcon } from "../design/icons";
import { Marks } from "../design/Marks";
import { PlatformMark } from "../design/PlatformMark";
import { RunState } from "../design/RunState";
import type { DrawnNode } from "./drawing";
import { GraphActions, GraphState, type Side, sideKey } from "./context";
import { fieldKey } from "./lighting";
import "./node.css";
import { LARGE_LINE, hasFacts, isDatasetLike, shownFields, sizeOf } from "./sizes";
import { rowsInShort } from "./counts";
import { Sparkline } from "./Sparkline";

export type FlowNode = Node<{ drawn: DrawnNode }, "drawn">;

export const GraphNode = memo(function GraphNode({ data }: NodeProps<FlowNode>) {
  const { drawn } = data;
  const actions = useContext(GraphActions);
  const { lit, selected, found, focusable, path } = useContext(GraphState);
  const isDataset = isDatasetLike(drawn.type);
  const names = ["node", isDataset ? "dataset" : "job", drawn.type, drawn.change];
  if (drawn.isStart) names.push("start");
  if (selected === drawn.id) names.push("selected");
  if (found.has(drawn.id)) names.push("found");
  if (lit?.possible.has(drawn.id)) names.push("possible");
  else if (lit ? !lit.nodes.has(drawn.id) : found.size > 0 && !found.has(drawn.id)) names.push("dim");
  if (path?.has(drawn.id)) names.push("on-path");
  const { head } = sizeOf(drawn);
  return (
    <div className={names.join(" ")} role="group" aria-label={drawn.label} data-node={drawn.id} style={styleOf(head)}>
      <button
        type="button"
        className="node-head"
        aria-pressed={selected === drawn.id}
        tabIndex={focusable === drawn.id ? 0 : -1}
        title={[drawn.label, ...(drawn.vitals?.details ?? [])].join("\n")}
        onClick={() => actions.onSelect(drawn.id)}
        onDoubleClick={() => actions.onOpen(drawn.id)}
        onKeyDown={(event) => actions.onKey(event, drawn.id)}
      >
        {drawn.state && !isDataset ? (
          <RunState state={drawn.state} quiet />
        ) : (
          <KindIcon type={drawn.type} kind={drawn.kind} platform={drawn.platform} />
        )}
        <span className="node-text">
          <span className="node-title">
            <Breakable name={drawn.title} />
          </span>
          <span className="node-place">
            <PlatformMark platform={drawn.platform} />
            <Breakable name={drawn.place} />
          </span>
        </span>
        {drawn.state && isDataset && <RunState state={drawn.state} quiet />}
        <span className="unseen">{spokenMarks(drawn, lit?.possible.has(drawn.id) ?? false)}</span>
      </button>
      {drawn.marks.length > 0 && (
        <span className="node-marks">
          <Marks marks={drawn.marks} />
        </span>
      )}
      <Expand node={drawn} side="upstream" count={drawn.hiddenUpstream} />
      <Expand node={drawn} side="downstream" count={drawn.hiddenDownstream} />
      {hasFacts(drawn) && <Facts node={drawn} />}
      {drawn.fields && drawn.fields.length > 0 && <Fields node={drawn} />}
    </div>
  );
});

/** The height of the head, and how many lines of a name go into it where names are written larger. */
function styleOf(head: number): CSSProperties {
  return { "--head": `${head - 2}px`, "--room": Math.floor(head / LARGE_LINE) } as CSSProperties;
}

/** When a dataset was last written, and with how many rows. */
function Facts({ node }: { node: DrawnNode }) {
  const { when = "", rows = [], details = [] } = node.vitals ?? {};
  return (
    <p className="node-facts" title={details.join("\n")}>
      <span className="node-when">{when}</span>
      <span className="node-rows">{rowsInShort(rows)}</span>
      <Sparkline counts={rows} />
    </p>
  );
}

/** The marks and the change of a node in words, for screen readers. */
function spokenMarks(node: DrawnNode, isPossible: boolean): string {
  const words = node.marks.map((mark) => mark.word);
  if (isPossible) words.push("may be on the path");
  if (node.change !== "same") words.push(node.change);
  return words.join(", ");
}

/** The button for what is hidden on a side of a node, or for hiding again what it has shown. */
function Expand({ node, side, count }: { node: DrawnNode; side: Side; count: number }) {
  const actions = useContext(GraphActions);
  const { expanded } = useContext(GraphState);
  if (count === 0 && !expanded.has(sideKey(node.id, side))) return null;
  const words = count > 0 ? `Show ${count} more ${side}` : `Hide again what came ${side}`;
  return (
    <button
      type="button"
      className={`expand ${side}`}
      aria-label={`${words} of ${node.title}`}
      title={words}
      onClick={() => actions.onExpand(node.id, side)}
    >
      {count > 0 ? "+" : "−"}
      {count > 0 && <span>{count}</span>}
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
              onFocus={() => actions.onHoverField({ node: node.id, field: name })}
              onBlur={() => actions.onHoverField(null)}
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
