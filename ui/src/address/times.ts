/** Times as people read them, always in UTC, as the rules of lineage are too. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `2025-03-21 04:20` */
export function minute(time: string | number): string {
  return new Date(time).toISOString().slice(0, 16).replace("T", " ");
}

/** Reads what `minute` writes, a day alone, or any ISO time, as ISO text in UTC; null for anything else. */
export function readMinute(text: string): string | null {
  const found = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?(?: ?(?:UTC|Z))?)?$/.exec(text.trim());
  if (!found?.[1]) return null;
  const time = Date.parse(`${found[1]}T${found[2] ?? "00:00"}Z`);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
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

/** The same in fewer letters, for places with little room: of what was long ago only the day. */
export function agoInShort(time: string | number, now: number = Date.now()): string {
  return ago(time, now).replace(/ \d\d:\d\d$/, "");
}

/** A usual length of time, roughly: `24 h`, `7 d`. */
export function roughly(ms: number): string {
  if (ms < HOUR) return `${Math.max(1, Math.round(ms / MINUTE))} min`;
  if (ms <= 3 * DAY) return `${Math.round(ms / HOUR)} h`;
  return `${Math.round(ms / DAY)} d`;
}

/** Null while a run goes on, and where its start is not known: only its end was told, or two clocks disagree. */
export function tookMs({ startedAt, endedAt }: { startedAt: string; endedAt: string | null }): number | null {
  if (endedAt === null || endedAt === startedAt) return null;
  const took = Date.parse(endedAt) - Date.parse(startedAt);
  return took >= 0 ? took : null;
}

export function duration(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return "–";
  if (ms < 1) return "< 1 ms";
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < MINUTE - 50) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < HOUR - 500) return inTwo(ms, MINUTE, "min", 1000, "s");
  if (ms < 3 * DAY) return inTwo(ms, HOUR, "h", MINUTE, "min");
  return inTwo(ms, DAY, "d", HOUR, "h");
}

/** In two units, the smaller one rounded: never `17 min 60 s`. */
function inTwo(ms: number, large: number, name: string, small: number, smallName: string): string {
  const count = Math.round(ms / small);
  const per = large / small;
  return `${Math.floor(count / per)} ${name} ${count % per} ${smallName}`;
}
