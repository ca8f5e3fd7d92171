/** Paths through a graph: what leads to a column or node, and what comes of it. */
import type { DrawnColumnEdge, Drawing } from "./drawing";
import { type Way, possiblyReached } from "./possible";

export interface FieldRef {
  node: string;
  field: string;
}

export function fieldKey(node: string, field: string | null): string {
  return `${node}\n${field ?? ""}`;
}

export interface Lit {
  /** Fields on the path, by their keys. */
  fields: ReadonlySet<string>;
  /** Nodes on the path: datasets with such fields, and the jobs between them. */
  nodes: ReadonlySet<string>;
  /** Nodes that may be on the path, as nobody says which columns go into them; none of `nodes`. */
  possible: ReadonlySet<string>;
  columns: readonly DrawnColumnEdge[];
}

/**
 * The path of a column: everything that it is derived from, and everything that is derived from it.
 *
 * Each direction is followed on its own. What else feeds a column further down is not on the path.
 */
export function lightColumn(drawing: Drawing, start: FieldRef): Lit {
  const columns = new Set<DrawnColumnEdge>();
  const fields = new Set<string>();
  const possible = new Set<string>();
  for (const way of ["upstream", "downstream"] as const) {
    const reached = walk(drawing, start, way, columns);
    for (const key of reached) fields.add(key);
    const left = [...reached].filter((key) => !isWhole(key)).map(datasetOf);
    for (const node of possiblyReached(drawing, new Set(left), way)) possible.add(node);
  }
  const nodes = withJobsBetween(drawing, new Set([...fields].map(datasetOf)));
  return { fields, nodes, possible: new Set([...possible].filter((node) => !nodes.has(node))), columns: [...columns] };
}

/** The fields that column edges lead to. An edge to a dataset as a whole ends there. */
function walk(drawing: Drawing, start: FieldRef, way: Way, columns: Set<DrawnColumnEdge>): Set<string> {
  const ends = drawing.columns.map((edge) => {
    const origin = fieldKey(edge.origin, edge.originField);
    const destination = fieldKey(edge.destination, edge.destinationField);
    return way === "downstream" ? { edge, near: origin, far: destination } : { edge, near: destination, far: origin };
  });
  const onward = new Map<string, typeof ends>();
  for (const end of ends) push(onward, end.near, end);
  const first = fieldKey(start.node, start.field);
  const seen = new Set([first]);
  const todo = [first];
  for (let key = todo.pop(); key !== undefined; key = todo.pop()) {
    for (const { edge, far } of onward.get(key) ?? []) {
      columns.add(edge);
      if (seen.has(far)) continue;
      seen.add(far);
      if (!isWhole(far)) todo.push(far);
    }
  }
  return seen;
}

function isWhole(key: string): boolean {
  return key.endsWith("\n");
}

function datasetOf(key: string): string {
  return key.slice(0, key.indexOf("\n"));
}

function withJobsBetween(drawing: Drawing, datasets: ReadonlySet<string>): Set<string> {
  const fed = new Set<string>();
  const feeding = new Set<string>();
  for (const edge of drawing.edges) {
    if (datasets.has(edge.origin)) fed.add(edge.destination);
    if (datasets.has(edge.destination)) feeding.add(edge.origin);
  }
  return new Set([...datasets, ...[...fed].filter((node) => feeding.has(node))]);
}

/** The nodes that lead to a node, and those that it leads to, along the edges that are drawn. */
export function lightNode(drawing: Drawing, start: string): ReadonlySet<string> {
  const into = new Map<string, string[]>();
  const outOf = new Map<string, string[]>();
  for (const edge of drawing.edges) {
    if (edge.basis === "control") continue;
    push(into, edge.destination, edge.origin);
    push(outOf, edge.origin, edge.destination);
  }
  return new Set([...reach(start, into), ...reach(start, outOf)]);
}

function reach(start: string, edges: ReadonlyMap<string, string[]>): Set<string> {
  const seen = new Set([start]);
  const todo = [start];
  for (let node = todo.pop(); node !== undefined; node = todo.pop()) {
    for (const next of edges.get(node) ?? []) {
      if (!seen.has(next)) {
        seen.add(next);
        todo.push(next);
      }
    }
  }
  return seen;
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
