import { expect, it } from "vitest";
import { codeTexts } from "./codeTexts";

const version = (id: string, before?: string, after?: string) => ({
  version: id,
  change:
    before === undefined
      ? null
      : {
          inputsAdded: [],
          inputsRemoved: [],
          outputsAdded: [],
          outputsRemoved: [],
          codeBefore: null,
          texts: after === undefined ? [] : [{ kind: "sql" as const, before, after }],
        },
});

it("a version has the text that the last change before it left", () => {
  const texts = codeTexts(
    [version("5"), version("4", "b", "c"), version("3", ""), version("2", "a", "b"), version("1")],
    { sql: "c", source: "def" },
  );
  expect([...texts].map(([id, { sql, source }]) => [id, sql, source])).toEqual([
    ["5", "c", "def"],
    ["4", "c", "def"],
    ["3", "b", "def"],
    ["2", "b", "def"],
    ["1", "a", "def"],
  ]);
});
