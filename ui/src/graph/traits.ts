/** What is known of nodes, by which they can be chosen: `owner:team:web`, `kind:job`. */
import { tagSpellings, tellingSpellings } from "../design/tags";
import type { Drawing, DrawnNode } from "./drawing";

export const WORDS = ["kind", "platform", "owner", "tag", "state", "is", "namespace", "column"] as const;
export type Word = (typeof WORDS)[number];

function valuesOf(node: DrawnNode, word: Word): readonly string[] {
  switch (word) {
    case "kind":
      return [node.type, ...(node.kind ? [node.kind] : [])].map((kind) => kind.toLowerCase());
    case "platform":
      return [node.platform];
    case "owner":
      return node.vitals?.owners ?? [];
    case "tag":
      return tagSpellings(node.tags);
    case "state":
      return node.state ? [node.state.toLowerCase()] : [];
    case "is":
      return node.marks.map((mark) => mark.word);
    case "namespace":
      return [node.namespace];
    case "column":
      return (node.fields ?? []).map((field) => field.name);
  }
}

/** All that can be asked of a node by `word:value`, in small letters. */
export function traitsOf(node: DrawnNode): string[] {
  return WORDS.flatMap((word) => valuesOf(node, word).map((value) => `${word}:${value}`.toLowerCase()));
}

/** The words that people are offered to choose by; columns would be too many. */
const OFFERED = WORDS.filter((word) => word !== "column");

export interface Choice {
  word: Word;
  /** How many nodes have each value, the most frequent first. */
  values: [string, number][];
}

/** By what nodes of a drawing can be told apart: values that all of them have are left out. */
export function choicesIn({ nodes }: Drawing): Choice[] {
  return OFFERED.flatMap((word) => {
    const counts = new Map<string, number>();
    for (const node of nodes) {
      for (const value of new Set(valuesOf(node, word))) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    const values = [...counts]
      .filter(([value, count]) => value !== "" && count < nodes.length)
      .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
    const telling = word === "tag" ? tellingSpellings(values) : values;
    return telling.length > 0 ? [{ word, values: telling }] : [];
  });
}

/** The term of an expression that chooses by a value, which is quoted where a sign in it would be read as one. */
export function termOf(word: Word, value: string): string {
  return /[\s,+"]/.test(value) ? `${word}:"${value.replaceAll('"', "")}"` : `${word}:${value}`;
}
