import { readFileSync } from "node:fs";
import { compileFunction } from "node:vm";
import { beforeAll, describe, expect, it } from "vitest";
import type { DrawnEdge, DrawnNode } from "../src/graph/drawing";
import { MIDDLE, layoutInput } from "../src/graph/layout";
import { ENGINE, smaller } from "./layoutEngine";

interface Answer {
  data?: { width: number };
  error?: { message: string };
}

/** The script of a worker, run beside the test. */
function worker(script: string): (message: object) => Answer {
  const answers: Answer[] = [];
  const self: { postMessage: (answer: Answer) => void; onmessage?: (event: { data: object }) => void } = {
    postMessage: (answer) => answers.push(answer),
  };
  const run = compileFunction(script, ["self"]) as (scope: object) => void;
  run(self);
  const ask = (message: object): Answer => {
    self.onmessage?.({ data: structuredClone(message) });
    return answers.pop() ?? {};
  };
  ask({ id: 0, cmd: "register", algorithms: ["layered"] });
  return ask;
}

/** Numbers that look random, and are the same each time. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % sides;
  };
}

function graph(seed: number, size: number): ReturnType<typeof layoutInput> {
  const roll = dice(seed);
  const nodes = Array.from({ length: size }, (_, index): DrawnNode => {
    const fields =
      roll(3) === 0 ? Array.from({ length: roll(9) }, (_, field) => ({ name: `f${field}`, type: "INT" })) : null;
    return {
      id: `${index % 2 ? "job" : "dataset"}:${index}`,
      type: index % 2 ? "JOB" : "DATASET",
      title: `n${index}`,
      place: "",
      label: "",
      name: `n${index}`,
      namespace: "",
      tags: [],
      platform: "",
      kind: null,
      state: null,
      marks: [],
      fields,
      change: "same",
      hiddenUpstream: 0,
      hiddenDownstream: 0,
      isStart: index === 0,
    };
  });
  // Ways back, ways to itself, islands: whatever a graph may have.
  const edges = Array.from({ length: Math.round(size * 1.4) }, (): DrawnEdge => {
    const origin = nodes[roll(size)]?.id ?? "";
    const destination = nodes[roll(size)]?.id ?? "";
    return { origin, destination, basis: "listed", change: "same" };
  });
  return layoutInput(nodes, edges);
}

describe("the smaller layout engine", () => {
  const whole = readFileSync(ENGINE, "utf8");
  let small = "";
  beforeAll(() => {
    small = smaller(whole);
  }, 60_000);

  it("has lost a quarter of the whole one", () => {
    expect(small.length).toBeLessThan(whole.length * 0.76);
  });

  it("lays out graphs of any form as the whole one does", () => {
    const [theirs, ours] = [worker(whole), worker(small)];
    for (let seed = 1; seed <= 30; seed += 1) {
      const message = { id: seed, cmd: "layout", graph: graph(seed, 1 + ((seed * 7) % (MIDDLE + 20))) };
      const expected = theirs(message);
      expect(expected.data?.width).toBeGreaterThan(0);
      expect(ours(message)).toEqual(expected);
    }
  }, 60_000);

  it("answers what it cannot do with the same error", () => {
    const [theirs, ours] = [worker(whole), worker(small)];
    const edges = [{ id: "e", sources: ["a"], targets: ["b"] }];
    const broken = { id: 1, cmd: "layout", graph: { id: "root", children: [{ id: "a" }], edges } };
    expect(theirs(broken).error?.message).toContain("Referenced shape does not exist: b");
    expect(ours(broken).error?.message).toBe(theirs(broken).error?.message);
  });

  it("is not made of a script that looks different", () => {
    expect(() => smaller("var a = 1;")).toThrow("has elkjs changed");
  });
});
