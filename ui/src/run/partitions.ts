/** The first partition by name, and how many more there are, as a run may write hundreds. */
export function inBrief(partitions: readonly string[]): string {
  const [first, ...others] = partitions;
  if (first === undefined) return "";
  return others.length === 0 ? first : `${first} and ${others.length.toLocaleString("en")} more`;
}
