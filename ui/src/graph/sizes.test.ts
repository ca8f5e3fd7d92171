import { describe, expect, it } from "vitest";
import { courseOf, rowsInShort } from "./counts";
import type { DrawnNode } from "./drawing";
import { FACTS, HEAD, LARGE_LINE, fieldOffset, linesOf, sizeOf } from "./sizes";

function node(more: Partial<DrawnNode>): DrawnNode {
  const nothing = { place: "", label: "", name: "", namespace: "", platform: "", tags: [], kind: null, state: null };
  const plain = { marks: [], fields: null, change: "same", hiddenUpstream: 0, hiddenDownstream: 0, isStart: false };
  return { id: "a", type: "DATASET", title: "a", ...nothing, ...plain, ...more } as DrawnNode;
}

const WRITTEN = { when: "2 h ago", rows: [1], owners: [], details: [] };

describe("the lines of a name", () => {
  it("break after its parts", () => {
    expect(linesOf("customers_with_orders", 16, 4)).toEqual(["customers_with_", "orders"]);
    expect(linesOf("dbt-prod · MARTS.shop", 12, 2)).toEqual(["dbt-prod · ", "MARTS.shop"]);
  });
  it("keep dates and times whole", () => {
    expect(linesOf("sftp · 2025-03-21 01:02", 20, 3)).toEqual(["sftp · 2025-03-21 ", "01:02"]);
  });
  it("break within a part that is longer than a line", () => {
    expect(linesOf("abcdefghij", 4, 4)).toEqual(["abcd", "efgh", "ij"]);
  });
  it("end where there are too many", () => {
    expect(linesOf("a.b.c.d.e.f", 2, 2)).toEqual(["a.", "b…"]);
  });
});

describe("the size of a node", () => {
  it("has room for all lines of a long name", () => {
    expect(sizeOf(node({})).height).toBe(HEAD);
    const long = sizeOf(node({ title: "customers_with_orders_and_returns_by_country", place: "warehouse" }));
    expect(long.head).toBeGreaterThan(HEAD);
    expect(long.height).toBe(long.head);
  });
  it("leaves a name of two lines some air where it is written larger", () => {
    expect(sizeOf(node({ title: "DAILY_REVENUE_NET" })).head).toBeGreaterThanOrEqual(2 * LARGE_LINE + 8);
  });
  it("has room for what is told of a dataset, above its columns", () => {
    expect(sizeOf(node({ vitals: WRITTEN })).height).toBe(HEAD + FACTS);
    expect(sizeOf(node({ vitals: { ...WRITTEN, when: "" } })).height).toBe(HEAD);
    expect(sizeOf(node({ type: "JOB", vitals: WRITTEN })).height).toBe(HEAD);
    const fields = [{ name: "x", type: null }];
    const down = fieldOffset(node({ fields, vitals: WRITTEN }), "x") - fieldOffset(node({ fields }), "x");
    expect(down).toBe(FACTS);
  });
  it("has room for the names of columns and their types", () => {
    const wide = (name: string, type: string) => sizeOf(node({ fields: [{ name, type }] })).width;
    expect(wide("ID", "int")).toBe(sizeOf(node({})).width);
    expect(wide("FIRST_ORDER_AT", "timestamp")).toBeGreaterThan(wide("ID", "int"));
    expect(wide("A_VERY_LONG_NAME_OF_A_COLUMN_INDEED", "timestamp")).toBeLessThan(300);
  });
});

describe("rows of the last writes", () => {
  it("are a line from the bottom to the top", () => {
    expect(courseOf([0, 10])).toEqual([
      { x: 2.5, y: 11.5 },
      { x: 31.5, y: 2.5 },
    ]);
    expect(courseOf([5, 5]).map((point) => point.y)).toEqual([7, 7]);
  });
  it("are told in short", () => {
    expect([rowsInShort([]), rowsInShort([7, 1]), rowsInShort([1557])]).toEqual(["", "1 row", "1.6K rows"]);
  });
});
