/** An answer of the server as the state of a component. */
import { useCallback, useEffect, useRef, useState } from "react";
import { type Answer, type GetPath, type Problem, type Question, address, ask } from "./client";
import { useKeyEpoch, wantKey } from "./keyNeeded";

export interface Asked<A> {
  /** The answer to this question, or to the one before while this one is under way. */
  answer: A | null;
  loading: boolean;
  problem: Problem | null;
  /** Whether `answer` is that of an earlier question. */
  stale: boolean;
  reload: () => void;
}

interface State<A> {
  url: string | null;
  answer: A | null;
  problem: Problem | null;
  loading: boolean;
}

/** Asks when the question changes; `null` asks nothing. A new question ends the one under way. */
export function useAnswer<P extends GetPath>(
  path: P,
  question: Question<P> | null,
): Asked<Answer<P>> {
  const url = question ? address(path, question) : null;
  const latest = useRef(question);
  latest.current = question;
  const epoch = useKeyEpoch();
  const [turn, setTurn] = useState(0);
  const [state, setState] = useState<State<Answer<P>>>({
    url: null,
    answer: null,
    problem: null,
    loading: url !== null,
  });

  useEffect(() => {
    if (url === null) {
      setState({ url: null, answer: null, problem: null, loading: false });
      return;
    }
    const abort = new AbortController();
    setState((before) => ({ ...before, loading: true }));
    ask(path, latest.current ?? {}, abort.signal)
      .then((answer) => setState({ url, answer, problem: null, loading: false }))
      .catch((error: unknown) => {
        if (abort.signal.aborted) return;
        const problem = error as Problem;
        if (problem.status === 401) wantKey(problem.message);
        setState({ url, answer: null, problem, loading: false });
      });
    return () => abort.abort();
  }, [path, url, turn, epoch]);

  const reload = useCallback(() => setTurn((before) => before + 1), []);
  const current = state.url === url;
  return {
    answer: url === null ? null : state.answer,
    loading: url !== null && (state.loading || !current),
    problem: current ? state.problem : null,
    stale: !current,
    reload,
  };
}
