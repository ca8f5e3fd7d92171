/** The last runs as bars: how long each took, and how it ended. */
import { duration, exact } from "../address/times";
import { runUrl } from "../address/links";
import { Link } from "./Link";
import { stateWord } from "./RunState";

export interface BarRun {
  id: string;
  state: string;
  startedAt: string;
  endedAt: string | null;
}

const HIGHEST = 44;

export function RunBars({ runs }: { runs: readonly BarRun[] }) {
  const oldestFirst = [...runs].reverse();
  const longest = Math.max(1, ...oldestFirst.map((run) => tookMs(run) ?? 0));
  return (
    <ol className="run-bars" aria-label="Last runs, the oldest first">
      {oldestFirst.map((run) => {
        const took = tookMs(run);
        const height = took === null ? HIGHEST : Math.max(5, Math.round((took / longest) * HIGHEST));
        const words = `${stateWord(run.state)}, ${exact(run.startedAt)}, ${duration(took)}`;
        return (
          <li key={run.id}>
            <Link href={runUrl(run.id)} title={words} aria-label={`Run ${words}`} className={`run-bar ${run.state}`}>
              <span style={{ height: `${height}px` }} />
            </Link>
          </li>
        );
      })}
    </ol>
  );
}

export function tookMs(run: BarRun): number | null {
  return run.endedAt ? Date.parse(run.endedAt) - Date.parse(run.startedAt) : null;
}
