/** Jobs and datasets as nodes of a drawing. */
import type { Schemas } from "../api/client";
import { platform, spoken } from "../address/nodes";
import type { Change, DrawnColumnEdge, DrawnNode, Drawing, Mark } from "../graph/drawing";

export type GraphNode = Schemas["GraphNode"];
export type NodeMarks = Pick<
  Schemas["NodeData"],
  "stale" | "dropped" | "dangling" | "private" | "lineageUnknown" | "declaredOnly" | "provisional" | "didNotExistYet"
>;

const MARKS: readonly [keyof NodeMarks, Mark][] = [
  ["stale", { word: "stale", tone: "warn", meaning: "Still read, but no job writes it any more" }],
  ["dropped", { word: "dropped", tone: "bad", meaning: "It was dropped, and not written since" }],
  [
    "lineageUnknown",
    {
      word: "lineage unknown",
      tone: "warn",
      meaning: "Its code changed, and no run since has said what it reads and writes; the edges are the old ones",
    },
  ],
  ["declaredOnly", { word: "declared", tone: "plain", meaning: "Known from a declaration; it never ran" }],
  ["private", { word: "private", tone: "plain", meaning: "Of use inside one job or pipeline only" }],
  ["provisional", { word: "provisional", tone: "busy", meaning: "Seen while its first run is still going on" }],
  ["didNotExistYet", { word: "not there yet", tone: "plain", meaning: "It did not exist yet at this time" }],
];

const CONTRACT: Mark = { word: "contract", tone: "accent", meaning: "A data contract covers it" };

export function marksOf(data: NodeMarks): Mark[] {
  return MARKS.filter(([name]) => data[name]).map(([, mark]) => mark);
}

export interface Shown {
  scene: string;
  columns: boolean;
  start: string;
}

export function drawNode(node: GraphNode, shown: Shown, change: Change = "same"): DrawnNode {
  const { data } = node;
  const { title, place } = spoken(data.name);
  const where = node.type === "JOB" ? data.namespace : platform(data.namespace);
  const count = data.members.length;
  return {
    id: node.id,
    type: node.type,
    title,
    place: [where, place, count > 0 ? `${count} jobs` : ""].filter(Boolean).join(" · "),
    label: `${node.type === "JOB" ? "Job" : "Dataset"} ${data.name} in ${data.namespace}`,
    platform: platform(data.namespace),
    kind: data.kind,
    state: node.type === "JOB" ? (data.latestRun?.state ?? null) : null,
    marks: [...marksOf(data), ...(data.contracts.length > 0 ? [CONTRACT] : [])],
    fields: shown.columns && node.type === "DATASET" ? (data.fields ?? []) : null,
    change,
    hiddenUpstream: node.hiddenUpstream,
    hiddenDownstream: node.hiddenDownstream,
    isStart: isNode(node, shown.start),
  };
}

/** Whether a node answers to a name: its own, or another that it goes by. */
export function isNode(node: GraphNode, id: string): boolean {
  return node.id === id || node.data.aliases.includes(id) || node.data.members.includes(id);
}

export function drawLineage(answer: Schemas["LineageAnswer"], shown: Shown): Drawing {
  return {
    scene: shown.scene,
    nodes: answer.graph.map((node) => drawNode(node, shown)),
    edges: answer.graph.flatMap((node) => node.outEdges.map((edge) => ({ ...edge, change: "same" as const }))),
    columns: (answer.columns ?? []).map((link) => drawColumn(link)),
  };
}

export function drawColumn(link: Schemas["ColumnLink"], change: Change = "same"): DrawnColumnEdge {
  return {
    origin: link.origin,
    originField: link.originField,
    destination: link.destination,
    destinationField: link.destinationField,
    masking: link.transformations.some((how) => how.masking === true),
    how: howDerived(link.transformations),
    change,
  };
}

function howDerived(transformations: readonly Schemas["Transformation"][]): string {
  const words = transformations.map((how) =>
    [how.subtype ?? how.type, how.masking ? "masked" : "", how.description ?? ""].filter(Boolean).join(", "),
  );
  return words.filter(Boolean).join("; ") || "derived";
}
