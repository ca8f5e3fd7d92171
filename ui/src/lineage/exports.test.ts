import { describe, expect, it } from "vitest";
import type { DrawnNode, Drawing } from "../graph/drawing";
import type { Layout } from "../layers/shapes";
import { lightColumn } from "../graph/lighting";
import { svgOf } from "./exports";

function node(id: string, more: Partial<DrawnNode>): DrawnNode {
  const nothing = {
    place: "",
    name: id,
    namespace: "",
    platform: "",
    tags: [],
    kind: null,
    state: null,
    marks: [],
    fields: null,
    isStart: false,
  };
  const hidden = { hiddenUpstream: 0, hiddenDownstream: 0 };
  return { id, type: "DATASET", title: id, label: id, change: "same", ...nothing, ...hidden, ...more };
}

const DRAWING: Drawing = {
  scene: "",
  nodes: [
    node("a", { fields: [{ name: "x", type: null }], marks: [{ word: "stale", tone: "warn" }] }),
    node("job", { type: "JOB", state: "FAILED" }),
    node("b", { fields: [{ name: "y", type: null }] }),
  ],
  edges: [],
  columns: [
    { origin: "a", originField: "x", destination: "b", destinationField: "y", masking: false, how: "", change: "same" },
  ],
};
const LAYOUT: Layout = {
  boxes: new Map(DRAWING.nodes.map(({ id }, index) => [id, { x: index * 300, y: 0, width: 236, height: 82 }])),
  courses: new Map(),
  bounds: { x: 0, y: 0, width: 900, height: 82 },
};

describe("a picture of a graph", () => {
  it("keeps marks and the states of runs", () => {
    const svg = svgOf(DRAWING, LAYOUT, null);
    expect(svg).toContain(">stale</tspan>");
    expect(svg).toContain(">✗</text>");
    expect(svg).not.toContain('opacity="0.4"');
  });
  it("writes names in lines instead of cutting them, and keeps how nodes do", () => {
    const vitals = { when: "2 h ago", rows: [3, 1500], owners: [], details: [] };
    const long = node("b", { title: "customers_with_orders_and_returns", vitals });
    const svg = svgOf({ ...DRAWING, nodes: [long] }, LAYOUT, null);
    expect(svg).not.toContain("…");
    for (const text of ["customers_with_", "orders_and_returns", "2 h ago", "1.5K rows"]) {
      expect(svg).toContain(`>${text}</text>`);
    }
    expect(svg).toContain("<polyline");
  });
  it("keeps the path of the column that is pinned, and lets the rest recede", () => {
    const svg = svgOf(DRAWING, LAYOUT, lightColumn(DRAWING, { node: "a", field: "x" }));
    expect(svg).toContain('fill="#c2410c" font-weight="600">y</text>');
    expect(svg.match(/<g opacity="0.4">/g)).toHaveLength(1);
  });
  it("tells values that are hidden on their way, and what a column may reach, as the page does", () => {
    const columns = DRAWING.columns.map((one) => ({ ...one, masking: true }));
    const read = { origin: "b", destination: "job", basis: "listed", change: "same" as const };
    const drawing = { ...DRAWING, edges: [read], columns };
    const svg = svgOf(drawing, LAYOUT, lightColumn(drawing, { node: "a", field: "x" }));
    expect(svg.match(/stroke-dasharray="2 4"/g)).toHaveLength(1);
    // Nobody says which columns the job uses.
    expect(svg.match(/stroke="#c2410c" stroke-dasharray="4 3"/g)).toHaveLength(1);
  });
});
