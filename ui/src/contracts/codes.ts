/** What findings about contracts are called: each code of the server (docs/contracts.md) in plain words. */
const TITLES: Readonly<Record<string, string>> = {
  "missing-key": "A key is missing",
  "unknown-key": "A key that the standard does not have",
  "unknown-version": "A version of the standard that does not exist",
  "unknown-type": "A type that the standard does not have",
  "wrong-shape": "A value of the wrong form",
  "unresolved-variable": "A variable without a value",
  "unresolved-input": "An input is not registered",
  "version-pin-missing": "An input has no such version",
  "input-retired": "An input is retired",
  "input-behind": "An input has a newer version",
  cycle: "It depends on itself, through others",
  "self-reference": "It depends on itself",
  "dataset-claimed-twice": "Two contracts for one dataset",
  "same-version-changed": "Changed, under the same version",
  "breaking-without-major": "Breaks readers without a major version",
  "version-not-raised": "Changed, without a higher version",
  "contract-removed": "The contract is gone",
  "declared-not-observed": "An input is declared, and not used",
  "observed-not-declared": "An input is used, and not declared",
  unverifiable: "An input cannot be verified",
  "uncontracted-input": "An input without a contract",
  "output-never-written": "An output was never written",
  "output-no-longer-written": "An output is no longer written",
  "output-stale": "An output is out of date",
  "schema-field-missing": "A field is missing",
  "schema-type": "A field has another type",
  "schema-field-undeclared": "A field is not declared",
};

const VERDICTS: Readonly<Record<string, { words: string; tone: string }>> = {
  confirmed: { words: "declared and used", tone: "good" },
  unverifiable: { words: "cannot be verified", tone: "warn" },
  unresolved: { words: "not registered", tone: "warn" },
  "declared-not-observed": { words: "declared, not used", tone: "bad" },
  "observed-not-declared": { words: "used, not declared", tone: "bad" },
};

/** The title of a finding; a code that is newer than this page is written out. */
export function findingTitle(code: string): string {
  return TITLES[code] ?? code.replaceAll("-", " ");
}

/** What was found of an input, and the colour that it is told in. */
export function verdictOf(verdict: string): { words: string; tone: string } {
  return VERDICTS[verdict] ?? { words: verdict.replaceAll("-", " "), tone: "plain" };
}
