/** The graph around a job or dataset: now, at a moment, or between two. */
import { useMemo, useState } from "react";
import { useAnswer } from "../api/useAnswer";
import { usePlace } from "../address/location";
import { shortNode, spoken } from "../address/nodes";
import { minute } from "../address/times";
import { useTitle } from "../address/title";
import { Empty, Failed } from "../design/Notice";
import { Canvas } from "../graph/Canvas";
import { edgeKey } from "../graph/drawing";
import { GraphFrame } from "../graph/GraphFrame";
import { ChangeList } from "./ChangeList";
import { exportGraph } from "./exports";
import { LineageNotes } from "./LineageNotes";
import { SidePanel } from "./SidePanel";
import { TimeBar } from "./TimeBar";
import { Toolbar } from "./Toolbar";
import { latestDifferent } from "./useComparison";
import { useFound } from "./useFound";
import { type LineageGraph, useLineageGraph } from "./useLineageGraph";
import { type ViewChanges, useViewChanges } from "./useViewChanges";
import { type View, expandedSides, lineageQuery, readView } from "./view";

export function LineageView() {
  const { query } = usePlace();
  const view = useMemo(() => readView(query), [query]);
  useTitle(view.node ? titleOf(view) : "Lineage");
  if (!view.node) {
    return (
      <Empty title="Choose what to look at" sign="search" isPage>
        <p>Search for a job, a dataset or a column above (press /), and its lineage is shown here.</p>
      </Empty>
    );
  }
  return <LineageOfNode view={view} />;
}

function LineageOfNode({ view }: { view: View }) {
  const graph = useLineageGraph(view);
  const { drawing, layout, hidden } = graph;
  const moments = useAnswer("/api/v1/lineage/changes", { query: lineageQuery(view) });
  const changes = useViewChanges(view, drawing);
  const [find, setFind] = useState("");
  const found = useFound(drawing, find);
  const toolbar = (
    <Toolbar
      view={view}
      drawing={graph.asked.problem ? null : drawing}
      hidden={hidden}
      onChange={changes.change}
      find={find}
      foundCount={found.size}
      onFind={setFind}
      onExport={(form) => void exportGraph(form, view, drawing, layout)}
    />
  );
  return (
    <GraphFrame
      label="Graph"
      toolbar={toolbar}
      panel={<Beside view={view} graph={graph} changes={changes} />}
      below={
        <TimeBar
          changes={moments.answer}
          at={view.at}
          from={view.from}
          onMove={changes.onMove}
          onCompare={changes.onCompare}
          onBeginComparison={(moments) => void latestDifferent(view, moments).then(changes.onCompare)}
        />
      }
      nodeCount={drawing.nodes.length}
    >
      <LineageCanvas view={view} graph={graph} changes={changes} found={found} />
    </GraphFrame>
  );
}

/** `DAILY_REVENUE as of 2025-03-05 04:20`, for the browser's tab and history. */
function titleOf(view: View): string {
  const { title } = spoken(shortNode(view.node));
  const until = view.at ? minute(view.at) : "now";
  if (view.from) return `${title} from ${minute(view.from)} to ${until}`;
  return view.at ? `${title} as of ${until}` : title;
}

interface PartProps {
  view: View;
  graph: LineageGraph;
  changes: ViewChanges;
}

function LineageCanvas({ view, graph, changes, found }: PartProps & { found: ReadonlySet<string> }) {
  const { asked, drawing, layout, start, fieldChanges } = graph;
  const expanded = useMemo(() => expandedSides(view), [view]);
  if (asked.problem) return <Failed problem={asked.problem} retry={asked.reload} />;
  return (
    <Canvas
      drawing={drawing}
      layout={layout}
      start={start}
      selected={view.selected}
      selectedEdge={view.edge ? edgeKey(view.edge) : null}
      pinned={view.field}
      found={found}
      expanded={expanded}
      onSelect={changes.onSelect}
      onOpen={changes.onOpen}
      onExpand={changes.onExpand}
      onPinField={changes.onPinField}
      onSelectEdge={changes.onSelectEdge}
      {...(fieldChanges ? { fieldChanges } : {})}
    >
      <LineageNotes view={view} graph={graph} />
    </Canvas>
  );
}

/** The panel tells of what was selected; else of what changed, where moments are compared; else of the start. */
function Beside({ view, graph, changes }: PartProps) {
  if (graph.diff && !view.selected && !view.edge) return <ChangeList diff={graph.diff} onSelect={changes.onSelect} />;
  const shown = view.selected ?? graph.start;
  const node = graph.nodes.find((one) => one.id === shown) ?? null;
  return <SidePanel view={view} node={node} edge={view.edge} onChange={changes.change} onOpen={changes.onOpen} />;
}
