import { describe, expect, it } from "vitest";
import { drawContracts } from "./contracts";

describe("the drawing of contracts", () => {
  const grave = new Map([["contract:a", "error"]]);

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
    const drawing = drawContracts(
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
        start: [],
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
