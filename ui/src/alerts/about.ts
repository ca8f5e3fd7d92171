/** What a subscription is about: everything, one job or dataset, or all that have something in common. */
import { shortNode, spoken } from "../address/nodes";

export const SCOPES = {
  everything: "Everything",
  node: "A job or dataset",
  tag: "All with a tag",
  owner: "All of an owner",
  namespace: "All in a namespace",
  contract: "A contract",
} as const;

export type Scope = keyof typeof SCOPES;

export interface About {
  scope: Scope;
  /** The node id, or the name of the tag, owner, namespace or contract; empty of everything. */
  value: string;
}

/** Reads `everything`, `job:…`, `dataset:…`, `tag:…` and so on; what is none of these is about everything. */
export function readAbout(text: string | null): About {
  if (!text || text === "everything") return { scope: "everything", value: "" };
  if (/^(job|dataset):/.test(text)) return { scope: "node", value: text };
  const found = /^(tag|owner|namespace|contract):(.*)$/s.exec(text);
  return found ? { scope: found[1] as Scope, value: found[2] ?? "" } : { scope: "everything", value: "" };
}

/** As the server reads it; null as long as it is not said which one is meant. */
export function writeAbout({ scope, value }: About): string | null {
  if (scope === "everything") return "everything";
  if (!value.trim()) return null;
  return scope === "node" ? value : `${scope}:${value.trim()}`;
}

/** A name that the server takes: letters, digits and any of _.- after the first. */
export function nameFor({ scope, value }: About): string {
  const subject = scope === "everything" ? scope : scope === "node" ? spoken(shortNode(value)).title : value;
  return subject
    .toLowerCase()
    .replace(/[^a-z0-9_.-]+/g, "-")
    .replace(/^[^a-z0-9]+|-+$/g, "")
    .slice(0, 64);
}

export type Form = "cloudevents" | "slack" | "teams";

/** The form of messages that a webhook takes, as far as its address tells. */
export function formFor(to: string): Form {
  if (/^https:\/\/hooks\.slack\.com\//.test(to)) return "slack";
  if (/^https:\/\/[^/]*\.(logic\.azure\.com|powerplatform\.com|webhook\.office\.com)[:/]/.test(to)) return "teams";
  return "cloudevents";
}
