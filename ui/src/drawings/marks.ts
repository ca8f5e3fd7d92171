/** The marks of jobs and datasets: what is special about them. */
import type { Schemas } from "../api/client";
import type { Mark } from "../graph/drawing";

export type NodeMarks = Pick<
  Schemas["NodeData"],
  "stale" | "dropped" | "dangling" | "private" | "lineageUnknown" | "declaredOnly" | "provisional" | "didNotExistYet"
>;

const MARKS: readonly [keyof NodeMarks, Mark][] = [
  ["stale", { word: "stale", tone: "warn", meaning: "Still read, but no job writes it any more" }],
  ["dropped", { word: "dropped", tone: "bad", meaning: "It was dropped, and not written since" }],
  [
    "lineageUnknown",
    {
      word: "lineage unknown",
      tone: "warn",
      meaning: "Its code changed, and no run since has said what it reads and writes; the edges are the old ones",
    },
  ],
  ["declaredOnly", { word: "declared", tone: "plain", meaning: "Known from a declaration; it never ran" }],
  ["private", { word: "private", tone: "plain", meaning: "Of use inside one job or pipeline only" }],
  ["provisional", { word: "provisional", tone: "busy", meaning: "Seen while its first run is still going on" }],
  ["didNotExistYet", { word: "not there yet", tone: "plain", meaning: "It did not exist yet at this time" }],
];

export function marksOf(data: NodeMarks): Mark[] {
  return MARKS.filter(([name]) => data[name]).map(([, mark]) => mark);
}
