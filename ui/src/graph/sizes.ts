/**
 * How large nodes are. Sizes follow from names and columns alone, so that nothing has to be measured.
 *
 * Lines of a name are counted by its letters, for a font with wide letters: in others there is room left.
 */
import type { DrawnNode } from "./drawing";

const WIDTH = { DATASET: 200, JOB: 168 } as const;
/** Nodes whose columns are shown are wider, as far as names and types of columns need it. */
const WIDEST = 272;
/** How wide letters are, in the rows of columns; names alone are written larger from farther away. */
const LETTER = { NAME: 8.3, TYPE: 7.4, LARGE_NAME: 13.2 } as const;
const ROW_MARGINS = 32;
/** The height of a head with a short name; longer names take more lines. */
export const HEAD = 52;
export const ROW = 26;
export const ROWS_PADDING = 8;
/** The line that says when a dataset was last written; its text has to fit where it is written larger, too. */
export const FACTS = 26;
/** A node with more columns than this has a count in its last row in place of the rest. */
export const MOST_ROWS = 14;

const LINE = 15;
/** From farther away names are written larger (`distance.css`): so high are their lines then, at most. */
export const LARGE_LINE = 26;
const MOST_LINES = { title: 4, place: 2 } as const;
/** How many letters go into a line of a title; a line of a place has smaller letters, and a mark before them. */
const LETTERS = { DATASET: 18, JOB: 14 } as const;
const LARGE_LETTERS = { DATASET: 12, JOB: 10 } as const;

export interface Size {
  width: number;
  height: number;
  /** How much of the height is the head, which lines begin and end at. */
  head: number;
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

/** Whether a node has a line that says when it was last written, and with how many rows. */
export function hasFacts(node: DrawnNode): boolean {
  return isDatasetLike(node.type) && (node.vitals?.when ?? "") !== "";
}

/** The lines of a name or place, as browsers break them: after dots, slashes and the like, though not between digits, and within a part only where it is too long. */
export function linesOf(text: string, letters: number, most: number): string[] {
  const lines = [""];
  const parts = text
    .split(/(?<=[./_: -])(?<!\d[.:-](?=\d))/)
    .flatMap((part) => part.match(new RegExp(`.{1,${letters}}`, "g")) ?? []);
  for (const part of parts) {
    const line = lines.at(-1) ?? "";
    if (line.length + part.trimEnd().length <= letters) lines[lines.length - 1] = line + part;
    else lines.push(part);
  }
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), `${(lines[most - 1] ?? "").slice(0, letters - 1)}…`];
}

/** Title and place of a node in lines. */
export function textOf(node: DrawnNode): { title: string[]; place: string[] } {
  const letters = LETTERS[isDatasetLike(node.type) ? "DATASET" : "JOB"];
  return {
    title: linesOf(node.title, letters, MOST_LINES.title),
    place: node.place ? linesOf(node.place, letters, MOST_LINES.place) : [],
  };
}

export function sizeOf(node: DrawnNode): Size {
  const kind = isDatasetLike(node.type) ? "DATASET" : "JOB";
  const { title, place } = textOf(node);
  const large = linesOf(node.title, LARGE_LETTERS[kind], MOST_LINES.title);
  const head = Math.max(HEAD, (title.length + place.length) * LINE + 12, large.length * LARGE_LINE + 8);
  const { names, more } = shownFields(node);
  const rows = names.length + (more > 0 ? 1 : 0);
  const facts = hasFacts(node) ? FACTS : 0;
  const width = Math.max(WIDTH[kind], Math.min(WIDEST, rowWidth(node)));
  return { width, height: head + facts + (rows > 0 ? rows * ROW + ROWS_PADDING : 0), head };
}

/** How much room the widest column takes, with its type beside its name, or its name alone where it is written larger. */
function rowWidth(node: DrawnNode): number {
  const types = new Map((node.fields ?? []).map((field) => [field.name, field.type ?? ""]));
  const widths = shownFields(node).names.map((name) => {
    const near = name.length * LETTER.NAME + (types.get(name) ?? "").length * LETTER.TYPE;
    return ROW_MARGINS + Math.ceil(Math.max(near, name.length * LETTER.LARGE_NAME));
  });
  return Math.max(0, ...widths);
}

/** How far below the top of its node the middle of a column's row is; a column that is not shown has the last row. */
export function fieldOffset(node: DrawnNode, field: string | null): number {
  const { head } = sizeOf(node);
  if (field === null || !node.fields || node.fields.length === 0) return head / 2;
  const { names, more } = shownFields(node);
  const index = names.indexOf(field);
  if (index < 0 && more === 0) return head / 2;
  const facts = hasFacts(node) ? FACTS : 0;
  return head + facts + ROWS_PADDING / 2 + ((index < 0 ? names.length : index) + 0.5) * ROW;
}
