/**
 * Nodes of a drawing chosen by a short expression, as users of dbt know it.
 *
 * `+orders+` is what has orders in its name, with all upstream and downstream of it; `2+orders` goes two steps. `tag:gold`,
 * `kind:job`, `owner:team:web` and the like choose by what is known of a node (`traits.ts`). Spaces join, commas
 * intersect, a minus takes away: `orders+,+revenue -kind:job`.
 */
import type { Drawing, DrawnNode } from "./drawing";
import { WORDS, traitsOf } from "./traits";

/** Text without any sign of the above is looked for as it is. */
const SIGNS = new RegExp(`[+,"]|^-|\\s-|\\b(${WORDS.join("|")}):`, "i");

export function selectNodes(drawing: Drawing, expression: string): ReadonlySet<string> {
  const text = expression.trim().toLowerCase();
  if (!text) return new Set();
  if (!SIGNS.test(text)) return new Set(drawing.nodes.filter((node) => hasText(node, text)).map((node) => node.id));
  const parts = partsOf(text);
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

/** What a space joins; signs between quotes are none. */
function partsOf(text: string): string[] {
  return text.match(/(?:"[^"]*"|[^\s"])+/g) ?? [];
}

function isTaken(part: string): boolean {
  return part.startsWith("-");
}

/** What a comma intersects. */
function termsOf(part: string): string[] {
  return part.match(/(?:"[^"]*"|[^,"])+/g) ?? [];
}

/**
 * An expression that chooses by a term as well, as for example by `owner:team:web`, or no longer if it did already.
 *
 * Another term of the same word gives way, as nothing would be left of two owners or two platforms.
 */
export function toggled(expression: string, term: string): string {
  const text = expression.trim();
  const word = term.slice(0, term.indexOf(":") + 1);
  const parts = SIGNS.test(text) || !/\s/.test(text) ? partsOf(text) : [`"${text}"`];
  const had = parts.some((part) => termsOf(part).includes(term));
  const others = parts
    .map((part) => termsOf(part).filter((one) => !one.startsWith(word)))
    .filter((terms) => terms.length > 0);
  if (had) return others.map((terms) => terms.join(",")).join(" ");
  const isWanted = ([first = ""]: readonly string[]) => !isTaken(first);
  const narrowed = others.map((terms) => (isWanted(terms) ? [...terms, term] : terms).join(","));
  return [...(others.some(isWanted) ? [] : [term]), ...narrowed].join(" ");
}

function intersection(drawing: Drawing, part: string): ReadonlySet<string> {
  const [first = new Set<string>(), ...others] = termsOf(part).map((term) => withReach(drawing, term));
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
