/** Node ids and names, written for people. */
import { minute } from "./times";

export function splitNode(node: string): { kind: string; rest: string } {
  const colon = node.indexOf(":");
  return { kind: node.slice(0, colon), rest: node.slice(colon + 1) };
}

/** A name in two parts: its last word, which people say, and where that lies. */
export interface Spoken {
  title: string;
  place: string;
}

export function spoken(name: string): Spoken {
  const separator = name.includes("/") ? "/" : ".";
  const parts = name.split(separator).filter((part) => part !== "");
  const title = parts.pop() ?? name;
  return { title, place: parts.join(separator) };
}

/** Whether a text looks like the id of a run. */
export function isRunId(text: string): boolean {
  return /^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/i.test(text);
}

/** A run by its job and its start, as its id says nothing to people. */
export function spokenRun({ job, startedAt }: { job: { name: string }; startedAt: string }): string {
  return `${spoken(job.name).title}, run of ${minute(startedAt)}`;
}

/** What kind of system a namespace is of: its scheme, or the service of an ARN, or itself. */
export function platform(namespace: string): string {
  const arn = /^arn:[^:]*:([^:]+):/.exec(namespace);
  if (arn?.[1]) return arn[1];
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(namespace);
  return scheme?.[1] ?? namespace;
}

/**
 * A sentence of the server with short names for node ids, times to the minute, and without the ids of runs.
 *
 * `names` has what else is to be called by a name: contracts, by their ids.
 */
export function inPlainWords(sentence: string, names: Readonly<Record<string, string>> = {}): string {
  return named(sentence, names)
    .replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*Z/g, (time) => minute(time))
    .replace(/\brun [0-9a-f]{8}-[0-9a-f-]{27} of /g, "a run of ")
    .replace(/\brun [0-9a-f]{8}-[0-9a-f-]{27}/g, "a run")
    .replace(/\b(?:job|dataset):[^\s,;]+[^\s,;:.)]/g, shortNode);
}

/** Ids that are part of longer ones are no ids there. */
function named(sentence: string, names: Readonly<Record<string, string>>): string {
  const ids = Object.keys(names).sort((a, b) => b.length - a.length);
  if (ids.length === 0) return sentence;
  const any = ids.map((id) => id.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  return sentence.replace(new RegExp(`(?<![\\w:.-])(?:${any})(?![\\w:-]|\\.\\w)`, "g"), (id) => names[id] ?? id);
}

/** A node id without its kind and namespace, for lists of ids. */
export function shortNode(node: string): string {
  const { rest } = splitNode(node);
  const scheme = /^(?:arn(?::[^:]*){4}|[a-z][a-z0-9+.-]*:\/\/[^:]*(?::\d+)?|[^:]*):(.+)$/i.exec(rest);
  return scheme?.[1] ?? rest;
}
