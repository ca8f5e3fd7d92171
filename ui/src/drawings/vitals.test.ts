import { describe, expect, it } from "vitest";
import { drawVitals, vitalMarks } from "./vitals";

const NOW = Date.parse("2025-03-22T06:00:00Z");
const HOUR = 3_600_000;

function vitals(more: Partial<Parameters<typeof drawVitals>[0]> = {}) {
  const rhythm = { lastAt: "2025-03-22T04:00:00Z", longestGapMs: 24 * HOUR, late: false };
  return {
    owners: [{ name: "team:sales", type: "" }],
    ...rhythm,
    rows: [4, 1557],
    failedTests: [],
    passedTests: 0,
    ...more,
  };
}

describe("how a node does", () => {
  it("is told in few words, and all of it on hover", () => {
    expect(drawVitals(vitals(), false, NOW)).toEqual({
      when: "2 h ago",
      owners: ["team:sales"],
      rows: [4, 1557],
      details: [
        "Owners: team:sales",
        "Last written 2025-03-22 04:00:00 UTC; it is usually written again within 24 h",
        "1,557 rows",
      ],
    });
  });
  it("is the day alone where that was long ago", () => {
    expect(drawVitals(vitals({ lastAt: "2024-01-02T03:04:05Z" }), false, NOW).when).toBe("2024-01-02");
  });
  it("says of a job that it completes, and of nothing what is not known", () => {
    const { when, details } = drawVitals(vitals({ owners: [], longestGapMs: null, rows: [] }), true, NOW);
    expect(details).toEqual(["No owner is stated", "Last completed 2025-03-22 04:00:00 UTC"]);
    expect(when).toBe("2 h ago");
    expect(drawVitals(vitals({ lastAt: null, rows: [] }), true, NOW).when).toBe("");
  });
  it("has marks for what is late, and for tests that failed", () => {
    expect(vitalMarks(vitals(), false)).toEqual([]);
    const marks = vitalMarks(vitals({ late: true, failedTests: ["unique of id", "not_null of id"] }), false);
    expect(marks.map((mark) => mark.word)).toEqual(["2 tests failed", "late"]);
    expect(marks[0]?.meaning).toBe("unique of id; not_null of id");
  });
});
