/** Runs on an axis of time: which lies under which, and where each begins and ends. */

export interface TimedRun {
  id: string;
  name: string;
  state: string;
  startedAt: string;
  endedAt: string | null;
  parent: string | null;
  attempt: number | null;
}

export interface Span<R> {
  run: R;
  /** How many of the runs shown lie above it. */
  depth: number;
  /** Where its bar begins and how long it is, as parts of the whole. */
  left: number;
  width: number;
}

export interface Timeline<R> {
  rows: readonly Span<R>[];
  from: number;
  to: number;
}

/** Runs in the order of their starts, each followed by those that it started. A run that goes on reaches to the end. */
export function timeline<R extends TimedRun>(runs: readonly R[]): Timeline<R> {
  const inOrder = [...runs].sort((a, b) => begin(a) - begin(b) || (a.id < b.id ? -1 : 1));
  const known = new Set(inOrder.map((run) => run.id));
  const from = Math.min(...inOrder.map(begin));
  const to = Math.max(from + 1, ...inOrder.map((run) => Date.parse(run.endedAt ?? run.startedAt)));
  const rows: Span<R>[] = [];
  const seen = new Set<string>();
  const add = (run: R, depth: number): void => {
    if (seen.has(run.id)) return;
    seen.add(run.id);
    const end = run.endedAt ? Date.parse(run.endedAt) : to;
    rows.push({ run, depth, left: (begin(run) - from) / (to - from), width: (end - begin(run)) / (to - from) });
    for (const child of inOrder) if (child.parent === run.id) add(child, depth + 1);
  };
  for (const run of inOrder) if (run.parent === null || !known.has(run.parent)) add(run, 0);
  // Runs that started each other in a circle have no beginning.
  for (const run of inOrder) add(run, 0);
  return { rows, from, to };
}

function begin(run: TimedRun): number {
  return Date.parse(run.startedAt);
}

const SECOND = 1000;
const STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * 60 * SECOND),
  ...[1, 2, 3, 6, 12].map((count) => count * 3600 * SECOND),
  ...[1, 2, 7, 14, 28].map((count) => count * 86_400 * SECOND),
];

/** Round moments between two, at most `most` of them. */
export function ticks(from: number, to: number, most: number): number[] {
  const step =
    STEPS.find((one) => (to - from) / one <= most) ?? 86_400 * SECOND * Math.ceil((to - from) / most / 86_400_000);
  const found: number[] = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) found.push(at);
  return found;
}

/** A moment as an axis of this length needs it: seconds on a short one, dates on a long one. */
export function tickLabel(at: number, length: number): string {
  const iso = new Date(at).toISOString();
  if (length > 2 * 86_400 * SECOND) return iso.slice(5, 10);
  return length > 10 * 60 * SECOND ? iso.slice(11, 16) : iso.slice(11, 19);
}
