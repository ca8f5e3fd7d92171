/** The lineage of jobs and datasets, as a drawing. */
import type { Schemas } from "../api/client";
import { platform, spoken } from "../address/nodes";
import { platformKind } from "../address/platforms";
import type { Change, DrawnColumnEdge, DrawnNode, Drawing, Mark } from "../graph/drawing";
import { MARKS } from "../graph/marks";
import { marksOf } from "./marks";
import { drawVitals, vitalMarks } from "./vitals";

export type GraphNode = Schemas["GraphNode"];

/** The mark of a dataset under contract, which names the contracts. */
function contractMark(contracts: GraphNode["data"]["contracts"]): Mark {
  const names = contracts.map((contract) => contract.name).join(", ");
  return { ...MARKS.contract, meaning: `${MARKS.contract.meaning}: ${names}` };
}

/** What of an answer is drawn, and how. */
export interface Shown {
  /** The scene of the drawing, see `Drawing`. */
  scene: string;
  /** Whether columns are drawn inside of datasets. */
  columns: boolean;
  /** The node that the view is about. */
  start: string;
  /** The moment that is shown; without one it is now. */
  at?: string | null;
}

export function drawNode(node: GraphNode, shown: Shown, change: Change = "same"): DrawnNode {
  const { data } = node;
  const { title, place } = spoken(data.name);
  const isJob = node.type === "JOB";
  const now = shown.at ? Date.parse(shown.at) : Date.now();
  return {
    id: node.id,
    type: node.type,
    title,
    place: placeOf(data, isJob, place),
    label: `${isJob ? "Job" : "Dataset"} ${data.name} in ${data.namespace}`,
    name: data.name,
    namespace: data.namespace,
    platform: platform(data.namespace),
    tags: data.allTags,
    kind: data.kind,
    state: isJob ? (data.latestRun?.state ?? null) : null,
    ...(data.vitals ? { vitals: drawVitals(data.vitals, isJob, now) } : {}),
    marks: [
      ...marksOfNode(node),
      ...(isJob && data.latestRun?.assumedEnd ? [MARKS.endAssumed] : []),
      ...(data.contracts.length > 0 ? [contractMark(data.contracts)] : []),
    ],
    fields: shown.columns && node.type === "DATASET" ? (data.fields ?? []) : null,
    change,
    hiddenUpstream: node.hiddenUpstream,
    hiddenDownstream: node.hiddenDownstream,
    isStart: isNode(node, shown.start),
  };
}

/** What is special about a node, with how it does where that was asked for. */
export function marksOfNode({ type, data }: GraphNode): Mark[] {
  return [...(data.vitals ? vitalMarks(data.vitals, type === "JOB") : []), ...marksOf(data)];
}

/**
 * Where a node lies, in few words: hovering tells the whole name.
 *
 * The platform of a dataset is told by its mark, where it has one and there is more to say. Of a job it is the last part,
 * which is its DAG or project.
 */
function placeOf({ namespace, members }: GraphNode["data"], isJob: boolean, place: string): string {
  const where = isJob ? namespace : platform(namespace);
  const count = members.length > 0 ? `${members.length} jobs` : "";
  if (isJob) return [where, spoken(place).title, count].filter(Boolean).join(" · ");
  return place && platformKind(where) ? place : [where, place].filter(Boolean).join(" · ");
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
