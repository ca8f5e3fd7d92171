import { useAnswer } from "../api/useAnswer";
import { spoken } from "../address/nodes";
import { duration, exact, tookMs } from "../address/times";
import { runUrl } from "../address/links";
import { Link } from "../design/Link";
import { Failed, Waiting } from "../design/Notice";
import { RunBars } from "../design/RunBars";
import { RunState } from "../design/RunState";
import { When } from "../design/When";

interface RunsProps {
  node: string;
  /** Runs that started later are left out; null is now. */
  at: string | null;
  withJobs?: boolean;
}

/** The last 30 runs of a job, or, with the names of their jobs, those that used a dataset. */
export function Runs({ node, at, withJobs = false }: RunsProps) {
  const { answer, problem } = useAnswer("/api/v1/runs", {
    query: { nodeId: node, limit: 30, ...(at ? { before: at } : {}) },
  });
  if (problem) return <Failed problem={problem} />;
  if (!answer) return <Waiting />;
  if (answer.totalCount === 0) return <p className="faint">No run is known{at ? " by then" : ""}.</p>;
  return (
    <>
      <RunBars runs={answer.runs} />
      <p className="faint">
        {answer.runs.length < answer.totalCount ? `The last ${answer.runs.length} of ` : ""}
        {answer.totalCount.toLocaleString("en")} {answer.totalCount === 1 ? "run" : "runs"}.
      </p>
      <ul className="list">
        {answer.runs.map((run) => (
          <li key={run.id} className="spread">
            <Link href={runUrl(run.id)} className="row">
              <RunState state={run.state} assumed={run.assumedEnd} quiet={withJobs} />
              {withJobs && (
                <span className="cut" title={`${run.namespace}: ${run.name}`}>
                  {spoken(run.name).title}
                </span>
              )}
              {run.attempt !== null && run.attempt > 1 && <span className="chip">attempt {run.attempt}</span>}
            </Link>
            <span className="faint whole" title={exact(run.startedAt)}>
              <When at={run.startedAt} /> · {duration(tookMs(run))}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
