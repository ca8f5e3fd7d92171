/** The lineage of jobs and datasets, as a drawing. */
import type { Schemas } from "../api/client";
import { platform, spoken } from "../address/nodes";
import type { Change, DrawnColumnEdge, DrawnNode, Drawing, Mark } from "../graph/drawing";
import { marksOf } from "./marks";

export type GraphNode = Schemas["GraphNode"];
const CONTRACT: Mark = { word: "contract", tone: "accent", meaning: "A data contract covers it" };

/** What of an answer is drawn, and how. */
export interface Shown {
  /** The scene of the drawing, see `Drawing`. */
  scene: string;
  /** Whether columns are drawn inside of datasets. */
  columns: boolean;
  /** The node that the view is about. */
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

/** Whether an id is that of a node, one of its other names, or that of a job that is grouped in it. */
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
