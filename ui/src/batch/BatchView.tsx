/** A batch: all runs at the same work, of whatever job, on an axis of time and as a graph. */
import { useMemo } from "react";
import { useAnswer } from "../api/useAnswer";
import { runUrl, versionUrl } from "../address/links";
import { go, useQuery } from "../address/location";
import { splitNode } from "../address/nodes";
import { useTitle } from "../address/title";
import { duration } from "../address/times";
import { Empty, Failed, Waiting } from "../design/Notice";
import { RunState } from "../design/RunState";
import { Dated, Moment } from "../design/When";
import { drawRuns } from "../drawings/runs";
import { Canvas } from "../graph/Canvas";
import { GraphFrame } from "../graph/GraphFrame";
import { Busy, Note, Notes } from "../graph/notes";
import { useLayout } from "../graph/useLayout";
import { Panel } from "../panel/Panel";
import { Gantt } from "../runs/Gantt";
import type { TimedRun } from "../runs/spans";
import "./batch.css";

export function BatchView() {
  const [query] = useQuery();
  const batch = query.get("id") ?? "";
  useTitle(batch ? `Batch ${batch}` : "Batch");
  if (batch === "") {
    return (
      <Empty title="Choose a batch" sign="search" isPage>
        <p>The page of a job leads from each of its runs to the batch that the run belongs to.</p>
      </Empty>
    );
  }
  return <Batch key={batch} batch={batch} />;
}

function Batch({ batch }: { batch: string }) {
  const [query, change] = useQuery();
  const runs = useAnswer("/api/v1/runs", { query: { batch, limit: 500 } });
  const graph = useAnswer("/api/v1/runlineage", { query: { nodeId: `batch:${batch}`, depth: 1 } });
  const drawing = useMemo(() => (graph.answer ? drawRuns(graph.answer, "", batch) : null), [graph.answer, batch]);
  const { drawing: drawn, layout } = useLayout(drawing);
  const problem = runs.problem ?? graph.problem;
  if (problem) return <Failed problem={problem} retry={runs.reload} isPage />;
  const panel = (
    <Panel wide>
      <div className="tab-panel">
        {!runs.answer ? (
          <Waiting />
        ) : runs.answer.runs.length === 0 ? (
          <p className="faint">No run is known of it.</p>
        ) : (
          <section className="list">
            <h2>{runs.answer.totalCount} runs say that they belong to it</h2>
            <Gantt runs={runs.answer.runs} label="The runs of the batch, on an axis of time" />
          </section>
        )}
      </div>
    </Panel>
  );
  return (
    <GraphFrame label="Batch" toolbar={<Head batch={batch} runs={runs.answer?.runs ?? []} />} panel={panel}>
      <Canvas
        drawing={drawn}
        layout={layout}
        start={null}
        selected={query.get("selected")}
        onSelect={(selected) => change({ selected })}
        onOpen={openNode}
      >
        {graph.loading && <Busy />}
        {graph.answer?.truncated && (
          <Notes>
            <Note>{graph.answer.truncated.hidden} more are not shown</Note>
          </Notes>
        )}
      </Canvas>
    </GraphFrame>
  );
}

function openNode(id: string): void {
  const { kind, rest } = splitNode(id);
  go(kind === "run" ? runUrl(rest) : versionUrl(id));
}

function Head({ batch, runs }: { batch: string; runs: readonly TimedRun[] }) {
  const states = [...new Set(runs.map((run) => run.state))].sort();
  const starts = runs.map((run) => Date.parse(run.startedAt));
  const ends = runs.flatMap((run) => (run.endedAt ? [Date.parse(run.endedAt)] : []));
  return (
    <>
      <h1 className="batch-name">
        Batch <Dated text={batch} />
      </h1>
      <span className="grow" />
      {states.map((state) => (
        <span key={state} className="row">
          {runs.filter((run) => run.state === state).length} <RunState state={state} />
        </span>
      ))}
      {runs.length > 0 && (
        <span className="faint">
          from <Moment at={Math.min(...starts)} />
          {ends.length === runs.length && `, ${duration(Math.max(...ends) - Math.min(...starts))}`}
        </span>
      )}
    </>
  );
}
