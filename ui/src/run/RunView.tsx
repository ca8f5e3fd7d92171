/** A run: what went into it, what came of it, and why it went as it did. */
import { useCallback, useMemo, useState } from "react";
import type { Schemas } from "../api/client";
import { type Asked, useAnswer } from "../api/useAnswer";
import { nodeUrl, runUrl, versionUrl } from "../address/links";
import { go, useQuery } from "../address/location";
import { shortNode, splitNode, spoken, spokenRun } from "../address/nodes";
import { duration, exact } from "../address/times";
import { useTitle } from "../address/title";
import { Link } from "../design/Link";
import { Failed } from "../design/Notice";
import { RunState } from "../design/RunState";
import { Segments } from "../design/Segments";
import { Moment } from "../design/When";
import { drawRuns } from "../drawings/runs";
import { Canvas } from "../graph/Canvas";
import { GraphFrame } from "../graph/GraphFrame";
import { HopsField } from "../graph/HopsField";
import { Busy, Note, Notes } from "../graph/notes";
import { type LaidOut, useLayout } from "../graph/useLayout";
import { RunPanel } from "./RunPanel";

const DIRECTIONS = [
  { value: "upstream", label: "Upstream" },
  { value: "both", label: "Both" },
  { value: "downstream", label: "Downstream" },
] as const;
type Direction = (typeof DIRECTIONS)[number]["value"];

const HOPS = 3;
const MOST_HOPS = 20;
const HOPS_MEAN = "How many steps from run to run are shown: the depth of the API and of the command line";

/** `node` is a run (`run:ID`) or a version of a dataset. With `why` the panel begins with the causes of a failure. */
export function RunView({ node, why }: { node: string; why: boolean }) {
  const [query, change] = useQuery();
  const { kind, rest } = splitNode(node);
  const run = useAnswer("/api/v1/jobs/runs/{id}", kind === "run" ? { path: { id: rest } } : null);
  useTitle(run.answer ? spokenRun(run.answer) : kind === "run" ? "Run" : `Runs of ${spoken(shortNode(node)).title}`);
  const [pathToCause, setPathToCause] = useState<readonly string[] | null>(null);
  // A run that started others often read nothing itself: the graph is that of the failed run which the path leads to.
  const centre = pathToCause?.at(-1) ?? node;
  const hops = Math.max(1, Number(query.get("hops")) || hopsTo(pathToCause));
  const direction: Direction = DIRECTIONS.find((one) => one.value === query.get("direction"))?.value ?? "upstream";
  const graph = useAnswer("/api/v1/runlineage", { query: { nodeId: centre, depth: hops, direction } });
  const { drawing, layout } = useRunDrawing(graph, centre);
  const highlight = useMemo(() => (pathToCause ? new Set(pathToCause) : null), [pathToCause]);
  const selected = query.get("selected");
  const onSelect = useCallback((id: string | null) => change({ selected: id, tab: null }), [change]);

  const failed = [run, graph].find((asked) => asked.problem);
  if (failed?.problem) return <Failed problem={failed.problem} retry={failed.reload} isPage />;
  const toolbar = (
    <>
      {run.answer ? <RunHead run={run.answer} /> : <h1>{kind === "run" ? "Run" : "Version of a dataset"}</h1>}
      <span className="grow" />
      <Segments
        label="Direction"
        choices={DIRECTIONS}
        value={direction}
        onChange={(value) => change({ direction: value })}
      />
      <HopsField value={hops} most={MOST_HOPS} meaning={HOPS_MEAN} onChange={(value) => change({ hops: `${value}` })} />
    </>
  );
  const panel = (
    <RunPanel
      node={node}
      why={why}
      graph={graph.answer?.graph ?? null}
      selected={selected}
      onSelect={onSelect}
      tab={query.get("tab")}
      onTab={(tab) => change({ tab })}
      onPathToCause={setPathToCause}
    />
  );
  return (
    <GraphFrame label="Run" toolbar={toolbar} panel={panel}>
      <Canvas
        drawing={drawing}
        layout={layout}
        start={centre}
        selected={selected}
        highlight={highlight}
        onSelect={onSelect}
        onOpen={openNode}
      >
        {graph.loading && <Busy />}
        <Hidden truncated={graph.answer?.truncated} />
      </Canvas>
    </GraphFrame>
  );
}

function useRunDrawing({ answer, of }: Asked<Schemas["RunLineageAnswer"]>, centre: string): LaidOut {
  const drawing = useMemo(() => (answer ? drawRuns(answer, centre, of ?? "") : null), [answer, of, centre]);
  return useLayout(drawing);
}

/** So many hops that the whole path is drawn: every other node of it is a run. */
function hopsTo(path: readonly string[] | null): number {
  const needed = Math.ceil(((path?.length ?? 1) - 1) / 2);
  return Math.min(Math.max(needed, HOPS), MOST_HOPS);
}

function openNode(id: string): void {
  const { kind, rest } = splitNode(id);
  go(kind === "run" ? runUrl(rest) : versionUrl(id));
}

function RunHead({ run }: { run: Schemas["Run"] }) {
  return (
    <>
      <RunState state={run.state} assumed={run.assumedEnd} />
      <h1>
        <Link
          href={nodeUrl(`job:${run.job.namespace}:${run.job.name}`)}
          title={`${run.job.namespace}: ${run.job.name}`}
        >
          {spoken(run.job.name).title}
        </Link>
      </h1>
      <span className="faint" title={exact(run.startedAt)}>
        <Moment at={run.startedAt} /> UTC · {duration(run.durationMs)}
      </span>
    </>
  );
}

function Hidden({ truncated }: { truncated: Schemas["Truncated"] | null | undefined }) {
  if (!truncated) return null;
  return (
    <Notes>
      <Note>{truncated.hidden} more one hop further</Note>
    </Notes>
  );
}
