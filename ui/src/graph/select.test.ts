import { describe, expect, it } from "vitest";
import type { Drawing, DrawnNode } from "./drawing";
import { betweenExpression, onlyThese, selectNodes, toggled } from "./select";
import { choicesIn, termOf } from "./traits";

const GOLD = { key: "gold", value: null };

function node(id: string, more: Partial<DrawnNode> = {}): DrawnNode {
  const nothing = { place: "", platform: "s3", kind: null, state: null, marks: [], fields: null, isStart: false };
  const texts = { title: id, label: `Dataset ${id} in lake`, name: id, namespace: "lake", tags: [] };
  return { id, type: "DATASET", change: "same", hiddenUpstream: 0, hiddenDownstream: 0, ...nothing, ...texts, ...more };
}

function edges(...pairs: [string, string][]): Drawing["edges"] {
  return pairs.map(([origin, destination]) => ({ origin, destination, basis: "listed", change: "same" }));
}

// raw → load → orders → sum → revenue, and orders → audit.
const DRAWING: Drawing = {
  scene: "",
  nodes: [
    node("raw", { marks: [{ word: "stale", tone: "warn" }] }),
    node("load", { type: "JOB", state: "FAILED" }),
    node("orders", { tags: [GOLD], vitals: { when: "", rows: [], owners: ["Team web", "team:web"], details: [] } }),
    node("sum", { type: "JOB" }),
    node("revenue", { tags: [GOLD, { key: "tier", value: "1" }] }),
    node("audit", { type: "JOB" }),
    node("orders_old"),
  ],
  edges: edges(["raw", "load"], ["load", "orders"], ["orders", "sum"], ["sum", "revenue"], ["orders", "audit"]),
  columns: [],
};

function chosen(expression: string): string[] {
  return [...selectNodes(DRAWING, expression)].sort();
}

describe("an expression", () => {
  it("without a sign is text to look for", () => {
    expect(chosen("order")).toEqual(["orders", "orders_old"]);
    expect(chosen(" ")).toEqual([]);
  });

  it("takes what is upstream and downstream, as far as it says", () => {
    expect(chosen("+orders")).toEqual(["load", "orders", "raw"]);
    expect(chosen("orders+")).toEqual(["audit", "orders", "revenue", "sum"]);
    expect(chosen("1+orders+1")).toEqual(["audit", "load", "orders", "sum"]);
  });

  it("chooses by what is known of a node", () => {
    expect(chosen("tag:gold")).toEqual(["orders", "revenue"]);
    expect(chosen("tag:tier")).toEqual(["revenue"]);
    expect(chosen("tag:tier=1")).toEqual(["revenue"]);
    expect(chosen("tag:tier=2")).toEqual([]);
    expect(chosen("state:failed is:stale")).toEqual(["load", "raw"]);
    expect(chosen("kind:job")).toEqual(["audit", "load", "sum"]);
    expect(chosen("owner:team:web")).toEqual(["orders"]);
    expect(chosen(termOf("owner", "Team web"))).toEqual(["orders"]);
  });

  it("intersects by commas and takes away by a minus", () => {
    expect(chosen("orders+,+revenue")).toEqual(["orders", "revenue", "sum"]);
    expect(chosen("orders+ -kind:job")).toEqual(["orders", "revenue"]);
    expect(chosen("-tag:gold -kind:job")).toEqual(["orders_old", "raw"]);
  });

  it("is narrowed down by what is chosen of a list, one value of each kind at a time", () => {
    expect(toggled("", "kind:job")).toBe("kind:job");
    expect(toggled("kind:job", "owner:a")).toBe("kind:job,owner:a");
    expect(toggled("kind:job,owner:a", "owner:b")).toBe("kind:job,owner:b");
    expect(toggled("kind:job,owner:b", "kind:job")).toBe("owner:b");
    expect(toggled("orders+ -raw", "tag:gold")).toBe("orders+,tag:gold -raw");
    expect(toggled("-raw", "tag:gold")).toBe("tag:gold -raw");
    // Words that were looked for together still are.
    expect(toggled("daily rev", "tag:gold")).toBe('"daily rev",tag:gold');
  });

  it("has the path between two nodes, in whatever order", () => {
    const path = ["load", "orders", "raw", "revenue", "sum"];
    expect(chosen(betweenExpression("raw", "revenue"))).toEqual(path);
    expect(chosen(betweenExpression("revenue", "raw"))).toEqual(path);
  });
});

it("what lies between the chosen nodes is shown with them, so that they stay connected", () => {
  const shown = onlyThese(DRAWING, selectNodes(DRAWING, "tag:gold"));
  expect(shown.nodes.map((one) => one.id)).toEqual(["orders", "sum", "revenue"]);
  expect(shown.edges).toHaveLength(2);
});

it("nodes are told apart by what not all of them have", () => {
  const choices = new Map<string, [string, number][]>(choicesIn(DRAWING).map(({ word, values }) => [word, values]));
  expect(choices.get("kind")).toEqual([
    ["dataset", 4],
    ["job", 3],
  ]);
  expect(choices.get("tag")?.[0]).toEqual(["gold", 2]);
  // The name alone would say less.
  expect(choices.get("tag")?.[1]).toEqual(["tier=1", 1]);
  expect(choices.has("platform")).toBe(false);
});
