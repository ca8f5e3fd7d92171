/** Paths through a graph: what leads to a column or node, and what comes of it. */
import type { DrawnColumnEdge, Drawing } from "./drawing";

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
  columns: readonly DrawnColumnEdge[];
}

/**
 * The path of a column: everything that it is derived from, and everything that is derived from it.
 *
 * Each direction is followed on its own. What else feeds a column further down is not on the path.
 */
export function lightColumn(drawing: Drawing, start: FieldRef): Lit {
  const into = new Map<string, DrawnColumnEdge[]>();
  const outOf = new Map<string, DrawnColumnEdge[]>();
  for (const edge of drawing.columns) {
    push(into, fieldKey(edge.destination, edge.destinationField), edge);
    push(outOf, fieldKey(edge.origin, edge.originField), edge);
  }
  const first = fieldKey(start.node, start.field);
  const columns = new Set<DrawnColumnEdge>();
  const fields = new Set([first]);
  walk(first, into, (edge) => fieldKey(edge.origin, edge.originField), columns, fields);
  walk(first, outOf, (edge) => fieldKey(edge.destination, edge.destinationField), columns, fields);
  const datasets = new Set([...fields].map((key) => key.slice(0, key.indexOf("\n"))));
  return { fields, nodes: withJobsBetween(drawing, datasets), columns: [...columns] };
}

function walk(
  first: string,
  edges: ReadonlyMap<string, DrawnColumnEdge[]>,
  far: (edge: DrawnColumnEdge) => string,
  columns: Set<DrawnColumnEdge>,
  fields: Set<string>,
): void {
  const seen = new Set([first]);
  const todo = [first];
  for (let key = todo.pop(); key !== undefined; key = todo.pop()) {
    for (const edge of edges.get(key) ?? []) {
      columns.add(edge);
      const next = far(edge);
      fields.add(next);
      if (!seen.has(next)) {
        seen.add(next);
        todo.push(next);
      }
    }
  }
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
