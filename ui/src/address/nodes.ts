/** Node ids and names, for reading by people. */

export function splitNode(node: string): { kind: string; rest: string } {
  const colon = node.indexOf(":");
  return { kind: node.slice(0, colon), rest: node.slice(colon + 1) };
}

/** The part of a name that tells it from its neighbours, and what stands before it. */
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

/** What kind of system a namespace is of: its scheme, or the service of an ARN, or itself. */
export function platform(namespace: string): string {
  const arn = /^arn:[^:]*:([^:]+):/.exec(namespace);
  if (arn?.[1]) return arn[1];
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(namespace);
  return scheme?.[1] ?? namespace;
}

/** A node id without what only tells it from others: for lists of ids. */
export function shortNode(node: string): string {
  const { rest } = splitNode(node);
  const scheme = /^(?:arn(?::[^:]*){4}|[a-z][a-z0-9+.-]*:\/\/[^:]*(?::\d+)?|[^:]*):(.+)$/i.exec(rest);
  return scheme?.[1] ?? rest;
}
