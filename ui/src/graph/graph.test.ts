import { describe, expect, it } from "vitest";
import type { DrawnColumnEdge, DrawnNode, Drawing } from "./drawing";
import { columnCourse, rounded } from "./courses";
import { frame } from "./framing";
import { layOut } from "./layout";
import { fieldKey, lightColumn, lightNode } from "./lighting";
import { neighbour } from "./neighbours";
import { HEAD, MOST_ROWS, ROW, fieldOffset, sizeOf } from "./sizes";

function node(id: string, more: Partial<DrawnNode> = {}): DrawnNode {
  return {
    id,
    type: id.startsWith("job") ? "JOB" : "DATASET",
    title: id,
    place: "",
    name: id,
    namespace: "",
    tags: [],
    label: id,
    platform: "",
    kind: null,
    state: null,
    marks: [],
    fields: null,
    change: "same",
    hiddenUpstream: 0,
    hiddenDownstream: 0,
    isStart: false,
    ...more,
  };
}

function edge(origin: string, destination: string, basis = "listed") {
  return { origin, destination, basis, change: "same" as const };
}

function column(from: string, to: string): DrawnColumnEdge {
  const [origin = "", originField = ""] = from.split(".");
  const [destination = "", destinationField = ""] = to.split(".");
  return { origin, originField, destination, destinationField, masking: false, how: "", change: "same" };
}

const CHAIN: Drawing = {
  scene: "",
  nodes: [node("a"), node("job1"), node("b"), node("job2"), node("c"), node("side")],
  edges: [
    edge("a", "job1"),
    edge("job1", "b"),
    edge("b", "job2"),
    edge("job2", "c"),
    edge("side", "job2"),
    edge("job1", "job2", "control"),
  ],
  columns: [column("a.x", "b.x"), column("b.x", "c.z"), column("b.y", "c.y"), column("side.s", "c.z")],
};

describe("the layout of a drawing", () => {
  it("leads lines to and from the heads of nodes, however many rows these have", () => {
    const fields = [
      { name: "x", type: null },
      { name: "y", type: null },
    ];
    const nodes = CHAIN.nodes.map((one) => (one.id === "b" ? { ...one, fields } : one));
    const { boxes, courses } = layOut({ ...CHAIN, nodes });
    const box = boxes.get("b");
    expect(box?.height).toBeGreaterThan(HEAD + 2 * ROW);
    expect(courses.get("job1 → b")?.at(-1)).toEqual({ x: box?.x, y: (box?.y ?? 0) + HEAD / 2 });
    expect(courses.get("b → job2")?.at(0)).toEqual({
      x: (box?.x ?? 0) + (box?.width ?? 0),
      y: (box?.y ?? 0) + HEAD / 2,
    });
    // An edge of data and one of control between the same nodes are two.
    expect(courses.has("job1 → job2 (control)")).toBe(true);
  });
});

describe("the view of a graph", () => {
  const pane = { width: 1000, height: 600, head: 0 };
  it("shows all of a small one", () => {
    const { zoom } = frame({ x: 0, y: 0, width: 900, height: 300 }, pane, undefined);
    expect(zoom).toBeCloseTo(960 / 900);
  });
  it("shows all of a larger one from farther away, as long as names can be read", () => {
    const start = { x: 0, y: 0, width: 200, height: 50 };
    expect(frame({ x: 0, y: 0, width: 1800, height: 300 }, pane, start).zoom).toBeCloseTo(960 / 1800);
  });
  it("leaves no room empty beside a start at the edge", () => {
    const view = frame({ x: 0, y: 0, width: 20_000, height: 300 }, pane, { x: 0, y: 0, width: 200, height: 50 });
    expect(view.x).toBe(20);
    // The middle of what lies above the row of buttons.
    expect(view.y + 150 * view.zoom).toBeCloseTo(288);
  });
  it("leaves the row of buttons below free", () => {
    const view = frame({ x: 0, y: 0, width: 300, height: 900 }, pane, undefined);
    expect(view.y + 900 * view.zoom).toBeLessThan(pane.height - 42);
  });
  it("leaves the notes above free", () => {
    const view = frame({ x: 0, y: 0, width: 300, height: 900 }, { ...pane, head: 50 }, undefined);
    expect(view.y).toBeGreaterThan(50);
    expect(view.y + 900 * view.zoom).toBeLessThan(pane.height - 42);
  });
  it("shows the start of a large one, unless all of it is asked for", () => {
    const bounds = { x: 0, y: 0, width: 20_000, height: 300 };
    const start = { x: 5000, y: 100, width: 200, height: 50 };
    const view = frame(bounds, pane, start);
    expect(view.zoom).toBe(0.9);
    expect(view.x + 5100 * view.zoom).toBeCloseTo(500);
    expect(frame(bounds, pane, start, true).zoom).toBeCloseTo(960 / 20_000);
    expect(frame(bounds, pane, undefined).zoom).toBe(0.5);
  });
});

describe("the path of a column", () => {
  it("is what it is derived from and what is derived from it, with the jobs between", () => {
    const lit = lightColumn(CHAIN, { node: "b", field: "x" });
    expect([...lit.fields].sort()).toEqual([fieldKey("a", "x"), fieldKey("b", "x"), fieldKey("c", "z")].sort());
    expect([...lit.nodes].sort()).toEqual(["a", "b", "c", "job1", "job2"]);
    expect(lit.columns).toHaveLength(2);
  });
  it("does not turn back: what else feeds the same column is not on it", () => {
    expect(lightColumn(CHAIN, { node: "a", field: "x" }).nodes.has("side")).toBe(false);
  });
  it("ends where columns go round in a circle", () => {
    const round: Drawing = { ...CHAIN, columns: [column("a.x", "b.x"), column("b.x", "a.x")] };
    expect(lightColumn(round, { node: "a", field: "x" }).columns).toHaveLength(2);
  });
  it("may go on where nobody says which columns are used", () => {
    const open: Drawing = {
      ...CHAIN,
      nodes: [...CHAIN.nodes, node("job3"), node("file"), node("job4"), node("job5")],
      edges: [...CHAIN.edges, ...[edge("c", "job3"), edge("job3", "file"), edge("file", "job4"), edge("b", "job5")]],
      columns: [...CHAIN.columns, { ...column("c.z", "file.z"), originField: null, destinationField: null }],
    };
    // The file is made from the table as a whole; job5 reads and tells of nothing that it writes.
    const lit = lightColumn(open, { node: "a", field: "x" });
    expect(lit.possible).toEqual(new Set(["job3", "file", "job4", "job5"]));
    expect(lit.nodes.has("c")).toBe(true);
    // Column y goes into c as well, which says of each column where it comes from: side is no part of its path.
    expect(lightColumn(open, { node: "c", field: "y" }).possible).not.toContain("side");
  });
  it("ends at a dataset as a whole, which a filter concerns", () => {
    const filtered: Drawing = {
      ...CHAIN,
      columns: [...CHAIN.columns, { ...column("a.f", "b.x"), destinationField: null }],
    };
    const lit = lightColumn(filtered, { node: "a", field: "f" });
    expect([...lit.nodes].sort()).toEqual(["a", "b", "job1"]);
    expect(lit.columns).toHaveLength(1);
  });
});

describe("the path of a node", () => {
  it("goes each way on its own, and not along control", () => {
    expect([...lightNode(CHAIN, "job1")].sort()).toEqual(["a", "b", "c", "job1", "job2"]);
    expect(lightNode(CHAIN, "a").has("side")).toBe(false);
  });
});

describe("rows of a node", () => {
  it("lie below the head, one below the other", () => {
    const shown = node("a", {
      fields: [
        { name: "x", type: null },
        { name: "y", type: "int" },
      ],
    });
    expect(fieldOffset(shown, "y") - fieldOffset(shown, "x")).toBe(ROW);
    expect(fieldOffset(shown, null)).toBe(HEAD / 2);
    expect(fieldOffset(node("a"), "x")).toBe(HEAD / 2);
  });
  it("are folded where there are many", () => {
    const fields = Array.from({ length: 200 }, (_, number) => ({ name: `c${number}`, type: null }));
    const shown = node("a", { fields });
    expect(sizeOf(shown).height).toBeLessThan(HEAD + (MOST_ROWS + 1) * ROW);
    expect(fieldOffset(shown, "c150")).toBe(fieldOffset(shown, "c190"));
  });
});

describe("lines", () => {
  it("have rounded corners", () => {
    expect(
      rounded([
        { x: 0, y: 0 },
        { x: 20, y: 0 },
        { x: 20, y: 20 },
      ]),
    ).toBe("M0 0L11 0Q20 0 20 9L20 20");
    expect(rounded([])).toBe("");
  });
  it("of columns need both ends", () => {
    const nodes = new Map([["a", node("a")]]);
    expect(columnCourse(column("a.x", "b.x"), nodes, new Map())).toBe("");
  });
});

describe("arrow keys", () => {
  const boxes = new Map([
    ["a", { x: 0, y: 0, width: 100, height: 50 }],
    ["job1", { x: 200, y: 0, width: 100, height: 50 }],
    ["b", { x: 400, y: 0, width: 100, height: 50 }],
    ["side", { x: 0, y: 100, width: 100, height: 50 }],
  ]);
  const layout = { boxes, courses: new Map(), bounds: { x: 0, y: 0, width: 500, height: 150 } };
  it("go along edges and up and down", () => {
    expect(neighbour(CHAIN, layout, "job1", "ArrowLeft")).toBe("a");
    expect(neighbour(CHAIN, layout, "job1", "ArrowRight")).toBe("b");
    expect(neighbour(CHAIN, layout, "a", "ArrowDown")).toBe("side");
    expect(neighbour(CHAIN, layout, "side", "ArrowUp")).toBe("a");
    expect(neighbour(CHAIN, layout, "a", "ArrowLeft")).toBeNull();
    expect(neighbour(CHAIN, layout, "nowhere", "ArrowLeft")).toBeNull();
  });
});
