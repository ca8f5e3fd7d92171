/** Runs and the versions they read and wrote, as a drawing. */
import type { Schemas } from "../api/client";
import { platform, spoken } from "../address/nodes";
import { minute } from "../address/times";
import type { DrawnNode, Drawing, Mark } from "../graph/drawing";
import { MARKS, VERSION_MARKS } from "../graph/marks";

type RunGraphNode = Schemas["RunGraphNode"];

/** Versions of jobs are not drawn, as each run names its job. */
export function drawRuns(answer: Schemas["RunLineageAnswer"], start: string, scene: string): Drawing {
  const shown = answer.graph.filter((node) => node.type !== "JOB_VERSION");
  const known = new Set(shown.map((node) => node.id));
  return {
    scene,
    nodes: shown.map((node) => drawRunNode(node, start)),
    edges: shown.flatMap((node) =>
      node.outEdges
        .filter((edge) => known.has(edge.origin) && known.has(edge.destination))
        .map((edge) => ({
          origin: edge.origin,
          destination: edge.destination,
          basis: edge.type,
          change: "same" as const,
        })),
    ),
    columns: [],
  };
}

/** Versions that runs wrote have none. */
const KINDS: Readonly<Record<string, Mark>> = VERSION_MARKS;

function drawRunNode(node: RunGraphNode, start: string): DrawnNode {
  const { data } = node;
  const { title } = spoken(data.name);
  const isRun = node.type === "RUN";
  const kind = isRun ? undefined : KINDS[data.kind ?? ""];
  const when = isRun ? data.run?.startedAt : data.since;
  return {
    id: node.id,
    type: isRun ? "RUN" : "DATASET_VERSION",
    title,
    place: [isRun ? data.namespace : platform(data.namespace), when ? minute(when) : "before all events"].join(" · "),
    label: isRun ? `Run of ${data.name} in ${data.namespace}` : `Version of ${data.name} in ${data.namespace}`,
    name: data.name,
    namespace: data.namespace,
    platform: platform(data.namespace),
    tags: [],
    kind: null,
    state: data.run?.state ?? null,
    marks: [...(kind ? [kind] : []), ...(isRun && data.run?.assumedEnd ? [MARKS.endAssumed] : [])],
    fields: null,
    change: "same",
    hiddenUpstream: 0,
    hiddenDownstream: 0,
    isStart: node.id === start,
  };
}
