import { expect, it } from "vitest";
import { tagSpellings, tagWords, tellingSpellings } from "./tags";

const TIER = { key: "tier", value: "production" };
const GOLD = { key: "gold", value: null };

it("writes a tag with its value, if it has one", () => {
  expect([TIER, GOLD].map(tagWords)).toEqual(["tier=production", "gold"]);
});

it("knows a tag by its name, and by name and value", () => {
  expect(tagSpellings([TIER, { key: "tier", value: "gold" }, GOLD])).toEqual([
    "tier",
    "tier=production",
    "tier=gold",
    "gold",
  ]);
});

it("offers a name beside its values only where they differ", () => {
  expect(
    tellingSpellings([
      ["tier", 3],
      ["tier=production", 2],
      ["tier=gold", 1],
      ["layer", 2],
      ["layer=raw", 2],
    ]).map(([words]) => words),
  ).toEqual(["tier", "tier=production", "tier=gold", "layer=raw"]);
});
