/** What a change reaches, as rows that can be filtered, grouped and written as CSV. */
import type { Schemas } from "../api/client";
import { shortNode, splitNode } from "../address/nodes";

export type ReachedType = Schemas["ImpactNode"]["type"];

export interface Reached {
  id: string;
  type: ReachedType;
  certainty: "certain" | "possible";
  namespace: string;
  name: string;
  field: string | null;
  /** How many steps lie between the start and this. */
  distance: number;
  /** A shortest way from the start to this, both included. */
  path: readonly string[];
  owners: readonly string[];
  run: Schemas["LatestRun"] | null;
}

export function reachedBy(answer: Schemas["Impact"]): Reached[] {
  return answer.reached.map((node) => ({
    ...node,
    owners: [...new Set(node.owners.map((owner) => owner.name))],
  }));
}

interface Via {
  id: string;
  via: string;
}

/** What depends on a contract: other contracts, by what they declare, and the jobs and datasets that its data reaches. */
export function reachedByContract(answer: Schemas["ContractImpact"]): Reached[] {
  const start = `contract:${answer.id}`;
  const contracts = answer.contracts.map((one) => ({ ...one, id: `contract:${one.id}`, via: `contract:${one.via}` }));
  const hits = [...answer.operational.jobs, ...answer.operational.datasets];
  const before = new Map([...contracts, ...hits].map(({ id, via }: Via) => [id, via]));
  const reached = { certainty: "certain", field: null, run: null } as const;
  const found: Reached[] = [
    ...contracts.map((one) => ({
      ...reached,
      id: one.id,
      type: "CONTRACT" as const,
      namespace: "",
      name: one.name ?? splitNode(one.id).rest,
      owners: one.owners,
      path: wayTo(one.id, before, start),
      distance: one.distance,
    })),
    ...hits.map((hit) => {
      const path = wayTo(hit.id, before, start);
      const type = hit.id.startsWith("job:") ? ("JOB" as const) : ("DATASET" as const);
      const name = shortNode(hit.id);
      const namespace = splitNode(hit.id).rest.slice(0, -(name.length + 1));
      return { ...reached, id: hit.id, type, namespace, name, owners: [], path, distance: path.length - 1 };
    }),
  ];
  return found.sort((a, b) => a.distance - b.distance || (a.id < b.id ? -1 : 1));
}

/** The way back along `via`, turned round. The datasets that the contract covers are one step from it. */
function wayTo(id: string, before: ReadonlyMap<string, string>, start: string): string[] {
  const way = [id];
  for (let one = before.get(id); one !== undefined && !way.includes(one); one = before.get(one)) way.unshift(one);
  return way[0] === start ? way : [start, ...way];
}

export const KINDS = ["JOB", "DATASET", "DATASET_FIELD", "CONTRACT"] as const satisfies readonly ReachedType[];

/** What the list is narrowed down to; null narrows nothing. */
export interface Narrowed {
  kind: string | null;
  certainty: string | null;
  owner: string | null;
  text: string;
}

export const NO_OWNER = "nobody";

export function narrow(reached: readonly Reached[], to: Narrowed): Reached[] {
  const text = to.text.toLowerCase();
  return reached.filter(
    (one) =>
      (to.kind === null || one.type === to.kind) &&
      (to.certainty === null || one.certainty === to.certainty) &&
      (to.owner === null || ownersOf(one).includes(to.owner)) &&
      `${one.namespace} ${one.name} ${one.field ?? ""}`.toLowerCase().includes(text),
  );
}

/** The owners of a row; one without any belongs to nobody. */
function ownersOf(one: Reached): readonly string[] {
  return one.owners.length > 0 ? one.owners : [NO_OWNER];
}

export const GROUPINGS = ["owner", "distance", "certainty", "kind"] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface Group {
  key: string;
  rows: readonly Reached[];
}

/** Groups in the order in which their first rows come; what belongs to nobody comes last. */
export function grouped(reached: readonly Reached[], by: Grouping): Group[] {
  const groups = new Map<string, Reached[]>();
  for (const one of reached) {
    for (const key of keysOf(one, by)) {
      const rows = groups.get(key);
      if (rows) rows.push(one);
      else groups.set(key, [one]);
    }
  }
  const found = [...groups].map(([key, rows]) => ({ key, rows }));
  return [...found.filter((group) => group.key !== NO_OWNER), ...found.filter((group) => group.key === NO_OWNER)];
}

function keysOf(one: Reached, by: Grouping): readonly string[] {
  if (by === "owner") return ownersOf(one);
  if (by === "distance") return [String(one.distance)];
  return [by === "certainty" ? one.certainty : one.type];
}

/** Everyone who owns something of it, in alphabetical order. */
export function everyOwner(reached: readonly Reached[]): string[] {
  return [...new Set(reached.flatMap((one) => one.owners))].sort();
}

/** The same columns as the CSV of the API. */
export function csvOf(reached: readonly Reached[]): string {
  const rows = reached.map((one) => [
    one.id,
    one.type,
    String(one.distance),
    one.owners.join("; "),
    one.run?.state ?? "",
    one.path.join(" > "),
    one.certainty,
  ]);
  const head = ["id", "type", "distance", "owners", "state", "path", "certainty"];
  return [head, ...rows].map((row) => row.map(quoted).join(",")).join("\n");
}

function quoted(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
