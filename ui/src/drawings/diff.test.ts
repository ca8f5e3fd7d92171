import { describe, expect, it } from "vitest";
import type { Schemas } from "../api/client";
import { fieldKey } from "../graph/lighting";
import { drawDiff, fieldChanges, tally } from "./diff";

function data(name: string, fields: string[]): Schemas["NodeData"] {
  return {
    id: { namespace: "ns", name },
    type: "DB_TABLE",
    kind: "TABLE",
    createdAt: null,
    name,
    namespace: "ns",
    description: null,
    updatedAt: null,
    latestRun: null,
    tags: [],
    allTags: [],
    aliases: [],
    version: null,
    members: [],
    contracts: [],
    stale: false,
    dropped: false,
    dangling: false,
    private: false,
    lineageUnknown: false,
    declaredOnly: false,
    provisional: false,
    didNotExistYet: false,
    fields: fields.map((field) => ({ name: field, type: "int", tags: [] })),
  };
}

function edge(origin: string, destination: string, change: Schemas["EdgeDiff"]["change"]): Schemas["EdgeDiff"] {
  return { origin, destination, basis: "listed", change };
}

const DIFF: Schemas["GraphDiffAnswer"] = {
  from: "2025-03-01T00:00:00Z",
  to: null,
  truncated: null,
  graph: [
    {
      id: "a",
      type: "DATASET",
      change: "removed",
      before: data("a", ["x"]),
      after: null,
      inEdges: [],
      outEdges: [edge("a", "b", "removed")],
    },
    {
      id: "b",
      type: "DATASET",
      change: "changed",
      before: data("b", ["old", "same"]),
      after: data("b", ["same", "new"]),
      inEdges: [],
      outEdges: [],
    },
    {
      id: "c",
      type: "DATASET",
      change: "added",
      before: null,
      after: data("c", []),
      inEdges: [],
      outEdges: [edge("c", "b", "added")],
    },
  ],
  changes: [
    {
      id: "b",
      type: "DATASET",
      version: null,
      schema: {
        added: [{ name: "new", type: "int" }],
        removed: [{ name: "old", type: "int" }],
        retyped: [{ name: "same", before: "int", after: "string" }],
      },
      columns: [],
      marksGained: [],
      marksLost: [],
      neighbourhood: null,
    },
  ],
};

describe("two moments on one drawing", () => {
  const drawing = drawDiff(DIFF, { scene: "", columns: true, start: "b" });

  it("has what is gone as a ghost, in the place it had", () => {
    expect(drawing.nodes.map((node) => [node.id, node.change])).toEqual([
      ["a", "removed"],
      ["b", "changed"],
      ["c", "added"],
    ]);
    expect(drawing.nodes[0]?.title).toBe("a");
  });

  it("colours edges by what became of them", () => {
    expect(drawing.edges.map((one) => `${one.origin}>${one.destination} ${one.change}`)).toEqual([
      "a>b removed",
      "c>b added",
    ]);
  });

  it("shows the fields of both moments, those that are gone last", () => {
    expect(drawing.nodes[1]?.fields?.map((field) => field.name)).toEqual(["same", "new", "old"]);
    expect(Object.fromEntries(fieldChanges(DIFF))).toEqual({
      [fieldKey("b", "new")]: "added",
      [fieldKey("b", "old")]: "removed",
      [fieldKey("b", "same")]: "changed",
    });
  });

  it("has the column edges of both moments, each once, by what became of them", () => {
    const link = (origin: string, originField: string, destination: string, destinationField: string) => ({
      origin,
      originField,
      destination,
      destinationField,
      transformations: [{ type: "DIRECT", subtype: "IDENTITY", description: null, masking: null }],
    });
    const columns = [
      { origin: "datasetField:ns:a:x", destination: "datasetField:ns:b:same", change: "removed" as const },
      { origin: "datasetField:ns:c:y", destination: "datasetField:ns:b:new", change: "added" as const },
    ];
    const changes = DIFF.changes.map((change) => ({ ...change, columns }));
    const stays = link("b", "same", "b", "new");
    const before = [
      link("a", "x", "b", "same"),
      stays,
      link("elsewhere", "z", "b", "same"),
      link("b", "old", "a", "x"),
    ];
    const after = [link("c", "y", "b", "new"), stays];
    const both = drawDiff({ ...DIFF, changes }, { scene: "", columns: true, start: "b" }, before, after);
    expect(both.columns.map((one) => `${one.originField ?? ""}>${one.destinationField ?? ""} ${one.change}`)).toEqual([
      "y>new added",
      "same>new same",
      "x>same removed",
      "old>x removed",
    ]);
  });

  it("counts nodes", () => {
    expect(tally(DIFF)).toEqual({ added: 1, removed: 1, changed: 1 });
  });
});
