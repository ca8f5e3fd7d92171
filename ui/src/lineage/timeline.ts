/** The time slider: its scale, its ticks, and where steps lead. */
import type { Schemas } from "../api/client";

export interface Scale {
  first: number;
  last: number;
}

const HOUR = 3_600_000;

/** From a little before the first change to a little after the last event. */
export function scaleOf(changes: Schemas["Changes"]): Scale | null {
  const moments = changes.changes.map((change) => Date.parse(change.at));
  for (const end of [changes.first, changes.last]) if (end) moments.push(Date.parse(end));
  if (moments.length === 0) return null;
  const first = Math.min(...moments);
  const last = Math.max(...moments);
  const margin = Math.max((last - first) * 0.02, HOUR);
  return { first: first - margin, last: last + margin };
}

/** Where a moment lies on the scale, from 0 to 1. */
export function share(scale: Scale, moment: number): number {
  const part = (moment - scale.first) / (scale.last - scale.first);
  return Math.min(1, Math.max(0, part));
}

export function momentAt(scale: Scale, part: number): number {
  const inside = Math.min(1, Math.max(0, part));
  return Math.round(scale.first + inside * (scale.last - scale.first));
}

export interface Tick {
  at: number;
  /** The moment as the server wrote it: exact to the microsecond. */
  text: string;
  words: string;
  /** How much changed, for the height of the tick. */
  size: number;
}

export function ticksOf(changes: Schemas["Changes"]): Tick[] {
  return changes.changes.map((change) => ({
    at: Date.parse(change.at),
    text: change.at,
    words: wordsOf(change),
    size: change.edgesBegun + change.edgesEnded + change.jobVersions + change.drops,
  }));
}

function wordsOf(change: Schemas["Change"]): string {
  const parts = [
    [change.edgesBegun, "edge began", "edges began"],
    [change.edgesEnded, "edge ended", "edges ended"],
    [change.jobVersions, "job version", "job versions"],
    [change.drops, "dataset dropped", "datasets dropped"],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count} ${count === 1 ? one : many}`)
    .join(", ");
}

/** The tick before or after a moment (null is now), or null after the last tick, which leads to now. */
export function stepFrom(ticks: readonly Tick[], at: number | null, by: 1 | -1): Tick | null {
  const here = at ?? Infinity;
  if (by === 1) return ticks.find((tick) => tick.at > here) ?? null;
  return ticks.findLast((tick) => tick.at < here) ?? ticks[0] ?? null;
}

/** After so many changes that show no difference, a comparison begins where the scale does. */
const MOST_TRIED = 8;

/**
 * Where a comparison with a moment (null is now) may begin, the latest first: before each change up to that moment.
 *
 * A change may lie outside of what the graph showed then, so that the latest of these need not show a difference.
 */
export function earlierThan(ticks: readonly Tick[], scale: Scale, at: number | null): string[] {
  const before = ticks.filter((tick) => tick.at <= (at ?? Infinity)).map((tick) => tick.text);
  return [...before.toReversed().slice(1, MOST_TRIED), new Date(scale.first).toISOString()];
}
