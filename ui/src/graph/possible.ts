/** Where a column may go on to, as nobody says which columns are used there (semantics 8.4). */
import type { Drawing } from "./drawing";

export type Way = "upstream" | "downstream";

/** The nodes that flows lead to from datasets, wherever no column edge says which columns they concern. */
export function possiblyReached(drawing: Drawing, datasets: ReadonlySet<string>, way: Way): Set<string> {
  const flows = new Flows(drawing, way);
  const found = new Set<string>();
  for (const near of datasets) {
    for (const job of flows.onward(near)) {
      const ends = flows.onward(job);
      const open = ends.filter((far) => flows.isOpen(job, near, far));
      if (ends.length > 0 && open.length === 0) continue;
      found.add(job);
      for (const far of open) flows.addAllFrom(far, found);
    }
  }
  return found;
}

class Flows {
  readonly #onward = new Map<string, string[]>();
  readonly #inputs = new Map<string, Set<string>>();

  constructor(
    readonly drawing: Drawing,
    readonly way: Way,
  ) {
    for (const { origin, destination, basis } of drawing.edges) {
      if (basis === "control") continue;
      const [near, far] = way === "downstream" ? [origin, destination] : [destination, origin];
      this.#onward.set(near, [...(this.#onward.get(near) ?? []), far]);
      this.#inputs.set(destination, (this.#inputs.get(destination) ?? new Set()).add(origin));
    }
  }

  onward(node: string): readonly string[] {
    return this.#onward.get(node) ?? [];
  }

  /** Whether a job says nothing of which columns of one dataset go into another, or not which column it reads. */
  isOpen(job: string, near: string, far: string): boolean {
    const [source, target] = this.way === "downstream" ? [near, far] : [far, near];
    const inputs = this.#inputs.get(job);
    const stated = this.drawing.columns.filter((edge) => edge.destination === target && inputs?.has(edge.origin));
    const isVague = stated.some((edge) => edge.origin === source && edge.originField === null);
    return isVague || !stated.some((edge) => edge.originField !== null || edge.destinationField !== null);
  }

  addAllFrom(start: string, found: Set<string>): void {
    const todo = [start];
    for (let node = todo.pop(); node !== undefined; node = todo.pop()) {
      if (found.has(node)) continue;
      found.add(node);
      todo.push(...this.onward(node));
    }
  }
}
