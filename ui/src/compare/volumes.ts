/** How much more or less a dataset has than before. */

/** `+12 %`, or null where there is nothing to compare, or hardly anything to tell. */
export function growth(before: number | null | undefined, after: number | null | undefined): string | null {
  if (before === null || before === undefined || after === null || after === undefined || before === after) return null;
  if (before === 0) return "new rows";
  const percent = ((after - before) / before) * 100;
  const size = Math.abs(percent);
  const shown = size < 1 ? "<1" : size >= 1000 ? ">999" : String(Math.round(size));
  return `${percent > 0 ? "+" : "−"}${shown} %`;
}
