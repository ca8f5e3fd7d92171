/** Causes in plain words: short names, and the moment; the exact values stand in the details. */
import type { Schemas } from "../api/client";
import { shortNode, spoken } from "../address/nodes";
import { minute } from "../address/times";

export type Cause = Pick<Schemas["Cause"], "kind" | "node" | "fields" | "at" | "evidence" | "sentence">;

/** `supplier_code changed from INTEGER to VARCHAR in catalog`, without a full stop. */
export function headline(cause: Cause): string {
  const name = called(cause.node);
  switch (cause.kind) {
    case "contradiction":
    case "retype":
      return `${changedFields(cause.fields)} in ${name}`;
    case "removal":
      return `${fieldNames(cause.fields)} ${cause.fields.length > 1 ? "are" : "is"} gone from ${name}`;
    case "drop":
      return `${name} was dropped`;
    case "code":
      return `${name} ran new code`;
    case "literals":
      return `${name} ran with other literals`;
    case "datasets":
      return `${name} reads or writes other datasets`;
    case "failed":
      return `${name} failed, and had not run again`;
    case "missing":
      return `${name} did not run when it was due`;
    case "volume":
      return `${name} is of another size`;
  }
}

/** `2025-03-21 01:02, before load_catalog read it`; empty where neither is known. */
export function whenAndWhere(cause: Cause): string {
  const reader = cause.evidence.through[1];
  const isData = cause.node.startsWith("dataset:");
  const before = isData && reader?.startsWith("job:") ? `before ${called(reader)} read it` : "";
  return [cause.at ? minute(cause.at) : "", before].filter(Boolean).join(", ");
}

/** The last part of a name, as people say it. */
export function called(node: string): string {
  return spoken(lastOf(shortNode(node))).title;
}

function lastOf(name: string): string {
  return name.replace(/\/+$/, "");
}

function changedFields(fields: Cause["fields"]): string {
  const [first] = fields;
  if (fields.length !== 1 || !first) return `${fieldNames(fields)} changed`;
  if (first.before === null) return `${first.name} is new as ${first.after ?? "untyped"}`;
  return `${first.name} changed from ${first.before} to ${first.after ?? "untyped"}`;
}

const MOST_NAMED = 3;

function fieldNames(fields: Cause["fields"]): string {
  const names = fields.slice(0, MOST_NAMED).map((field) => field.name);
  const more = fields.length - names.length;
  return names.join(", ") + (more > 0 ? ` and ${more} more` : "");
}
