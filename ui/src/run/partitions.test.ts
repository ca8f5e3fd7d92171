import { expect, test } from "vitest";
import { inBrief } from "./partitions";

test("of several partitions the first is named, and the others are counted", () => {
  expect(inBrief([])).toBe("");
  expect(inBrief(["day=1"])).toBe("day=1");
  expect(inBrief(["day=1", "day=2", "day=3"])).toBe("day=1 and 2 more");
});
