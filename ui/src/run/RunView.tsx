/** A run: what went into it, what came of it, and why it went as it did. */
import { useCallback, useMemo, useState } from "react";
import type { Schemas } from "../api/client";
import { useAnswer } from "../api/useAnswer";
import { runUrl, versionUrl } from "../address/links";
import { go, useQuery } from "../address/location";
import { splitNode } from "../address/nodes";
import { duration, exact } from "../address/times";
import { Failed } from "../design/Notice";
import { NodeLink } from "../design/NodeName";
import { RunState } from "../design/RunState";
import { Segments } from "../design/Segments";
import { drawRuns } from "../drawings/runs";
import { Canvas } from "../graph/Canvas";
import { GraphFrame } from "../graph/GraphFrame";
import { HopsField } from "../graph/HopsField";
import { Busy, Note, Notes } from "../graph/notes";
import { useLayout } from "../graph/useLayout";
import { RunPanel } from "./RunPanel";

const DIRECTIONS = [
  { value: "upstream", label: "Upstream" },
  { value: "both", label: "Both" },
  { value: "downstream", label: "Downstream" },
] as const;
type Direction = (typeof DIRECTIONS)[number]["value"];

const MOST_HOPS = 20;

/** `node` is a run (`run:ID`) or a version of a dataset. With `why` the panel begins with the causes of a failure. */
export function RunView({ node, why }: { node: string; why: boolean }) {
  const [query, change] = useQuery();
  const { kind, rest } = splitNode(node);
  const run = useAnswer("/api/v1/jobs/runs/{id}", kind === "run" ? { path: { id: rest } } : null);
  const hops = Math.max(1, Number(query.get("hops")) || 3);
  const direction: Direction = DIRECTIONS.find((one) => one.value === query.get("direction"))?.value ?? "upstream";
  const graph = useAnswer("/api/v1/runlineage", { query: { nodeId: node, depth: hops, direction } });
  const drawing = useMemo(
    () => (graph.answer ? drawRuns(graph.answer, node, graph.of ?? "") : null),
    [graph.answer, graph.of, node],
  );
  const { drawing: drawn, layout, pending } = useLayout(drawing);
  const [pathToCause, setPathToCause] = useState<ReadonlySet<string> | null>(null);
  const selected = query.get("selected");
  const onSelect = useCallback((id: string | null) => change({ selected: id, tab: null }), [change]);

  if (run.problem) return <Failed problem={run.problem} retry={run.reload} />;
  if (graph.problem) return <Failed problem={graph.problem} retry={graph.reload} />;
  const toolbar = (
    <>
      {run.answer ? <RunHead run={run.answer} /> : <h2>{kind === "run" ? "Run" : "Version of a dataset"}</h2>}
      <span className="grow" />
      <Segments
        label="Direction"
        choices={DIRECTIONS}
        value={direction}
        onChange={(value) => change({ direction: value })}
      />
      <HopsField value={hops} most={MOST_HOPS} onChange={(value) => change({ hops: String(value) })} />
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
        drawing={drawn}
        layout={layout}
        start={node}
        selected={selected}
        highlight={pathToCause}
        onSelect={onSelect}
        onOpen={openNode}
      >
        {(graph.loading || pending) && <Busy />}
        <Hidden truncated={graph.answer?.truncated ?? null} hops={hops} />
      </Canvas>
    </GraphFrame>
  );
}

function openNode(id: string): void {
  const { kind, rest } = splitNode(id);
  go(kind === "run" ? runUrl(rest) : versionUrl(id));
}

function RunHead({ run }: { run: Schemas["Run"] }) {
  return (
    <>
      <RunState state={run.state} />
      <NodeLink id={`job:${run.job.namespace}:${run.job.name}`} />
      <span className="faint">
        {exact(run.startedAt)} · {duration(run.durationMs)}
      </span>
    </>
  );
}

function Hidden({ truncated, hops }: { truncated: Schemas["Truncated"] | null; hops: number }) {
  if (!truncated) return null;
  return (
    <Notes>
      <Note>
        {truncated.hidden} more beyond {hops} {hops === 1 ? "hop" : "hops"}
      </Note>
    </Notes>
  );
}
