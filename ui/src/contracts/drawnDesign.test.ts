import { describe, expect, it } from "vitest";
import type { Schemas } from "../api/client";
import { byGraveness, drawDesign, graveness } from "./drawnDesign";

function finding(contract: string, level: Schemas["Finding"]["level"]): Schemas["Finding"] {
  const evidence = { dataset: null, datasetVersion: null, job: null, run: null, path: [], contracts: [], sha256: [] };
  return { code: "schema-type", level, message: "", contract, version: null, file: null, line: null, evidence };
}

describe("the drawing of contracts", () => {
  const grave = graveness([
    finding("a", "warning"),
    finding("a", "error"),
    finding("b", "info"),
    finding("c", "warning"),
    finding("c", "warning"),
  ]);

  it("marks a contract by its gravest finding, and not for what is only told", () => {
    expect(Object.fromEntries(grave)).toEqual({ "contract:a": "error", "contract:c": "warning" });
  });

  it("lists the gravest first", () => {
    const found = [finding("a", "info"), finding("b", "error"), finding("c", "warning"), finding("d", "error")];
    expect(byGraveness(found, null).map((one) => one.contract)).toEqual(["b", "d", "c", "a"]);
    expect(byGraveness(found, "warning").map((one) => one.contract)).toEqual(["c"]);
  });

  it("tells contracts that nobody registered from those that drift", () => {
    const data = {
      name: "A",
      version: "1.0.0",
      status: "active",
      product: "P",
      owners: [],
      registered: true,
      members: [],
      consumers: 0,
    };
    const ends = { inEdges: [], hiddenUpstream: 0, hiddenDownstream: 0 };
    const edge = { origin: "contract:x", destination: "contract:a", versions: [], coarse: true, contracts: [] };
    const drawing = drawDesign(
      {
        graph: [
          { id: "contract:a", type: "CONTRACT", data, outEdges: [], ...ends },
          {
            id: "contract:x",
            type: "CONTRACT",
            data: { ...data, name: "x", version: null, status: null, product: null, registered: false },
            outEdges: [edge],
            ...ends,
          },
        ],
        cycles: [],
        truncated: null,
      },
      grave,
      "",
    );
    expect(drawing.nodes.map((node) => node.marks.map((mark) => mark.word))).toEqual([["drift"], ["not registered"]]);
    expect(drawing.nodes[0]?.place).toBe("P · v1.0.0 · active");
    expect(drawing.edges).toEqual([
      { origin: "contract:x", destination: "contract:a", basis: "explicit", change: "same" },
    ]);
  });
});
