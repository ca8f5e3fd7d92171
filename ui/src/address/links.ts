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
