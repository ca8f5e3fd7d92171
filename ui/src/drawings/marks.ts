/** The marks of jobs and datasets, as an answer has them. */
import type { Schemas } from "../api/client";
import type { Mark } from "../graph/drawing";
import { MARKS } from "../graph/marks";

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
