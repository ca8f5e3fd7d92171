import { describe, expect, it } from "vitest";
import { diffLines, folded } from "./lines";
import { languageOf, tokens } from "./tokens";

const marked = (before: string, after: string) =>
  diffLines(before, after).map((line) => `${{ same: " ", added: "+", removed: "-" }[line.change]}${line.text}`);

describe("a difference of texts", () => {
  it("has the fewest lines, and removed ones first", () => {
    expect(marked("a\nb\nc", "a\nB\nc")).toEqual([" a", "-b", "+B", " c"]);
    expect(marked("a\nb\nc\nd", "a\nc\nx\nd")).toEqual([" a", "-b", " c", "+x", " d"]);
    expect(marked("a\na", "a")).toEqual([" a", "-a"]);
    expect(marked("same", "same")).toEqual([" same"]);
  });
  it("numbers the lines of both texts", () => {
    expect(diffLines("a\nb", "x\na\nb").map((line) => [line.before, line.after])).toEqual([
      [null, 1],
      [1, 2],
      [2, 3],
    ]);
  });
  it("leads from the one text to the other, whatever they are", () => {
    const letters = (seed: number) =>
      Array.from({ length: 12 }, (_, place) => "abc"[(seed * 7 + place * place * 3 + ((seed >> place) & 1)) % 3]).join(
        "\n",
      );
    for (let seed = 0; seed < 60; seed += 1) {
      const [before, after] = [letters(seed), letters(seed * 3 + 1)];
      const lines = diffLines(before, after);
      const side = (left: "added" | "removed") =>
        lines
          .filter((line) => line.change !== left)
          .map((line) => line.text)
          .join("\n");
      expect([side("added"), side("removed")]).toEqual([before, after]);
    }
  });
  it("marks the words that changed in a line", () => {
    const [removed, added] = diffLines("a::integer as b", "a::varchar as b");
    expect([removed, added].map((line) => line?.text.slice(...(line.marked ?? [])))).toEqual(["integer", "varchar"]);
    expect(diffLines("a\nb", "c").map((line) => line.marked)).toEqual([undefined, undefined, undefined]);
  });
  it("folds what is far from any change", () => {
    const before = Array.from({ length: 20 }, (_, line) => String(line)).join("\n");
    const lines = folded(diffLines(before, before.replace("\n10\n", "\nten\n")), 2);
    expect(lines.map((line) => (typeof line === "number" ? line : line.text))).toEqual([
      8,
      "8",
      "9",
      "10",
      "ten",
      "11",
      "12",
      7,
    ]);
  });
});

describe("code", () => {
  it("is cut into keywords, strings, numbers and comments, and nothing is lost", () => {
    const sql = "SELECT a, 'it' AS b -- why\nFROM \"from\" WHERE a > 1.5";
    const found = tokens(sql, "sql");
    expect(found.map((token) => token.text).join("")).toBe(sql);
    expect(found.filter((token) => token.kind !== "plain").map((token) => [token.kind, token.text])).toEqual([
      ["keyword", "SELECT"],
      ["string", "'it'"],
      ["keyword", "AS"],
      ["comment", "-- why"],
      ["keyword", "FROM"],
      ["keyword", "WHERE"],
      ["number", "1.5"],
    ]);
    expect(tokens("def f(): # x", "python").map((token) => token.kind)).toEqual([
      "keyword",
      "plain",
      "plain",
      "plain",
      "comment",
    ]);
  });
  it("is of a language", () => {
    expect([languageOf("sql"), languageOf("source", "PYTHON"), languageOf("source", "scala")]).toEqual([
      "sql",
      "python",
      "other",
    ]);
  });
});
