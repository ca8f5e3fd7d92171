/** How large nodes are. Everything is of a fixed size, so that nothing has to be measured. */
import type { DrawnNode } from "./drawing";

export const WIDTH = { DATASET: 236, JOB: 208 } as const;
export const HEAD = 52;
export const ROW = 22;
export const ROWS_PADDING = 8;
/** A node with more columns than this has a count in its last row in place of the rest. */
export const MOST_ROWS = 14;

export interface Size {
  width: number;
  height: number;
}

export function isDatasetLike(type: DrawnNode["type"]): boolean {
  return type !== "JOB" && type !== "RUN";
}

export function shownFields(node: DrawnNode): { names: readonly string[]; more: number } {
  const fields = node.fields ?? [];
  if (fields.length <= MOST_ROWS) return { names: fields.map((field) => field.name), more: 0 };
  const names = fields.slice(0, MOST_ROWS - 1).map((field) => field.name);
  return { names, more: fields.length - names.length };
}

export function sizeOf(node: DrawnNode): Size {
  const width = isDatasetLike(node.type) ? WIDTH.DATASET : WIDTH.JOB;
  const { names, more } = shownFields(node);
  const rows = names.length + (more > 0 ? 1 : 0);
  return { width, height: HEAD + (rows > 0 ? rows * ROW + ROWS_PADDING : 0) };
}

/** How far below the top of its node the middle of a column's row is; a column that is not shown has the last row. */
export function fieldOffset(node: DrawnNode, field: string | null): number {
  if (field === null || !node.fields || node.fields.length === 0) return HEAD / 2;
  const { names, more } = shownFields(node);
  const index = names.indexOf(field);
  if (index < 0 && more === 0) return HEAD / 2;
  return HEAD + ROWS_PADDING / 2 + ((index < 0 ? names.length : index) + 0.5) * ROW;
}
