import { describe, expect, it } from "vitest";
import { START, type View, around, expanded, expandedSides, lineageQuery, readView, writeView } from "./view";

const EVERYTHING: View = {
  node: "dataset:s3://lake:raw/orders",
  hops: 4,
  direction: "upstream",
  component: true,
  groupBy: "root",
  foldPrivate: true,
  control: true,
  columns: true,
  at: "2025-03-20T12:00:00.000001Z",
  from: "2025-03-10T00:00:00Z",
  selected: "job:ns:load & clean",
  field: { node: "dataset:s3://lake:raw/orders", field: "a:b" },
  edge: { origin: "job:ns:a", destination: "dataset:ns:b" },
  up: ["dataset:ns:a", "job:ns:b"],
  down: ["dataset:ns:c"],
  only: "tag:gold orders+",
  tab: "runs",
};

describe("the URL of the lineage view", () => {
  it("holds everything that is shown", () => {
    const text = writeView(EVERYTHING).toString();
    expect(readView(new URLSearchParams(text))).toEqual(EVERYTHING);
  });

  it("leaves out what is as at the start", () => {
    expect(writeView({ ...START, node: "job:ns:j" }).toString()).toBe("node=job%3Ans%3Aj");
    expect(readView(new URLSearchParams("node=job:ns:j"))).toEqual({ ...START, node: "job:ns:j" });
  });

  it("reads nonsense as the start", () => {
    const query = new URLSearchParams("hops=-3&direction=sideways&group=x&at=yesterday&field=a&edgeFrom=b&scope=1");
    expect(readView(query)).toEqual(START);
    expect(readView(new URLSearchParams("hops=9999")).hops).toBe(30);
  });

  it("goes to another node without what was chosen about the old one", () => {
    const next = around(EVERYTHING, "job:ns:j");
    expect(next).toMatchObject({ node: "job:ns:j", selected: null, field: null, edge: null, up: [], down: [] });
    expect(next).toMatchObject({ hops: 4, at: EVERYTHING.at, columns: true });
  });

  it("compares the earlier moment with the later one, whichever is called which", () => {
    const read = readView(new URLSearchParams({ from: "2025-03-20T00:00:00Z", at: "2025-03-15T00:00:00Z" }));
    expect(read).toMatchObject({ from: "2025-03-15T00:00:00Z", at: "2025-03-20T00:00:00Z" });
  });

  it("expands a side of a node, and hides it again", () => {
    const once = expanded({ ...START, node: "job:ns:j" }, "dataset:ns:d", "upstream");
    expect(once.up).toEqual(["dataset:ns:d"]);
    expect(expanded(once, "dataset:ns:d", "upstream").up).toEqual([]);
    expect([...expandedSides(once)]).toEqual(["upstream dataset:ns:d"]);
    expect(expanded(once, "dataset:ns:d", "downstream").down).toEqual(["dataset:ns:d"]);
  });

  it("asks for one hop less than it shows: the jobs of a node are hop 0", () => {
    expect(lineageQuery({ ...START, node: "job:ns:j" })).toMatchObject({ depth: 0, direction: "flows" });
    expect(lineageQuery(EVERYTHING)).toMatchObject({ depth: 3, scope: "component", groupBy: "root" });
  });
});
