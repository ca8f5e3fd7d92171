/**
 * The layer of each item: lines lead from left to right, and are as short as possible in all.
 *
 * Network simplex: a tree of lines that are one layer long holds all items together. A line of the tree is exchanged for
 * another as long as that makes more lines shorter than longer.
 */
import type { Link } from "./shapes";

/** An exchange may gain nothing by itself; after so many in a row hardly one will. */
const PATIENCE = 50;

/** A line from one item to another that has to lie in a later layer; items go by their numbers. */
interface Step {
  from: number;
  to: number;
}

/** Layers by item, for items that lines connect; and the keys of lines that lead back to an earlier or the same layer. */
export function ranksOf(ids: readonly string[], links: readonly Link[]): [Map<string, number>, Set<string>] {
  const number = new Map(ids.map((id, index) => [id, index]));
  const steps = links.map(({ origin, destination }) => ({
    from: number.get(origin) ?? 0,
    to: number.get(destination) ?? 0,
  }));
  const back = closing(ids.length, steps);
  const forward = steps.flatMap((step, index) => {
    if (step.from === step.to) return [];
    return back.has(index) ? { from: step.to, to: step.from } : step;
  });
  const ranks = shortened(longestPaths(ids.length, forward), forward);
  const first = Math.min(...ranks);
  return [
    new Map(ids.map((id, index) => [id, (ranks[index] ?? 0) - first])),
    new Set(links.filter((_, index) => back.has(index)).map((link) => link.key)),
  ];
}

/** The steps that close circles, by their numbers. Ways begin where nothing leads to, so that few of them are wrong. */
function closing(count: number, steps: readonly Step[]): Set<number> {
  const out: number[][] = Array.from({ length: count }, () => []);
  const fed = new Set<number>();
  steps.forEach(({ from, to }, index) => {
    out[from]?.push(index);
    if (from !== to) fed.add(to);
  });
  const numbers = Array.from({ length: count }, (_, one) => one);
  const state = new Map<number, "open" | "done">();
  const back = new Set<number>();
  for (const root of [...numbers.filter((one) => !fed.has(one)), ...numbers]) {
    if (state.has(root)) continue;
    const way = [{ at: root, next: 0 }];
    for (let top = way.at(-1); top; top = way.at(-1)) {
      state.set(top.at, "open");
      const index = out[top.at]?.[top.next++];
      if (index === undefined) {
        state.set(top.at, "done");
        way.pop();
        continue;
      }
      const to = steps[index]?.to ?? 0;
      if (state.get(to) === "open") back.add(index);
      else if (!state.has(to)) way.push({ at: to, next: 0 });
    }
  }
  return back;
}

/** As far left as possible. */
function longestPaths(count: number, steps: readonly Step[]): number[] {
  const ranks = Array<number>(count).fill(0);
  const waits = Array<number>(count).fill(0);
  const out = stepsOf(count, steps, "from");
  for (const { to } of steps) waits[to] = (waits[to] ?? 0) + 1;
  const ready = ranks.flatMap((_, one) => (waits[one] === 0 ? one : []));
  for (let one = ready.pop(); one !== undefined; one = ready.pop()) {
    for (const { from, to } of out[one] ?? []) {
      ranks[to] = Math.max(ranks[to] ?? 0, (ranks[from] ?? 0) + 1);
      waits[to] = (waits[to] ?? 0) - 1;
      if (waits[to] === 0) ready.push(to);
    }
  }
  return ranks;
}

function stepsOf(count: number, steps: readonly Step[], end: "from" | "to"): Step[][] {
  const found: Step[][] = Array.from({ length: count }, () => []);
  for (const step of steps) found[step[end]]?.push(step);
  return found;
}

function shortened(ranks: number[], steps: readonly Step[]): number[] {
  const tree = tightTree(ranks, steps);
  const excess = ranks.map(() => 0);
  for (const { from, to } of steps) {
    excess[from] = (excess[from] ?? 0) + 1;
    excess[to] = (excess[to] ?? 0) - 1;
  }
  for (let waited = 0; waited < PATIENCE;) {
    const leaving = losing(tree, excess);
    if (!leaving) break;
    const tail = tailOf(leaving, tree);
    const entering = shortest(
      steps.filter(({ from, to }) => !tail.has(from) && tail.has(to)),
      ranks,
    );
    if (!entering) break;
    const gap = lengthOf(entering, ranks) - 1;
    waited = gap > 0 ? 0 : waited + 1;
    for (const one of tail) ranks[one] = (ranks[one] ?? 0) - gap;
    for (const end of [leaving.from, leaving.to]) tree[end] = (tree[end] ?? []).filter((step) => step !== leaving);
    for (const end of [entering.from, entering.to]) tree[end]?.push(entering);
  }
  return ranks;
}

function lengthOf({ from, to }: Step, ranks: readonly number[]): number {
  return (ranks[to] ?? 0) - (ranks[from] ?? 0);
}

function shortest(steps: readonly Step[], ranks: readonly number[]): Step | null {
  let found: Step | null = null;
  for (const step of steps) if (!found || lengthOf(step, ranks) < lengthOf(found, ranks)) found = step;
  return found;
}

/** The lines of a tree, at both of their ends. */
type Tree = Step[][];

/** Moves items together until lines that are one layer long connect all of them, and returns these lines. */
function tightTree(ranks: number[], steps: readonly Step[]): Tree {
  const tree: Tree = ranks.map(() => []);
  const inside = new Set([0]);
  const beside = ranks.map((): Step[] => []);
  for (const step of steps) for (const end of [step.from, step.to]) beside[end]?.push(step);
  const grow = [0];
  for (;;) {
    for (let one = grow.pop(); one !== undefined; one = grow.pop()) {
      for (const step of beside[one] ?? []) {
        const other = step.from === one ? step.to : step.from;
        if (inside.has(other) || lengthOf(step, ranks) !== 1) continue;
        inside.add(other);
        tree[one]?.push(step);
        tree[other]?.push(step);
        grow.push(other);
      }
    }
    const nearest = shortest(
      steps.filter(({ from, to }) => inside.has(from) !== inside.has(to)),
      ranks,
    );
    if (!nearest) return tree;
    const gap = lengthOf(nearest, ranks) - 1;
    const by = inside.has(nearest.from) ? gap : -gap;
    for (const one of inside) ranks[one] = (ranks[one] ?? 0) + by;
    grow.push(...inside);
  }
}

/**
 * The line of the tree that gains most by becoming longer, if one does: more lines become shorter then.
 *
 * Without it the tree falls into two parts. How many more lines lead from the one to the other than back is the sum, over
 * the items of a part, of the lines that go out less those that come in: lines inside of it count on both sides.
 */
function losing(tree: Tree, excess: readonly number[]): Step | null {
  // From the root outwards, so that backwards each item comes after all that hangs on it.
  const outwards = [0];
  const up: (Step | undefined)[] = [];
  for (const one of outwards) {
    for (const step of tree[one] ?? []) {
      if (step === up[one]) continue;
      const other = step.from === one ? step.to : step.from;
      up[other] = step;
      outwards.push(other);
    }
  }
  const sums = [...excess];
  let found: Step | null = null;
  let least = 0;
  for (let index = outwards.length - 1; index > 0; index--) {
    const one = outwards[index] ?? 0;
    const step = up[one] as Step;
    const sum = sums[one] ?? 0;
    const isTail = step.from === one;
    if ((isTail ? sum : -sum) < least) [found, least] = [step, isTail ? sum : -sum];
    const parent = isTail ? step.to : step.from;
    sums[parent] = (sums[parent] ?? 0) + sum;
  }
  return found;
}

/** What hangs on the tree at the near end of a line. */
function tailOf(without: Step, tree: Tree): ReadonlySet<number> {
  const tail = new Set([without.from]);
  for (const one of tail) {
    for (const step of tree[one] ?? []) if (step !== without) tail.add(step.from === one ? step.to : step.from);
  }
  return tail;
}
