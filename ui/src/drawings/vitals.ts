/** How a node does, in few words: its owners, its rhythm, the rows of its last writes, its tests. */
import type { Schemas } from "../api/client";
import { agoInShort, exact, roughly } from "../address/times";
import type { DrawnVitals, Mark } from "../graph/drawing";
import { MARKS } from "../graph/marks";

type Vitals = Schemas["Vitals"];

/** `isJob` decides the words, as jobs complete and datasets are written; `now` is the moment that is shown. */
export function drawVitals(vitals: Vitals, isJob: boolean, now: number): DrawnVitals {
  const { lastAt, rows, failedTests } = vitals;
  const owners = vitals.owners.map((owner) => owner.name);
  const last = rows.at(-1);
  return {
    when: lastAt ? agoInShort(lastAt, now) : "",
    rows,
    owners,
    details: [
      owners.length > 0 ? `Owners: ${owners.join(", ")}` : "No owner is stated",
      ...(lastAt ? [`Last ${rhythmOf(vitals, isJob)}`] : []),
      ...(last === undefined ? [] : [`${last.toLocaleString("en")} rows`]),
      ...failedTests.map((test) => `Test failed: ${test}`),
    ],
  };
}

function rhythmOf({ lastAt, longestGapMs }: Vitals, isJob: boolean): string {
  const did = isJob ? "completed" : "written";
  const again = isJob ? "usually completes again" : "is usually written again";
  const rhythm = longestGapMs === null ? "" : `; it ${again} within ${roughly(longestGapMs)}`;
  return `${did} ${exact(lastAt ?? "")}${rhythm}`;
}

export function vitalMarks(vitals: Vitals, isJob: boolean): Mark[] {
  const { late, failedTests } = vitals;
  const failed = failedTests.length;
  return [
    ...(failed > 0
      ? [
          {
            ...MARKS.testFailed,
            ...(failed > 1 ? { word: `${failed} tests failed` } : {}),
            meaning: failedTests.join("; "),
          },
        ]
      : []),
    ...(late ? [{ ...MARKS.late, meaning: `last ${rhythmOf(vitals, isJob)}` }] : []),
  ];
}
