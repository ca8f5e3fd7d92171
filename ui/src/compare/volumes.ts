/** How much more or less a dataset has than before. */

/** `+12 %`, or null where there is nothing to compare, or hardly anything to tell. */
export function growth(before: number | null | undefined, after: number | null | undefined): string | null {
  if (before === null || before === undefined || after === null || after === undefined || before === after) return null;
  if (before === 0) return "new rows";
  const percent = ((after - before) / before) * 100;
  const size = Math.abs(percent);
  const sign = percent > 0 ? "+" : "−";
  if (size >= 1000) return `${Math.round(after / before).toLocaleString("en")} times as many`;
  if (size < 0.1) return `${sign}less than 0.1 %`;
  return `${sign}${size < 1 ? size.toFixed(1) : Math.round(size)} %`;
}
