/** From a view to its graph: asked of the server, drawn, and laid out. */
import { useMemo } from "react";
import type { Problem, Schemas } from "../api/client";
import { type Asked, useAnswer } from "../api/useAnswer";
import { type Diff, asNode, drawDiff, fieldChanges } from "../drawings/diff";
import { type GraphNode, drawLineage, isNode } from "../drawings/lineage";
import { onlyThese, selectNodes } from "../graph/select";
import { type LaidOut, useLayout } from "../graph/useLayout";
import { useComparison } from "./useComparison";
import { hiddenOf, inWords } from "./hidden";
import { type View, graphQuestion } from "./view";

export interface LineageGraph extends LaidOut {
  /** The question that the graph answers: about one moment, or about the difference between two. */
  asked: Pick<Asked<unknown>, "answer" | "loading" | "problem" | "reload">;
  /** The difference between two moments, where a view compares them. */
  diff: Diff | null;
  nodes: readonly GraphNode[];
  /** The node that the view is about, by the id that the server gives it. */
  start: string | null;
  truncated: Schemas["Truncated"] | null;
  /** How many nodes are not shown, in words; null where all are. */
  hidden: string | null;
  /** How columns changed between two moments, by their keys. */
  fieldChanges: ReadonlyMap<string, string> | undefined;
  /** Whether column edges of two moments are still on their way. */
  columnsLoading: boolean;
  columnsProblem: Problem | null;
}

export function useLineageGraph(view: View): LineageGraph {
  const { asked: compared, before, after, ...columns } = useComparison(view);
  const single = useAnswer("/api/v1/lineage", view.from ? null : graphQuestion(view));
  const asked = view.from ? compared : single;
  const diff = compared.answer;
  const drawing = useMemo(() => {
    const scene = `${sceneOf(asked.of)} ${view.only ?? ""}`;
    const shown = { scene, columns: view.columns, start: view.node, at: view.at };
    const whole = diff ? drawDiff(diff, shown, before, after) : single.answer && drawLineage(single.answer, shown);
    return whole && view.only ? onlyThese(whole, selectNodes(whole, view.only)) : whole;
  }, [diff, before, after, single.answer, asked.of, view.columns, view.node, view.at, view.only]);
  const nodes = useMemo(
    () => (diff ? diff.graph.flatMap((node) => asNode(node) ?? []) : (single.answer?.graph ?? [])),
    [diff, single.answer],
  );
  const truncated = asked.answer?.truncated ?? null;
  return {
    ...useLayout(drawing),
    asked,
    diff,
    nodes,
    start: useMemo(() => nodes.find((node) => isNode(node, view.node))?.id ?? null, [nodes, view.node]),
    truncated,
    hidden: inWords(hiddenOf(view, truncated, nodes)),
    fieldChanges: useMemo(() => (diff ? fieldChanges(diff) : undefined), [diff]),
    columnsLoading: columns.loading,
    columnsProblem: columns.problem,
  };
}

/**
 * The part of a question that decides where the graph is looked at: when it changes, the graph is framed anew.
 *
 * The moment and the nodes that are expanded are no part of it, so that the graph stays in its place as they change.
 */
function sceneOf(asked: string | null): string {
  const query = new URL(asked ?? "", window.location.origin).searchParams;
  return ["nodeId", "scope", "groupBy", "columns", "direction", "from"].map((name) => query.get(name) ?? "").join(" ");
}
