/** The graph around a job or dataset: now, at a moment, or between two. */
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from "react";
import { useAnswer } from "../api/useAnswer";
import { go, usePlace, withQuery } from "../address/location";
import { Empty, Failed } from "../design/Notice";
import { Canvas } from "../graph/Canvas";
import { type Drawing, edgeKey } from "../graph/drawing";
import { warmUp } from "../graph/elk";
import type { FieldRef } from "../graph/lighting";
import { useLayout } from "../graph/useLayout";
import { ChangeList } from "./ChangeList";
import { useComparison } from "./comparison";
import { drawLineage, isNode } from "./drawn";
import { asNode, drawDiff, fieldChanges } from "./drawnDiff";
import { type ExportForm, exportGraph } from "./exports";
import { hiddenOf, inWords } from "./hidden";
import "./lineage.css";
import { SidePanel } from "./SidePanel";
import { TimeBar } from "./TimeBar";
import { Toolbar } from "./Toolbar";
import { type View, around, expanded, lineageQuery, readView, writeView } from "./view";

export function LineageView() {
  const { query } = usePlace();
  const view = useMemo(() => readView(query), [query]);
  if (!view.node) {
    return (
      <Empty title="Choose what to look at" sign="search">
        <p>Search for a job, a dataset or a column above (press /), and its lineage is shown here.</p>
      </Empty>
    );
  }
  return <Graph view={view} />;
}

function Graph({ view }: { view: View }) {
  useEffect(warmUp, []);
  const change = useCallback(
    (next: Partial<View>, how: "push" | "replace" = "push") =>
      go(withQuery("/lineage", writeView({ ...view, ...next })), how),
    [view],
  );
  const shape = useMemo(() => lineageQuery(view), [view]);
  const { asked: compared, before, after, ...columns } = useComparison(view);
  const single = useAnswer(
    "/api/v1/lineage",
    view.from
      ? null
      : {
          query: {
            ...shape,
            foldPrivate: view.foldPrivate,
            layers: view.control ? "data,control" : "data",
            columns: view.columns,
            ...(view.at ? { at: view.at } : {}),
          },
        },
  );
  const asked = view.from ? compared : single;
  const diff = compared.answer;
  const changes = useAnswer("/api/v1/lineage/changes", { query: shape });
  const drawing = useMemo(() => {
    const shown = { scene: sceneOf(asked.of), columns: view.columns, start: view.node };
    if (diff) return drawDiff(diff, shown, before, after);
    return single.answer ? drawLineage(single.answer, shown) : null;
  }, [diff, before, after, single.answer, asked.of, view.columns, view.node]);
  const nodes = useMemo(
    () => (diff ? diff.graph.flatMap((node) => asNode(node) ?? []) : (single.answer?.graph ?? [])),
    [diff, single.answer],
  );
  const truncated = asked.answer?.truncated ?? null;
  const hidden = inWords(hiddenOf(view, truncated, nodes));
  const { drawing: drawn, layout, pending } = useLayout(drawing);
  const start = useMemo(() => nodes.find((node) => isNode(node, view.node))?.id ?? null, [nodes, view.node]);
  const fields = useMemo(() => (diff ? fieldChanges(diff) : undefined), [diff]);
  const [find, setFind] = useState("");
  const found = useFound(drawn, useDeferredValue(find));

  const onSelect = useCallback((selected: string | null) => change({ selected, edge: null }), [change]);
  const onOpen = useCallback((node: string) => go(withQuery("/lineage", writeView(around(view, node)))), [view]);
  const onExpand = useCallback(
    (node: string, side: "upstream" | "downstream") => change(expanded(view, node, side)),
    [change, view],
  );
  const onPinField = useCallback((field: FieldRef | null) => change({ field }), [change]);
  const onSelectEdge = useCallback(
    (key: string) => {
      const edge = drawn.edges.find((one) => edgeKey(one) === key);
      if (edge) change({ edge: { origin: edge.origin, destination: edge.destination }, selected: null });
    },
    [change, drawn],
  );
  const onMove = useCallback((at: string | null) => change({ at }, "replace"), [change]);
  const onCompare = useCallback((from: string | null) => change({ from }), [change]);
  const onExport = (form: ExportForm) => void exportGraph(form, view, drawn, layout);

  const selectedEdge = view.edge ? edgeKey(view.edge) : null;
  const chosen = view.selected ?? start;
  const panelNode = nodes.find((node) => node.id === chosen) ?? null;
  return (
    <div className="lineage">
      <Toolbar
        view={view}
        count={countOf(drawn, hidden)}
        onChange={change}
        find={find}
        onFind={setFind}
        findResult={`${found.size} found`}
        onExport={onExport}
      />
      <div className="lineage-body">
        <div className="lineage-graph" data-nodes={pending ? undefined : drawn.nodes.length}>
          {asked.problem ? (
            <Failed problem={asked.problem} retry={asked.reload} />
          ) : (
            <Canvas
              drawing={drawn}
              layout={layout}
              start={start}
              selected={view.selected}
              selectedEdge={selectedEdge}
              pinned={view.field}
              found={found}
              onSelect={onSelect}
              onOpen={onOpen}
              onExpand={onExpand}
              onPinField={onPinField}
              onSelectEdge={onSelectEdge}
              {...(fields ? { fieldChanges: fields } : {})}
            >
              {(asked.loading || columns.loading || pending) && (
                <div className="busy" role="status">
                  Drawing…
                </div>
              )}
              <div className="notes">
                {hidden && (
                  <div className="truncated" role="note">
                    {truncated?.reason === "maxNodes"
                      ? `Truncated: ${hidden}`
                      : capital(`${hidden} beyond ${beyond(view)}`)}
                  </div>
                )}
                {columns.problem && (
                  <div className="truncated" role="note">
                    Columns of both moments cannot be connected: {columns.problem.message}
                  </div>
                )}
              </div>
              {asked.answer && !pending && drawn.edges.length === 0 && (
                <div className="alone" role="note">
                  {view.at ? "Nothing was connected with it at this moment." : "Nothing is connected with it."}
                </div>
              )}
            </Canvas>
          )}
        </div>
        {diff && !view.selected && !view.edge ? (
          <ChangeList diff={diff} onSelect={onSelect} />
        ) : (
          <SidePanel view={view} node={panelNode} edge={view.edge} onChange={change} onOpen={onOpen} />
        )}
      </div>
      <TimeBar changes={changes.answer} at={view.at} from={view.from} onMove={onMove} onCompare={onCompare} />
    </div>
  );
}

function beyond(view: View): string {
  if (view.up.length > 0 || view.down.length > 0) return "what is shown";
  return `${view.hops} ${view.hops === 1 ? "hop" : "hops"}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function countOf(drawing: Drawing, hidden: string | null): string {
  const jobs = drawing.nodes.filter((node) => node.type === "JOB").length;
  const datasets = drawing.nodes.length - jobs;
  return `${counted(datasets, "dataset")}, ${counted(jobs, "job")}${hidden ? `, ${hidden}` : ""}`;
}

/** Nodes by a part of their names, or by a column's. */
function useFound(drawing: Drawing, text: string): ReadonlySet<string> {
  return useMemo(() => {
    const wanted = text.trim().toLowerCase();
    if (!wanted) return new Set<string>();
    const fits = drawing.nodes.filter(
      (node) =>
        node.label.toLowerCase().includes(wanted) ||
        (node.fields ?? []).some((field) => field.name.toLowerCase().includes(wanted)),
    );
    return new Set(fits.map((node) => node.id));
  }, [drawing, text]);
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

/** Of a question what the graph is framed for: the time and what is expanded leave it in its place. */
function sceneOf(asked: string | null): string {
  const query = new URL(asked ?? "", window.location.origin).searchParams;
  return ["nodeId", "scope", "groupBy", "columns", "direction", "from"].map((name) => query.get(name) ?? "").join(" ");
}
