import { describe, expect, it } from "vitest";
import { hiddenOf, inWords } from "./hidden";
import { START, type View } from "./view";

const NODES = [
  { hiddenUpstream: 4, hiddenDownstream: 0 },
  { hiddenUpstream: 1, hiddenDownstream: 7 },
];

function hidden(view: Partial<View>, next: number, nodes = NODES): string | null {
  return inWords(hiddenOf({ ...START, ...view }, next > 0 ? { reason: "depth", hidden: next } : null, nodes));
}

describe("what is not shown", () => {
  it("is what the walk says, where nothing was expanded", () => {
    expect(hidden({}, 3)).toBe("3 more");
    expect(hidden({}, 0)).toBeNull();
    expect(hidden({}, 1234)).toBe("1,234 more");
  });

  it("is at least what one node hides, after expanding", () => {
    expect(hidden({ up: ["a"] }, 3)).toBe("at least 7 more");
    expect(hidden({ up: ["a"], direction: "upstream" }, 3)).toBe("at least 4 more");
    expect(hidden({ down: ["a"], direction: "upstream" }, 9)).toBe("at least 9 more");
    expect(hidden({ down: ["a"] }, 0)).toBe("at least 7 more");
    expect(hidden({ down: ["a"] }, 0, [])).toBeNull();
  });

  it("is exact where expanding does not count", () => {
    expect(hidden({ up: ["a"], component: true }, 3)).toBe("3 more");
    expect(hidden({ up: ["a"], from: "2025-03-01T00:00:00Z" }, 3)).toBe("3 more");
  });
});
