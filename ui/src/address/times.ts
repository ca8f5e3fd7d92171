/** Times as people read them, always in UTC, as the rules of lineage are too. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `2025-03-21 04:20` */
export function minute(time: string | number): string {
  return new Date(time).toISOString().slice(0, 16).replace("T", " ");
}

/** `2025-03-21 04:20:29 UTC` */
export function exact(time: string | number): string {
  return `${new Date(time).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

/** How long ago something was, or, if that was more than 30 days ago or is in the future, when. */
export function ago(time: string | number, now: number = Date.now()): string {
  const past = now - new Date(time).getTime();
  if (past < -MINUTE || past > 30 * DAY) return minute(time);
  if (past < MINUTE) return "just now";
  if (past < HOUR) return `${Math.round(past / MINUTE)} min ago`;
  if (past < 2 * DAY) return `${Math.round(past / HOUR)} h ago`;
  return `${Math.round(past / DAY)} d ago`;
}

export function duration(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return "–";
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < MINUTE) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min ${Math.round((ms % MINUTE) / 1000)} s`;
  return `${Math.floor(ms / HOUR)} h ${Math.round((ms % HOUR) / MINUTE)} min`;
}
