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
  endAssumed: {
    word: "end assumed",
    tone: "plain",
    meaning: "Its run never told its end; a run above it has ended, and so it is taken to have ended with it",
  },
  possible: {
    word: "possible",
    tone: "warn",
    meaning: "Nobody has said which columns went here; the changed one may be among them",
  },
} as const satisfies Record<string, Mark>;

export const CONTRACT_MARKS = {
  drift: { word: "drift", tone: "bad", meaning: "What runs is not what it declares" },
  notRegistered: {
    word: "not registered",
    tone: "warn",
    meaning: "Named as an input, but nobody has registered it",
  },
} as const satisfies Record<string, Mark>;

/** The marks of versions, by how they are known. */
export const VERSION_MARKS = {
  observed: {
    word: "observed",
    tone: "warn",
    meaning: "No run says it wrote this; a reader saw that it had changed",
  },
  pinned: { word: "pinned", tone: "warn", meaning: "Known only because a reader named this version" },
  initial: { word: "initial", tone: "warn", meaning: "There before all events" },
  event: { word: "declared", tone: "warn", meaning: "Stated by a dataset event" },
} as const satisfies Record<string, Mark>;
