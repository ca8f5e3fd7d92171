/** The URLs of views, for links from one to another. */
import { splitNode } from "./nodes";

export function lineageUrl(node: string, more: Record<string, string> = {}): string {
  return `/lineage?${new URLSearchParams({ node, ...more }).toString()}`;
}

export function runUrl(run: string, more: Record<string, string> = {}): string {
  return `/runs/${encodeURIComponent(run)}${query(more)}`;
}

export function whyUrl(run: string): string {
  return `/runs/${encodeURIComponent(run)}/why`;
}

/** The page of a job: its runs, what it starts, and its code. */
export function jobUrl(job: string): string {
  return `/job?${new URLSearchParams({ node: job }).toString()}`;
}

/** All runs of a batch: by its id, its nominal start, or a run id that they share. */
export function batchUrl(batch: string): string {
  return `/batch?${new URLSearchParams({ id: batch }).toString()}`;
}

/** Everything that a text was found in. */
export function searchUrl(text: string): string {
  return `/search?${new URLSearchParams({ q: text }).toString()}`;
}

/** Two runs side by side. */
export function compareUrl(before: string, after: string): string {
  return `/compare?${new URLSearchParams({ before, after }).toString()}`;
}

/** What depends on a job, dataset, column (`datasetField:…`) or contract. */
export function impactUrl(node: string): string {
  return `/impact?${new URLSearchParams({ node }).toString()}`;
}

/** A new subscription to what happens to a job, dataset or contract. */
export function watchUrl(node: string): string {
  return `/alerts?${new URLSearchParams({ about: node }).toString()}`;
}

/** The runs around a version of a dataset, by its node id. */
export function versionUrl(version: string): string {
  return `/runlineage?${new URLSearchParams({ node: version }).toString()}`;
}

export function contractUrl(id: string): string {
  return `/contracts/${encodeURIComponent(id)}`;
}

/** The URL that shows a node of whatever kind, by its id. */
export function nodeUrl(node: string): string {
  const { kind, rest } = splitNode(node);
  if (kind === "run") return runUrl(rest);
  if (kind === "contract") return contractUrl(rest);
  return lineageUrl(node);
}

function query(more: Record<string, string>): string {
  const text = new URLSearchParams(more).toString();
  return text ? `?${text}` : "";
}
