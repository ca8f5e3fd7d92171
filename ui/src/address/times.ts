/** Times as people read them: UTC throughout, as the rules of lineage are. */

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

export function ago(time: string | number, now: number = Date.now()): string {
  const past = now - new Date(time).getTime();
  const size = Math.abs(past);
  const [count, unit] =
    size < MINUTE
      ? [0, "now"]
      : size < HOUR
        ? [Math.round(size / MINUTE), "min"]
        : size < 2 * DAY
          ? [Math.round(size / HOUR), "h"]
          : size < 60 * DAY
            ? [Math.round(size / DAY), "d"]
            : size < 730 * DAY
              ? [Math.round(size / (30.4 * DAY)), "months"]
              : [Math.round(size / (365 * DAY)), "years"];
  if (unit === "now") return "just now";
  return past > 0 ? `${count} ${unit} ago` : `in ${count} ${unit}`;
}

export function duration(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return "–";
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < MINUTE) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min ${Math.round((ms % MINUTE) / 1000)} s`;
  return `${Math.floor(ms / HOUR)} h ${Math.round((ms % HOUR) / MINUTE)} min`;
}
