/** How grave findings are. */
import type { Schemas } from "../api/client";

type Finding = Schemas["ContractFinding"];

const GRAVEST = ["error", "warning", "info"];

/** Findings of one level, or of all where it is null: the gravest first, and equally grave ones in the order given. */
export function byGraveness(findings: readonly Finding[], level: string | null): Finding[] {
  const wanted = findings.filter((finding) => level === null || finding.level === level);
  return wanted.sort((a, b) => GRAVEST.indexOf(a.level) - GRAVEST.indexOf(b.level));
}

/** The gravest level of each contract's findings, by node id. Findings for information only do not count. */
export function graveness(findings: readonly Finding[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { contract, level } of findings) {
    if (!contract || level === "info") continue;
    const id = `contract:${contract}`;
    if (level === "error" || !found.has(id)) found.set(id, level);
  }
  return found;
}
