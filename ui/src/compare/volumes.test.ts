import { expect, it } from "vitest";
import { growth } from "./volumes";

it("tells how much more or less there is, where that can be told", () => {
  expect(
    [
      [100, 112],
      [100, 5],
      [1000, 1001],
      [10_000, 10_001],
      [1, 100],
      [0, 5],
      [7, 7],
      [null, 5],
      [5, undefined],
    ].map(([before, after]) => growth(before, after)),
  ).toEqual(["+12 %", "−95 %", "+0.1 %", "+less than 0.1 %", "100 times as many", "new rows", null, null, null]);
});
