import { describe, expect, it } from "vitest";
import type { Schemas } from "../api/client";
import { earlierThan, momentAt, scaleOf, share, stepFrom, ticksOf } from "./timeline";

function change(at: string, counts: Partial<Schemas["Change"]> = {}): Schemas["Change"] {
  return { at, edgesBegun: 0, edgesEnded: 0, jobVersions: 0, drops: 0, ...counts };
}

const CHANGES: Schemas["Changes"] = {
  changes: [
    change("2025-03-01T00:00:00Z", { edgesBegun: 2, jobVersions: 1 }),
    change("2025-03-05T00:00:00.000123Z", { edgesEnded: 1 }),
    change("2025-03-09T00:00:00Z", { drops: 1 }),
  ],
  first: "2025-02-28T00:00:00Z",
  last: "2025-03-11T00:00:00Z",
};

describe("the time slider", () => {
  it("reaches from before the first thing known to after the last", () => {
    const scale = scaleOf(CHANGES);
    expect(scale).not.toBeNull();
    if (!scale) return;
    expect(scale.first).toBeLessThan(Date.parse("2025-02-28T00:00:00Z"));
    expect(scale.last).toBeGreaterThan(Date.parse("2025-03-11T00:00:00Z"));
    expect(share(scale, scale.first)).toBe(0);
    expect(share(scale, scale.last + 1)).toBe(1);
    expect(momentAt(scale, share(scale, 1741000000000))).toBe(1741000000000);
  });

  it("has no scale where nothing is known", () => {
    expect(scaleOf({ changes: [], first: null, last: null })).toBeNull();
  });

  it("has a tick for each moment of change, in words", () => {
    const ticks = ticksOf(CHANGES);
    expect(ticks.map((tick) => tick.words)).toEqual([
      "2 edges began, 1 job version",
      "1 edge ended",
      "1 dataset dropped",
    ]);
    expect(ticks.map((tick) => tick.size)).toEqual([3, 1, 1]);
  });

  it("steps from change to change, and from the last to now", () => {
    const ticks = ticksOf(CHANGES);
    expect(stepFrom(ticks, null, -1)?.text).toBe("2025-03-09T00:00:00Z");
    expect(stepFrom(ticks, Date.parse("2025-03-09T00:00:00Z"), -1)?.text).toBe("2025-03-05T00:00:00.000123Z");
    expect(stepFrom(ticks, Date.parse("2025-03-02T00:00:00Z"), 1)?.text).toBe("2025-03-05T00:00:00.000123Z");
    expect(stepFrom(ticks, Date.parse("2025-03-09T00:00:00Z"), 1)).toBeNull();
    expect(stepFrom(ticks, Date.parse("2025-03-01T00:00:00Z"), -1)?.text).toBe("2025-03-01T00:00:00Z");
    expect(stepFrom([], null, -1)).toBeNull();
  });

  it("begins a comparison before the last change up to the moment shown", () => {
    const ticks = ticksOf(CHANGES);
    const scale = scaleOf(CHANGES) ?? { first: 0, last: 1 };
    const first = new Date(scale.first).toISOString();
    expect(earlierThan(ticks, scale, null)).toEqual(["2025-03-05T00:00:00.000123Z", "2025-03-01T00:00:00Z", first]);
    expect(earlierThan(ticks, scale, Date.parse("2025-03-06T00:00:00Z"))).toEqual(["2025-03-01T00:00:00Z", first]);
    expect(earlierThan(ticks, scale, Date.parse("2025-03-02T00:00:00Z"))).toEqual([first]);
  });
});
