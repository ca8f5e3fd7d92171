/** A run: what went into it, what came of it, and why it went as it did. */
import { useCallback, useEffect, useMemo, useState } from "react";
import { useAnswer } from "../api/useAnswer";
import { go, usePlace, withQuery } from "../address/location";
import { runUrl } from "../address/links";
import { splitNode } from "../address/nodes";
import { duration, exact } from "../address/times";
import { Link } from "../design/Link";
import { Failed, Waiting } from "../design/Notice";
import { NodeLink } from "../design/NodeName";
import { RunState } from "../design/RunState";
import { Segments } from "../design/Segments";
import { type Tab, Tabs } from "../design/Tabs";
import { Canvas } from "../graph/Canvas";
import { warmUp } from "../graph/elk";
import { useLayout } from "../graph/useLayout";
import "../lineage/lineage.css";
import { FacetList } from "../panel/FacetList";
import { drawRuns } from "./drawnRuns";
import "./run.css";
import { RunFacts } from "./RunFacts";
import { VersionFacts } from "./VersionFacts";
import { Why } from "./Why";

const DIRECTIONS = [
  { value: "upstream", label: "Upstream" },
  { value: "both", label: "Both" },
  { value: "downstream", label: "Downstream" },
] as const;
type Direction = (typeof DIRECTIONS)[number]["value"];

/** `node` is run:ID, or a version of a dataset. */
export function RunView({ node, why }: { node: string; why: boolean }) {
  const { path, query } = usePlace();
  const { kind, rest } = splitNode(node);
  const isRun = kind === "run";
  const run = useAnswer("/api/v1/jobs/runs/{id}", isRun ? { path: { id: rest } } : null);
  const depth = Math.max(1, Number(query.get("hops")) || 3);
  const direction: Direction = DIRECTIONS.find((one) => one.value === query.get("direction"))?.value ?? "upstream";
  const graph = useAnswer("/api/v1/runlineage", { query: { nodeId: node, depth, direction } });
  useEffect(warmUp, []);
  const drawing = useMemo(
    () => (graph.answer ? drawRuns(graph.answer, node, graph.of ?? "") : null),
    [graph.answer, graph.of, node],
  );
  const { drawing: drawn, layout, pending } = useLayout(drawing);
  const [way, setWay] = useState<ReadonlySet<string> | null>(null);
  const selected = query.get("selected");

  const set = useCallback(
    (change: Record<string, string | null>) => {
      const next = new URLSearchParams(query);
      for (const [name, value] of Object.entries(change)) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      go(withQuery(path, next));
    },
    [path, query],
  );
  const onSelect = useCallback((id: string | null) => set({ selected: id, tab: null }), [set]);
  const onOpen = useCallback((id: string) => {
    const { kind: opened, rest: run } = splitNode(id);
    go(opened === "run" ? runUrl(run) : `/runlineage?${new URLSearchParams({ node: id }).toString()}`);
  }, []);

  if (run.problem) return <Failed problem={run.problem} retry={run.reload} />;
  if (graph.problem) return <Failed problem={graph.problem} retry={graph.reload} />;
  const about = run.answer;
  const chosen = selected && selected !== node ? graph.answer?.graph.find((one) => one.id === selected) : null;
  return (
    <div className="lineage">
      <div className="toolbar" role="toolbar" aria-label="Run">
        {about ? (
          <>
            <RunState state={about.state} />
            <NodeLink id={`job:${about.job.namespace}:${about.job.name}`} />
            <span className="faint">
              {exact(about.startedAt)} · {duration(about.durationMs)}
            </span>
          </>
        ) : (
          <h2>{isRun ? "Run" : "Version of a dataset"}</h2>
        )}
        <span className="grow" />
        <Segments
          label="Direction"
          choices={DIRECTIONS}
          value={direction}
          onChange={(value) => set({ direction: value })}
        />
        <label className="row soft">
          Hops
          <input
            className="field hops"
            type="number"
            min={1}
            max={20}
            value={depth}
            onChange={(event) => set({ hops: String(Math.min(20, Math.max(1, Number(event.target.value) || 1))) })}
          />
        </label>
      </div>
      <div className="lineage-body">
        <div className="lineage-graph">
          <Canvas
            drawing={drawn}
            layout={layout}
            start={node}
            selected={selected}
            highlight={way}
            onSelect={onSelect}
            onOpen={onOpen}
          >
            {(graph.loading || pending) && (
              <div className="busy" role="status">
                Drawing…
              </div>
            )}
            {graph.answer?.truncated && (
              <div className="truncated" role="note">
                {graph.answer.truncated.hidden} more beyond {depth} {depth === 1 ? "hop" : "hops"}
              </div>
            )}
          </Canvas>
        </div>
        <aside className="panel wide" aria-label="Details">
          {chosen ? (
            <div className="tab-panel">
              <span className="spread">
                <h2>{chosen.data.name}</h2>
                <button type="button" className="button small" onClick={() => onSelect(null)}>
                  Back
                </button>
              </span>
              {chosen.type === "RUN" && chosen.data.run ? (
                <RunFacts id={chosen.data.run.id} />
              ) : (
                <VersionFacts node={chosen} />
              )}
            </div>
          ) : isRun ? (
            <RunPages run={rest} why={why} tab={query.get("tab")} onTab={(tab) => set({ tab })} onWay={setWay} />
          ) : (
            <div className="tab-panel">
              {graph.answer ? (
                <VersionFacts node={graph.answer.graph.find((one) => one.id === node) ?? null} />
              ) : (
                <Waiting />
              )}
            </div>
          )}
        </aside>
      </div>
    </div>
  );
}

function RunPages({
  run,
  why,
  tab,
  onTab,
  onWay,
}: {
  run: string;
  why: boolean;
  tab: string | null;
  onTab: (tab: string) => void;
  onWay: (way: ReadonlySet<string> | null) => void;
}) {
  const { answer } = useAnswer("/api/v1/jobs/runs/{id}", { path: { id: run } });
  const tabs: Tab[] = [
    { id: "why", label: "Why", content: () => <Why run={run} onWay={onWay} /> },
    { id: "run", label: "Run", content: () => <RunFacts id={run} /> },
    { id: "facets", label: "Facets", content: () => <FacetList facets={answer?.facets ?? {}} /> },
    {
      id: "events",
      label: "Events",
      content: () => (
        <p>
          <Link href={`/events?run=${encodeURIComponent(run)}`}>The events of this run, as they were sent</Link>
        </p>
      ),
    },
  ];
  const first = why || answer?.state === "FAILED" ? "why" : "run";
  if (!answer) return <Waiting />;
  return <Tabs label="Pages" tabs={tabs} value={tab ?? first} onChange={onTab} />;
}
