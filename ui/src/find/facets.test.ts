import { expect, it } from "vitest";
import { type Chosen, type FoundItem, choicesOf, narrowed } from "./facets";

const NONE: Chosen = { kind: null, platform: null, namespace: null, owner: null, tag: null };
const item = (id: string, more: Partial<FoundItem>): FoundItem => ({
  id,
  kind: "dataset",
  namespace: "s3://lake",
  name: id,
  owners: [],
  tags: [],
  where: null,
  ...more,
});
const GOLD = { key: "gold", value: null };
const TIER = { key: "tier", value: "production" };
const ITEMS = [
  item("a", { owners: ["team:x"] }),
  item("b", { namespace: "s3://other", tags: [GOLD, TIER] }),
  item("c", { kind: "job", namespace: "airflow" }),
  item("d", { kind: "contract", namespace: "", owners: ["team:x"] }),
];

it("narrows down by every facet that is chosen", () => {
  const ids = (chosen: Partial<Chosen>) => narrowed(ITEMS, { ...NONE, ...chosen }).map((one) => one.id);
  expect(ids({})).toEqual(["a", "b", "c", "d"]);
  expect(ids({ platform: "s3" })).toEqual(["a", "b"]);
  expect(ids({ platform: "s3", tag: "gold" })).toEqual(["b"]);
  expect(ids({ tag: "tier" })).toEqual(["b"]);
  expect(ids({ tag: "tier=production" })).toEqual(["b"]);
  expect(ids({ tag: "tier=gold" })).toEqual([]);
  expect(ids({ owner: "team:x", kind: "contract" })).toEqual(["d"]);
});

it("offers tags with their values", () => {
  expect(choicesOf(ITEMS, "tag", NONE)).toEqual([
    ["gold", 1],
    ["tier=production", 1],
  ]);
});

it("counts choices by what is chosen elsewhere", () => {
  expect(choicesOf(ITEMS, "kind", { ...NONE, kind: "job" })).toEqual([
    ["dataset", 2],
    ["contract", 1],
    ["job", 1],
  ]);
  expect(choicesOf(ITEMS, "kind", { ...NONE, owner: "team:x" })).toEqual([
    ["contract", 1],
    ["dataset", 1],
  ]);
});
