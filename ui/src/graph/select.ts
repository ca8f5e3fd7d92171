/**
 * Nodes of a drawing chosen by a short expression, as users of dbt know it.
 *
 * `+orders+` is what has orders in its name, with all upstream and downstream of it; `2+orders` goes two steps. `tag:gold`,
 * `kind:job`, `platform:s3`, `namespace:dbt`, `state:failed` and `is:stale` choose by what is known of a node. Spaces
 * join, commas intersect, a minus takes away: `orders+,+revenue -kind:job`.
 */
import type { Drawing, DrawnNode } from "./drawing";

/** Text without any sign of the above is looked for as it is. */
const SIGNS = /[+,"]|^-|\s-|\b(tag|kind|platform|namespace|state|is|column):/i;

export function selectNodes(drawing: Drawing, expression: string): ReadonlySet<string> {
  const text = expression.trim().toLowerCase();
  if (!text) return new Set();
  if (!SIGNS.test(text)) return new Set(drawing.nodes.filter((node) => hasText(node, text)).map((node) => node.id));
  const parts = text.match(/(?:"[^"]*"|[^\s"])+/g) ?? [];
  const isTaken = (part: string) => part.startsWith("-");
  const wanted = parts.filter((part) => !isTaken(part)).map((part) => intersection(drawing, part));
  const unwanted = new Set(parts.filter(isTaken).flatMap((part) => [...intersection(drawing, part.slice(1))]));
  // What only takes away takes from everything.
  const from = wanted.length > 0 ? wanted.flatMap((ids) => [...ids]) : drawing.nodes.map((node) => node.id);
  return new Set(from.filter((id) => !unwanted.has(id)));
}

/** The expression for all that lies between two nodes, whichever of them feeds the other. */
export function betweenExpression(a: string, b: string): string {
  return `"${a}"+,+"${b}" "${b}"+,+"${a}"`;
}

function intersection(drawing: Drawing, part: string): ReadonlySet<string> {
  const [first = new Set<string>(), ...others] = (part.match(/(?:"[^"]*"|[^,"])+/g) ?? []).map((term) =>
    withReach(drawing, term),
  );
  return new Set([...first].filter((id) => others.every((ids) => ids.has(id))));
}

const TERM = /^(?:(\d*)(\+))?(.*?)(?:(\+)(\d*))?$/;

function withReach(drawing: Drawing, term: string): ReadonlySet<string> {
  const [, stepsUp = "", up, atom = "", down, stepsDown = ""] = TERM.exec(term) ?? [];
  const found = matching(drawing, atom.replaceAll('"', ""));
  return new Set([
    ...found,
    ...(up ? reached(drawing, found, "upstream", stepsUp) : []),
    ...(down ? reached(drawing, found, "downstream", stepsDown) : []),
  ]);
}

/** A name that is written in full means that node alone; part of one means all that have it. */
function matching(drawing: Drawing, atom: string): ReadonlySet<string> {
  if (!atom) return new Set();
  const byTrait = drawing.nodes.filter((node) => traitsOf(node).includes(atom));
  const named = drawing.nodes.filter((node) =>
    [node.id, node.name, node.title].some((one) => one.toLowerCase() === atom),
  );
  const found =
    byTrait.length > 0 ? byTrait : named.length > 0 ? named : drawing.nodes.filter((node) => hasText(node, atom));
  return new Set(found.map((node) => node.id));
}

/** What can be asked of a node by `word:value`, in small letters. */
export function traitsOf(node: DrawnNode): string[] {
  const traits = [
    `kind:${node.type}`,
    ...(node.kind ? [`kind:${node.kind}`] : []),
    `platform:${node.platform}`,
    `namespace:${node.namespace}`,
    ...(node.state ? [`state:${node.state}`] : []),
    ...node.tags.map((tag) => `tag:${tag}`),
    ...node.marks.map((mark) => `is:${mark.word}`),
    ...(node.fields ?? []).map((field) => `column:${field.name}`),
  ];
  return traits.map((trait) => trait.toLowerCase());
}

function hasText(node: DrawnNode, text: string): boolean {
  const texts = [node.label, ...(node.fields ?? []).map((field) => field.name)];
  return texts.some((one) => one.toLowerCase().includes(text));
}

function reached(
  drawing: Drawing,
  from: ReadonlySet<string>,
  way: "upstream" | "downstream",
  steps: string,
): ReadonlySet<string> {
  const onward = new Map<string, string[]>();
  for (const { origin, destination } of drawing.edges) {
    const [near, far] = way === "upstream" ? [destination, origin] : [origin, destination];
    onward.set(near, [...(onward.get(near) ?? []), far]);
  }
  const seen = new Set(from);
  let last = [...from];
  for (let step = 0; last.length > 0 && (steps === "" || step < Number(steps)); step += 1) {
    last = [...new Set(last.flatMap((id) => onward.get(id) ?? []))].filter((id) => !seen.has(id));
    for (const id of last) seen.add(id);
  }
  return seen;
}

/** The drawing with these nodes alone, and those that lie between them, so that what is connected stays so. */
export function onlyThese(drawing: Drawing, ids: ReadonlySet<string>): Drawing {
  const below = reached(drawing, ids, "downstream", "");
  const above = reached(drawing, ids, "upstream", "");
  const isShown = (id: string) => ids.has(id) || (below.has(id) && above.has(id));
  const isWhole = (edge: { origin: string; destination: string }) => isShown(edge.origin) && isShown(edge.destination);
  return {
    scene: drawing.scene,
    nodes: drawing.nodes.filter((node) => isShown(node.id)),
    edges: drawing.edges.filter(isWhole),
    columns: drawing.columns.filter(isWhole),
  };
}
