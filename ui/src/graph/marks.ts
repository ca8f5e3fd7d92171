/** The marks of nodes: what is special about them, in a word, and what that means. */
import type { Mark } from "./drawing";

export const MARKS = {
  late: { word: "late", tone: "warn", meaning: "Not written, or not completed, for longer than it usually takes" },
  testFailed: { word: "test failed", tone: "bad", meaning: "A data quality test of it failed when it last ran" },
  contract: { word: "contract", tone: "accent", meaning: "A data contract covers it" },
  stale: { word: "stale", tone: "warn", meaning: "Still read, but no job writes it any more" },
  dropped: { word: "dropped", tone: "bad", meaning: "It was dropped, and not written since" },
  lineageUnknown: {
    word: "lineage unknown",
    tone: "warn",
    meaning: "Its code changed, and no run since has said what it reads and writes; the edges are the old ones",
  },
  declaredOnly: { word: "declared", tone: "plain", meaning: "Known from a declaration; it never ran" },
  private: { word: "private", tone: "plain", meaning: "Of use inside one job or pipeline only" },
  provisional: { word: "provisional", tone: "busy", meaning: "Seen while its first run is still going on" },
  didNotExistYet: { word: "not there yet", tone: "plain", meaning: "It did not exist yet at this time" },
} as const satisfies Record<string, Mark>;
