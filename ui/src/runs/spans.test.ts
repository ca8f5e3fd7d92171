import { describe, expect, it } from "vitest";
import { type TimedRun, tickLabel, ticks, timeline } from "./spans";

const run = (id: string, from: number, to: number | null, parent: string | null = null): TimedRun => ({
  id,
  name: id,
  state: "COMPLETED",
  startedAt: new Date(from * 1000).toISOString(),
  endedAt: to === null ? null : new Date(to * 1000).toISOString(),
  parent,
  attempt: null,
});

describe("runs on an axis", () => {
  it("stand below the run that started them, in the order of their starts", () => {
    const { rows, from, to } = timeline([
      run("late", 60, 100, "dag"),
      run("step", 30, 40, "early"),
      run("early", 20, 60, "dag"),
      run("dag", 0, 100),
    ]);
    expect([from, to]).toEqual([0, 100_000]);
    expect(rows.map((row) => [row.run.id, row.depth, row.left, row.width])).toEqual([
      ["dag", 0, 0, 1],
      ["early", 1, 0.2, 0.4],
      ["step", 2, 0.3, 0.1],
      ["late", 1, 0.6, 0.4],
    ]);
  });
  it("reach to the end while they go on, and circles are cut", () => {
    const { rows } = timeline([run("a", 0, 100, "b"), run("b", 50, null, "a")]);
    expect(rows.map((row) => [row.run.id, row.depth, row.width])).toEqual([
      ["a", 0, 1],
      ["b", 1, 0.5],
    ]);
  });
  it("have round moments for ticks", () => {
    expect(ticks(61_000, 180_000, 3)).toEqual([120_000, 180_000]);
    expect(tickLabel(120_000, 60_000)).toBe("00:02:00");
    expect(tickLabel(120_000, 3_600_000)).toBe("00:02");
    expect(tickLabel(120_000, 8_640_000_000)).toBe("01-01");
  });
});
