/** Words and numbers of what is reached. */

export const KIND_WORDS: Record<string, { one: string; many: string }> = {
  JOB: { one: "job", many: "Jobs" },
  DATASET: { one: "dataset", many: "Datasets" },
  DATASET_FIELD: { one: "column", many: "Columns" },
  CONTRACT: { one: "contract", many: "Contracts" },
};

export function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
