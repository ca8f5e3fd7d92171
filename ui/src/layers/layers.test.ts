import { describe, expect, it } from "vitest";
import { layersOf } from "./cells";
import { layered } from "./layered";
import { crossingsOf, order } from "./order";
import { ranksOf } from "./ranks";
import { placed } from "./settle";
import type { Box, Item, Layout, Link, Point } from "./shapes";

function item(id: string): Item {
  return { id, width: 100, height: 60, port: 25 };
}

function link(way: string): Link {
  const [origin = "", destination = ""] = way.split(" > ");
  return { key: way, origin, destination };
}

interface Graph {
  items: Item[];
  links: Link[];
}

function graph(ways: readonly string[]): Graph {
  const ids = new Set(ways.flatMap((way) => way.split(" > ")));
  return { items: [...ids].map(item), links: ways.map(link) };
}

/** Numbers that look random, and are the same each time. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) % sides;
  };
}

/** Ways back, ways to itself, islands, items of many sizes: whatever a graph may have. */
function anyGraph(seed: number): Graph {
  const roll = dice(seed);
  const size = 1 + roll(60);
  const items = Array.from({ length: size }, (_, index) => {
    const height = 40 + roll(8) * 20;
    return { id: `n${index}`, width: 100 + roll(2) * 40, height, port: 15 + roll(10) };
  });
  const links = Array.from({ length: Math.round(size * 1.3) }, () => link(`n${roll(size)} > n${roll(size)}`));
  return { items, links: [...new Map(links.map((one) => [one.key, one])).values()] };
}

/** Layers of tables, each fed by jobs that read two tables of the layer before. */
function lake(layers: number, width: number): Graph {
  const ways: string[] = [];
  for (let layer = 1; layer <= layers; layer++) {
    for (let number = 0; number < width; number++) {
      const job = `job${layer}.${number}`;
      ways.push(`t${layer - 1}.${number} > ${job}`, `t${layer - 1}.${(number * 7 + layer) % width} > ${job}`);
      ways.push(`${job} > t${layer}.${number}`);
    }
  }
  return graph([...new Set(ways)]);
}

const at = ({ boxes }: Layout, id: string) => boxes.get(id) ?? { x: NaN, y: NaN, width: 0, height: 0 };
const turned = ({ items, links }: Graph) => layered([...items].reverse(), [...links].reverse());
const sortedBy = (entries: ReadonlyMap<string, unknown>) => [...entries].sort(([a], [b]) => (a < b ? -1 : 1));

function touch(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function extent(from: Point, to: Point): Box {
  return {
    x: Math.min(from.x, to.x),
    y: Math.min(from.y, to.y),
    width: Math.abs(from.x - to.x),
    height: Math.abs(from.y - to.y),
  };
}

/** Where marks and buttons stand. */
function above({ x, y, width }: Box): Box {
  return { x, y: y - 24, width, height: 24 };
}

function wrongIn({ boxes, courses, bounds }: Layout, items: readonly Item[], links: readonly Link[]): string[] {
  const wrong: string[] = [];
  const all = items.map((one) => ({ ...one, box: boxes.get(one.id) as Box }));
  all.forEach((one, index) => {
    for (const other of all.slice(index + 1)) if (touch(one.box, other.box)) wrong.push(`${one.id} on ${other.id}`);
  });
  const byId = new Map(all.map((one) => [one.id, one]));
  for (const { key, origin, destination } of links) {
    const course = courses.get(key) ?? [];
    const [from, to] = [byId.get(origin), byId.get(destination)];
    if (!from || !to) throw new Error(`${key} has no ends`);
    const ends = [
      { there: course.at(0), x: from.box.x + from.width, y: from.box.y + from.port, word: "begins" },
      { there: course.at(-1), x: to.box.x, y: to.box.y + to.port, word: "ends" },
    ];
    for (const { there, x, y, word } of ends) {
      const isThere = there && Math.abs(there.x - x) < 0.01 && Math.abs(there.y - y) < 0.01;
      if (!isThere) wrong.push(`${key} ${word} elsewhere`);
    }
    course.slice(1).forEach((point, index) => {
      const stretch = extent(course[index] as Point, point);
      if (Math.min(stretch.width, stretch.height) > 0.01) wrong.push(`${key} is neither level nor upright`);
      for (const one of all) {
        if (touch(stretch, one.box)) wrong.push(`${key} leads over ${one.id}`);
        if (touch(stretch, above(one.box))) wrong.push(`${key} leads over the marks of ${one.id}`);
      }
      const isInside = stretch.x >= bounds.x - 0.01 && stretch.y + stretch.height <= bounds.y + bounds.height + 0.01;
      if (!isInside) wrong.push(`${key} leaves the bounds`);
    });
  }
  return wrong;
}

describe("a layout", () => {
  it("of any graph puts no item on another, and leads every line from item to item around all others", () => {
    for (let seed = 1; seed <= 60; seed++) {
      const { items, links } = anyGraph(seed);
      expect(wrongIn(layered(items, links), items, links), `graph ${seed}`).toEqual([]);
    }
  });

  it("is the same whatever order items and links come in", () => {
    for (const one of [anyGraph(3), anyGraph(17), lake(5, 4)]) {
      const [there, back] = [layered(one.items, one.links), turned(one)];
      expect(sortedBy(back.boxes)).toEqual(sortedBy(there.boxes));
      expect(sortedBy(back.courses)).toEqual(sortedBy(there.courses));
    }
  });

  it("leaves out links to what is not there, and doubles", () => {
    const { courses } = layered([item("a"), item("b")], [link("a > b"), link("a > b"), link("b > gone")]);
    expect([...courses.keys()]).toEqual(["a > b"]);
  });

  it("of nothing is nothing", () => {
    expect(layered([], []).bounds).toEqual({ x: 0, y: 0, width: 0, height: 0 });
  });

  it("leads data from left to right, and what runs straight in one line", () => {
    const { items, links } = graph(["a > b", "b > c", "c > d"]);
    const { boxes, courses } = layered(items, links);
    const xs = [...boxes.values()].map((box) => box.x);
    expect(xs).toEqual([...xs].sort((a, b) => a - b));
    expect(new Set([...boxes.values()].map((box) => box.y)).size).toBe(1);
    for (const course of courses.values()) expect(course).toHaveLength(2);
  });

  it("puts what many lines lead to in their middle", () => {
    const { items, links } = graph(["a > x", "b > x", "c > x", "x > y", "y > p", "y > q"]);
    const found = layered(items, links);
    const inputs = ["a", "b", "c"].map((id) => at(found, id).y).sort((a, b) => a - b);
    expect(at(found, "x").y).toBeCloseTo(inputs[1] ?? 0);
    expect(at(found, "y").y).toBeCloseTo((at(found, "p").y + at(found, "q").y) / 2);
  });

  it("puts parts that nothing connects beside each other, not on top", () => {
    const { items, links } = graph(["a > b", "c > d", "e > f", "g > h"]);
    const found = layered([...items, item("alone")], links);
    expect(new Set([...found.boxes.values()].map((box) => `${box.x} ${box.y}`)).size).toBe(9);
    expect(found.bounds.width / found.bounds.height).toBeGreaterThan(0.8);
  });

  it("has 2,000 items in their places in no time", () => {
    const { items, links } = lake(25, 40);
    // On a busy machine the best of three counts.
    const took = [1, 2, 3].map(() => {
      const began = performance.now();
      layered(items, links);
      return performance.now() - began;
    });
    expect(Math.min(...took)).toBeLessThan(1500);
  });
});

describe("layers", () => {
  function ranks(ways: readonly string[]): [Record<string, number>, string[]] {
    const { items, links } = graph(ways);
    const [found, back] = ranksOf(items.map((one) => one.id).sort(), links);
    return [Object.fromEntries(found), [...back]];
  }

  it("are as many as the longest way has", () => {
    expect(ranks(["a > b", "b > c", "a > c"])[0]).toEqual({ a: 0, b: 1, c: 2 });
  });

  it("have an item right before what it feeds, and with it all that it comes from", () => {
    // Two sources of one item that joins a long way late: all three move, as one line is shortened then.
    const [found] = ranks(["a > b", "b > c", "c > d", "d > e", "s > m", "t > m", "m > e"]);
    expect([found.s, found.t, found.m, found.e]).toEqual([2, 2, 3, 4]);
  });

  it("of a circle have one line that leads back", () => {
    const [found, back] = ranks(["a > b", "b > c", "c > b", "c > d"]);
    expect(found).toEqual({ a: 0, b: 1, c: 2, d: 3 });
    expect(back).toEqual(["c > b"]);
    expect(ranks(["a > a"])).toEqual([{ a: 0 }, ["a > a"]]);
  });
});

describe("ways back", () => {
  it("to one item share their way, and those of an item to itself lie right below it", () => {
    const { items, links } = graph(["job > a", "job > b", "job > c", "a > job", "b > job", "c > job", "c > c"]);
    const { layers } = layersOf(items, links);
    expect(layers.flat().filter((cell) => cell.item === null)).toHaveLength(3);
    const { boxes, courses } = layered(items, links);
    const own = courses.get("c > c") ?? [];
    const lowest = Math.max(...own.map((point) => point.y));
    const below = (boxes.get("c")?.y ?? 0) + 60;
    expect(lowest).toBeGreaterThan(below);
    expect(lowest).toBeLessThan(below + 30);
  });
});

describe("the order inside of layers", () => {
  it("has no crossing where none is needed", () => {
    const ways = ["a > p", "a > q", "b > q", "b > r", "c > r", "c > s", "p > x", "q > x", "r > y", "s > y"];
    const { items, links } = graph(ways);
    const { layers } = layersOf([...items].reverse(), [...links].reverse());
    order(layers);
    expect(crossingsOf(layers)).toBe(0);
  });

  it("counts each crossing once", () => {
    const { items, links } = graph(["a > p", "a > q", "b > p", "b > q"]);
    const { layers } = layersOf(items, links);
    for (const layer of layers) layer.forEach((cell, index) => (cell.at = index));
    expect(crossingsOf(layers)).toBe(1);
  });
});

describe("lines between two layers", () => {
  it("that end at one item share an upright, and others lie apart", () => {
    const { items, links } = graph(["a > x", "b > x", "c > x", "p > y", "q > y", "x > z", "y > z"]);
    const { courses } = layered(items, links);
    const upright = (key: string) => courses.get(key)?.[1]?.x;
    const ends = ["a > x", "b > x", "c > x"].filter((key) => (courses.get(key)?.length ?? 0) > 2);
    expect(ends).toHaveLength(2);
    expect(new Set(ends.map(upright)).size).toBe(1);
  });

  it("never share one if they have different ends on both sides", () => {
    const { items, links } = graph(["a > x", "a > y", "b > y", "b > z", "c > x"]);
    const { courses } = layered(items, links);
    const uprights = [...courses].flatMap(([key, points]) =>
      points.slice(1).flatMap((point, index) => {
        const before = points[index] as Point;
        return before.x === point.x ? { key, ...extent(before, point) } : [];
      }),
    );
    for (const one of uprights) {
      for (const other of uprights) {
        const [a, b] = [one.key.split(" > "), other.key.split(" > ")];
        if (a[0] === b[0] || a[1] === b[1] || one.x !== other.x) continue;
        const apart = one.y > other.y + other.height || other.y > one.y + one.height;
        expect(apart, `${one.key} and ${other.key}`).toBe(true);
      }
    }
  });
});

describe("places in a row", () => {
  it("are as near to their wishes as the room between them allows", () => {
    const wish = (at: number) => ({ at, weight: 1 });
    expect(placed([wish(0), wish(0), wish(100)], [0, 10, 10])).toEqual([-5, 5, 100]);
    expect(placed([wish(50), wish(0)], [0, 10])).toEqual([20, 30]);
  });
});
