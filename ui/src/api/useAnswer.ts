/** An answer of the server as the state of a component. */
import { useCallback, useEffect, useState } from "react";
import { type Answer, type GetPath, type Problem, type Question, address, ask, askAgain } from "./client";
import { useKeyEpoch, wantKey } from "./keyNeeded";
import { onBeat } from "./pulse";
import { noticeAway, useReachEpoch } from "./reach";

export interface Asked<A> {
  /** The answer to this question, or to the one before while this one is under way. */
  answer: A | null;
  /** The URL whose answer `answer` is. */
  of: string | null;
  loading: boolean;
  problem: Problem | null;
  reload: () => void;
}

interface State<A> {
  /** Which question this answers: its URL, and how many times it was asked. */
  asked: string | null;
  answer: A | null;
  of: string | null;
  /** By which the server knows this answer again. */
  tag: string | null;
  problem: Problem | null;
}

/** Asks when the question changes; `null` asks nothing. A new question ends the one under way. An answer follows what the server knows. */
export function useAnswer<P extends GetPath>(path: P, question: Question<P> | null): Asked<Answer<P>> {
  const url = question ? address(path, question) : null;
  const epoch = `${useKeyEpoch()} ${useReachEpoch()}`;
  const [turn, setTurn] = useState(0);
  const asked = url === null ? null : `${turn} ${epoch} ${url}`;
  const [state, setState] = useState<State<Answer<P>>>({
    asked: null,
    answer: null,
    of: null,
    tag: null,
    problem: null,
  });

  useEffect(() => {
    if (url === null) return;
    const abort = new AbortController();
    ask<Answer<P>>(url, abort.signal)
      .then(({ answer, tag }) => setState({ asked, answer, of: url, tag, problem: null }))
      .catch((error: unknown) => {
        if (abort.signal.aborted) return;
        const problem = error as Problem;
        // The page says once that the server is away, and asks again when it is back; until then the last answer stays.
        if (problem.status === 0) {
          noticeAway();
          return;
        }
        if (problem.status === 401) wantKey(problem.message);
        setState({ asked, answer: null, of: null, tag: null, problem });
      });
    return () => abort.abort();
  }, [url, asked]);

  const tag = state.asked === asked ? state.tag : null;
  useEffect(() => {
    if (url === null || tag === null) return;
    const abort = new AbortController();
    const stop = onBeat(() => {
      askAgain<Answer<P>>(url, tag, abort.signal)
        .then((found) => found && setState({ asked, answer: found.answer, of: url, tag: found.tag, problem: null }))
        .catch((error: unknown) => {
          // Nobody has asked for this, so what is shown stays, and the next beat tries again.
          if ((error as Problem).status === 0) noticeAway();
        });
    });
    return () => {
      stop();
      abort.abort();
    };
  }, [url, asked, tag]);

  const reload = useCallback(() => setTurn((before) => before + 1), []);
  const current = state.asked === asked;
  return {
    answer: url === null ? null : state.answer,
    of: url === null ? null : state.of,
    loading: !current,
    problem: current ? state.problem : null,
    reload,
  };
}
