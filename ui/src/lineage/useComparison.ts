/** Two moments compared: what differs, and the column edges of both. */
import type { Problem } from "../api/client";
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

const NONE: readonly ColumnLink[] = [];

/** Asks nothing while a view shows one moment only. */
export function useComparison(view: View): Comparison {
  const { nodeId, depth, scope } = lineageQuery(view);
  const moments = { from: view.from ?? "", ...(view.at ? { to: view.at } : {}) };
  const asked = useAnswer("/api/v1/lineage/diff", view.from ? { query: { nodeId, depth, scope, ...moments } } : null);
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
