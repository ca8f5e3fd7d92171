/** What is suggested while somebody writes: jobs, datasets and contracts, or the run whose id it is. */
import { useEffect, useState } from "react";
import type { Schemas } from "../api/client";
import { type Asked, useAnswer } from "../api/useAnswer";
import { useBehind } from "../api/useBehind";
import { contractUrl, lineageUrl, runUrl } from "../address/links";
import { isRunId, platform, spoken, spokenRun } from "../address/nodes";

type SearchResult = Schemas["SearchResult"];

export interface Suggestion {
  id: string;
  type: "DATASET" | "JOB" | "CONTRACT" | "RUN";
  title: string;
  place: string;
  platform: string;
  /** Where the text was found, unless it was in the name. */
  foundIn: string | null;
  url: string;
}

export interface Suggested {
  /** What was searched for, once nobody has written for a moment. */
  wanted: string;
  suggestions: readonly Suggestion[];
  /** How it went, in words. */
  status: string;
}

const MOST_NODES = 12;
const MOST_CONTRACTS = 4;

/** Of everything that has a name or an id. */
export function useSuggestions(text: string): Suggested {
  const wanted = useSettled(text.trim());
  const ofRun = isRunId(wanted);
  const inNames = wanted !== "" && !ofRun;
  const nodes = useAnswer("/api/v1/search", inNames ? { query: { q: wanted, limit: MOST_NODES } } : null);
  const contracts = useAnswer(
    "/api/v1/contracts",
    inNames ? { query: { kind: "contract", text: wanted, limit: MOST_CONTRACTS } } : null,
  );
  const run = useAnswer("/api/v1/jobs/runs/{id}", ofRun ? { path: { id: wanted } } : null);
  const suggestions = ofRun
    ? run.answer
      ? [suggestedRun(run.answer)]
      : []
    : [
        ...(nodes.answer?.results.map(suggestedNode) ?? []),
        ...(contracts.answer?.contracts.map(suggestedContract) ?? []),
      ];
  const total = (nodes.answer?.totalCount ?? 0) - (nodes.answer?.results.length ?? 0) + suggestions.length;
  return { wanted, suggestions, status: useStatus(wanted, ofRun ? run : nodes, suggestions.length, total) };
}

/** Of jobs, of datasets, or of both. */
export function useNodeSuggestions(text: string, filter: "JOB" | "DATASET" | undefined): Suggested {
  const wanted = useSettled(text.trim());
  const asked = useAnswer(
    "/api/v1/search",
    wanted ? { query: { q: wanted, limit: 8, ...(filter ? { filter } : {}) } } : null,
  );
  const suggestions = asked.answer?.results.map(suggestedNode) ?? [];
  return { wanted, suggestions, status: useStatus(wanted, asked, suggestions.length, asked.answer?.totalCount ?? 0) };
}

/** It leads to the lineage of what was found; where a column was found, with its path lit. */
function suggestedNode({ nodeId, type, namespace, name, match }: SearchResult): Suggestion {
  const field = match.kind === "field" ? (match.texts[0] ?? null) : null;
  return {
    id: nodeId,
    type,
    ...spoken(name),
    platform: platform(namespace),
    foundIn: match.kind === "name" ? null : `${match.kind} ${match.texts[0] ?? ""}`,
    url: lineageUrl(nodeId, field ? { columns: "shown", field, fieldOf: nodeId } : {}),
  };
}

function suggestedContract({ id, name, product }: Schemas["ContractSummary"]): Suggestion {
  return {
    id: `contract:${id}`,
    type: "CONTRACT",
    title: name,
    place: product ?? "",
    platform: "contract",
    foundIn: null,
    url: contractUrl(id),
  };
}

function suggestedRun(run: Schemas["MarquezRunInFull"]): Suggestion {
  const { namespace, name } = run.job;
  return {
    id: run.id,
    type: "RUN",
    title: spokenRun(run),
    place: spoken(name).place,
    platform: platform(namespace),
    foundIn: null,
    url: runUrl(run.id),
  };
}

function useStatus(wanted: string, { problem, loading, answer }: Asked<unknown>, count: number, total: number): string {
  const isBehind = useBehind(answer !== null && count === 0);
  if (problem && problem.status !== 404) return problem.message;
  if (loading) return "Searching…";
  if (count === 0)
    return isBehind ? `Nothing fits “${wanted}” yet: events are still being read.` : `Nothing fits “${wanted}”.`;
  return total > count ? `${count} of ${total}; write more to narrow it down` : "↑ ↓ and Enter";
}

/** The value once it has stayed the same for a moment; an empty one at once. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const wait = setTimeout(() => setSettled(value), 140);
    return () => clearTimeout(wait);
  }, [value]);
  return value === "" ? "" : settled;
}
