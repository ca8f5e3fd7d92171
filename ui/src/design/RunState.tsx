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

/** The state of a run: by colour, by shape and in words. */
export function RunState({ state, quiet = false }: { state: string; quiet?: boolean }) {
  return (
    <span className={`state ${WORDS[state] ? state : "UNKNOWN"}`} title={stateWord(state)}>
      <StateIcon state={state} />
      <span className={quiet ? "unseen" : ""}>{stateWord(state)}</span>
    </span>
  );
}
