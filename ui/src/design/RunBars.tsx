/** The last runs as bars: how long each took, and how it ended. */
import { duration, exact, tookMs } from "../address/times";
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

export interface RunBarsProps {
  runs: readonly BarRun[];
  /** Where a bar leads to: to the view of the run, if nothing else is given. */
  hrefOf?: (run: string) => string;
  /** The run that is shown beside the bars. */
  chosen?: string;
}

export function RunBars({ runs, hrefOf = runUrl, chosen }: RunBarsProps) {
  const oldestFirst = [...runs].reverse();
  const longest = Math.max(1, ...oldestFirst.map((run) => tookMs(run) ?? 0));
  return (
    <ol className="run-bars" aria-label="Last runs, the oldest first">
      {oldestFirst.map((run) => {
        const took = tookMs(run);
        const height = run.endedAt ? Math.max(5, Math.round(((took ?? 0) / longest) * HIGHEST)) : HIGHEST;
        const words = `${stateWord(run.state)}, ${exact(run.startedAt)}, ${duration(took)}`;
        return (
          <li key={run.id}>
            <Link
              href={hrefOf(run.id)}
              title={words}
              aria-label={`Run ${words}`}
              aria-current={run.id === chosen ? "true" : undefined}
              className={`run-bar ${run.state}`}
            >
              <span style={{ height: `${height}px` }} />
            </Link>
          </li>
        );
      })}
    </ol>
  );
}
