/** The facets of what was found: by what it can be narrowed down, and how many fit each choice. */
import type { Schemas } from "../api/client";
import { platform } from "../address/nodes";
import { type Tag, tagSpellings, tellingSpellings } from "../design/tags";

export interface FoundItem {
  id: string;
  kind: "dataset" | "job" | "contract" | "run";
  namespace: string;
  name: string;
  owners: readonly string[];
  tags: readonly Tag[];
  /** Where the text was found, unless it was in the name. */
  where: string | null;
}

export const FACETS = ["kind", "platform", "namespace", "owner", "tag"] as const;
export type FacetName = (typeof FACETS)[number];

export function foundNodes(answer: Schemas["SearchAnswer"]): FoundItem[] {
  return answer.results.map((result) => ({
    id: result.nodeId,
    kind: result.type === "JOB" ? "job" : "dataset",
    namespace: result.namespace,
    name: result.name,
    owners: result.owners,
    tags: result.allTags,
    where: result.match.kind === "name" ? null : `${result.match.kind} ${result.match.texts[0] ?? ""}`,
  }));
}

export function foundContracts(answer: Schemas["ContractList"]): FoundItem[] {
  return answer.contracts
    .filter((one) => one.kind === "contract")
    .map((one) => ({
      id: `contract:${one.id}`,
      kind: "contract",
      namespace: "",
      name: one.name,
      owners: one.owners,
      tags: [],
      where: null,
    }));
}

function valuesOf(item: FoundItem, facet: FacetName): readonly string[] {
  switch (facet) {
    case "kind":
      return [item.kind];
    case "platform":
      return item.namespace ? [platform(item.namespace)] : [];
    case "namespace":
      return item.namespace ? [item.namespace] : [];
    case "owner":
      return item.owners;
    case "tag":
      return tagSpellings(item.tags);
  }
}

/** What is chosen of each facet; null chooses everything. */
export type Chosen = Readonly<Record<FacetName, string | null>>;

function fits(item: FoundItem, chosen: Chosen, but: FacetName | null): boolean {
  return FACETS.every((facet) => {
    const wanted = chosen[facet];
    return facet === but || wanted === null || valuesOf(item, facet).includes(wanted);
  });
}

export function narrowed(items: readonly FoundItem[], chosen: Chosen): FoundItem[] {
  return items.filter((item) => fits(item, chosen, null));
}

/** The choices of a facet with their counts, the largest first: as many as fit what is chosen of the other facets. */
export function choicesOf(items: readonly FoundItem[], facet: FacetName, chosen: Chosen): [string, number][] {
  const counts = new Map<string, number>();
  for (const item of items) {
    if (!fits(item, chosen, facet)) continue;
    for (const value of valuesOf(item, facet)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const choices = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return facet === "tag" ? tellingSpellings(choices) : choices;
}
