/** Two moments compared: what differs, and the column edges of both. */
import { type Problem, address, ask } from "../api/client";
import { type Asked, useAnswer } from "../api/useAnswer";
import type { ColumnLink, Diff } from "../drawings/diff";
import { type View, lineageQuery } from "./view";

export interface Comparison {
  asked: Asked<Diff>;
  before: readonly ColumnLink[];
  after: readonly ColumnLink[];
  /** Whether column edges are still on their way. */
  loading: boolean;
  /** Why column edges cannot be shown, where that is so. */
  problem: Problem | null;
}

/** A server that takes longer to answer is not waited for. */
const PATIENCE_MS = 20_000;

const NONE: readonly ColumnLink[] = [];

function diffQuery(view: View, from: string) {
  const { nodeId, depth, scope } = lineageQuery(view);
  return { nodeId, depth, scope, from, vitals: true, ...(view.at ? { to: view.at } : {}) };
}

/** The first of several moments at which the graph was another than at the moment shown; the last, where none is. */
export async function latestDifferent(view: View, moments: readonly string[]): Promise<string> {
  const [moment = "", ...others] = moments;
  if (others.length === 0) return moment;
  const url = address("/api/v1/lineage/diff", { query: diffQuery(view, moment) });
  // What goes wrong here goes wrong again with the comparison itself, which says so.
  const found = await ask<Diff>(url, AbortSignal.timeout(PATIENCE_MS)).catch(() => null);
  const isDifferent = found?.answer.graph.some((node) => node.change !== "same") ?? true;
  return isDifferent ? moment : latestDifferent(view, others);
}

/** Asks nothing while a view shows one moment only. */
export function useComparison(view: View): Comparison {
  const { nodeId, depth, scope } = lineageQuery(view);
  const asked = useAnswer("/api/v1/lineage/diff", view.from ? { query: diffQuery(view, view.from) } : null);
  const whole = { nodeId, depth, scope, direction: "both" as const, columns: true };
  const compared = view.columns ? view.from : null;
  const before = useAnswer("/api/v1/lineage", compared ? { query: { ...whole, at: compared } } : null);
  const after = useAnswer(
    "/api/v1/lineage",
    compared ? { query: { ...whole, ...(view.at ? { at: view.at } : {}) } } : null,
  );
  return {
    asked,
    before: before.answer?.columns ?? NONE,
    after: after.answer?.columns ?? NONE,
    loading: compared !== null && (before.loading || after.loading),
    problem: [before.problem, after.problem].find((problem) => problem !== null && !isAbsence(problem)) ?? null,
  };
}

/** A node that did not exist at one of the moments is no problem: it had no column edges then. */
function isAbsence(problem: Problem): boolean {
  return problem.status === 404;
}
