/** SQL and source code, cut into parts that are coloured. */

export type Language = "sql" | "python" | "other";

export interface Token {
  kind: "keyword" | "string" | "number" | "comment" | "plain";
  text: string;
}

const KEYWORDS: Record<Language, ReadonlySet<string>> = {
  sql: words(
    `all alter and any as asc between by case cast create cross current_date current_timestamp delete desc distinct drop
     else end except exists false filter following from full group having if in inner insert intersect interval into is
     join lateral left like limit matched materialized merge not null offset on or order outer over overwrite partition
     preceding qualify range replace right row rows select set table then true unbounded union unnest update using values
     view when where window with`,
  ),
  python: words(
    `and as assert async await break class continue def del elif else except False finally for from global if import in
     is lambda None nonlocal not or pass raise return True try while with yield`,
  ),
  other: words(
    `abstract and as break case catch class const continue def default do else extends false final finally for from fun
     function if implements import in interface let match new None not null object or override package private protected
     public return static struct super switch this throw throws trait true try type val var void while with yield`,
  ),
};

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}

const COMMENT: Record<Language, string> = {
  sql: String.raw`--[^\n]*|\/\*[\s\S]*?\*\/`,
  python: String.raw`#[^\n]*`,
  other: String.raw`\/\/[^\n]*|\/\*[\s\S]*?\*\/`,
};
const STRING = String.raw`'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"`;
const NUMBER = String.raw`\b\d+(?:\.\d+)?\b`;
const WORD = String.raw`[A-Za-z_]\w*`;

/** The language that a producer names, as far as it is known here. */
export function languageOf(kind: "sql" | "source", named?: string | null): Language {
  if (kind === "sql") return "sql";
  return /python/i.test(named ?? "python") ? "python" : "other";
}

export function tokens(text: string, language: Language): Token[] {
  const parts = new RegExp(`(${COMMENT[language]})|(${STRING})|(${NUMBER})|(${WORD})`, "g");
  const found: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(parts)) {
    if (match.index > end) found.push({ kind: "plain", text: text.slice(end, match.index) });
    found.push({ kind: kindOf(match, language), text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < text.length) found.push({ kind: "plain", text: text.slice(end) });
  return found;
}

function kindOf(match: RegExpExecArray, language: Language): Token["kind"] {
  const [whole, comment, string, number] = match;
  if (comment !== undefined) return "comment";
  // In SQL, double quotes are around names.
  if (string !== undefined) return language === "sql" && whole.startsWith('"') ? "plain" : "string";
  if (number !== undefined) return "number";
  return KEYWORDS[language].has(language === "sql" ? whole.toLowerCase() : whole) ? "keyword" : "plain";
}
