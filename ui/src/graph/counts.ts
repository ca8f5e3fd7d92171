/** Where the points of a small line of counts lie. */

export const SPARK = { width: 34, height: 14 } as const;
const INSET = 2.5;

/** The smallest count is at the bottom and the largest at the top; equal counts lie in the middle. */
export function courseOf(counts: readonly number[]): { x: number; y: number }[] {
  const low = Math.min(...counts);
  const high = Math.max(...counts);
  const step = (SPARK.width - 2 * INSET) / Math.max(1, counts.length - 1);
  return counts.map((count, index) => ({
    x: round(INSET + index * step),
    y: round(
      high === low
        ? SPARK.height / 2
        : SPARK.height - INSET - ((count - low) / (high - low)) * (SPARK.height - 2 * INSET),
    ),
  }));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

const COMPACT = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** `1.6K rows` */
export function rowsInShort(rows: readonly number[]): string {
  const last = rows.at(-1);
  return last === undefined ? "" : `${COMPACT.format(last)} ${last === 1 ? "row" : "rows"}`;
}
