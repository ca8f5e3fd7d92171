/** The marks of jobs and datasets, as an answer has them. */
import type { Schemas } from "../api/client";
import type { Mark } from "../graph/drawing";
import { MARKS } from "../graph/marks";

/** The mark of a run without an end of its own (semantics 3.7). */
export const ASSUMED_END: Mark = {
  word: "end assumed",
  tone: "plain",
  meaning: "Its run never told its end; a run above it has ended, and so it is taken to have ended with it",
};

const NAMES = [
  "stale",
  "dropped",
  "lineageUnknown",
  "declaredOnly",
  "private",
  "provisional",
  "didNotExistYet",
] as const;

export type NodeMarks = Pick<Schemas["NodeData"], (typeof NAMES)[number] | "dangling">;

export function marksOf(data: NodeMarks): Mark[] {
  return NAMES.filter((name) => data[name]).map((name) => MARKS[name]);
}
