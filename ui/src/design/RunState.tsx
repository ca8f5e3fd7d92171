import { StateIcon } from "./icons";

const WORDS: Record<string, string> = {
  COMPLETED: "completed",
  FAILED: "failed",
  ABORTED: "aborted",
  RUNNING: "running",
  NEW: "new",
};

export function stateWord(state: string): string {
  return WORDS[state] ?? state.toLowerCase();
}

/** What an assumed end means, for people who meet it for the first time. */
export const ASSUMED = "It never told its end; a run above it has ended, and so it is taken to have ended with it";

interface RunStateProps {
  state: string;
  /** Whether the end is that of a run above, as no end of its own has come. */
  assumed?: boolean;
  quiet?: boolean;
}

/** The state of a run: by colour, by shape and in words. */
export function RunState({ state, assumed = false, quiet = false }: RunStateProps) {
  const word = assumed ? `${stateWord(state)} (assumed)` : stateWord(state);
  return (
    <span
      className={`state ${WORDS[state] ? state : "UNKNOWN"}${assumed ? " assumed" : ""}`}
      title={assumed ? `${word}: ${ASSUMED}` : word}
    >
      <StateIcon state={state} />
      <span className={quiet ? "unseen" : ""}>{word}</span>
    </span>
  );
}
