/** The SQL and the source code of each version of a job. */
import type { Schemas } from "../api/client";

export type TextKind = "sql" | "source";
export type CodeTexts = Readonly<Record<TextKind, string | null>>;

type Version = Pick<Schemas["MarquezJobVersion"], "version" | "change">;

const KINDS: readonly TextKind[] = ["sql", "source"];

/**
 * Versions come newest first, and each tells of a text only where it changed: in between it is as it was.
 *
 * `present` has the texts of now, which hold for all versions if no version ever changed them.
 */
export function codeTexts(versions: readonly Version[], present: CodeTexts): Map<string, CodeTexts> {
  const found = new Map(versions.map((version) => [version.version, { ...present }]));
  for (const kind of KINDS) {
    let text = present[kind];
    for (const { version, change } of versions) {
      const changed = change?.texts.find((one) => one.kind === kind);
      if (changed) text = changed.after;
      const texts = found.get(version);
      if (texts) texts[kind] = text;
      if (changed) text = changed.before;
    }
  }
  return found;
}
