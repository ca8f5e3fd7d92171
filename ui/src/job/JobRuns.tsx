/** The last runs of a job as bars, and one of them with all that it started on an axis of time. */
import type { Schemas } from "../api/client";
import { useAnswer } from "../api/useAnswer";
import { batchUrl, compareUrl, runUrl, whyUrl } from "../address/links";
import { useQuery } from "../address/location";
import { duration, tookMs } from "../address/times";
import { Link } from "../design/Link";
import { Failed, Waiting } from "../design/Notice";
import { RunBars } from "../design/RunBars";
import { RunState } from "../design/RunState";
import { Moment } from "../design/When";
import { Gantt } from "../runs/Gantt";
import "./job.css";

type RunSummary = Schemas["RunSummary"];

const SHOWN = 60;

export function JobRuns({ job }: { job: string }) {
  const [query] = useQuery();
  const asked = useAnswer("/api/v1/runs", { query: { nodeId: job, limit: SHOWN } });
  const { answer, problem } = asked;
  const runs = answer?.runs ?? [];
  const chosen = runs.find((run) => run.id === query.get("run")) ?? runs[0];
  return (
    <section className="card" aria-labelledby="runs">
      <div className="spread">
        <h2 id="runs">Runs</h2>
        <Link href={`/runs?${new URLSearchParams({ node: job }).toString()}`}>
          {answer ? `All ${answer.totalCount.toLocaleString("en")}` : "All"}
        </Link>
      </div>
      {problem ? (
        <Failed problem={problem} retry={asked.reload} />
      ) : !answer ? (
        <Waiting lines={4} />
      ) : chosen ? (
        <>
          <div className="job-bars">
            <RunBars runs={runs} chosen={chosen.id} hrefOf={(id) => withRun(query, id)} />
            <div className="spread faint job-axis">
              <Moment at={runs.at(-1)?.startedAt ?? chosen.startedAt} />
              <span className="job-longest">
                longest {duration(Math.max(...runs.map((run) => tookMs(run) ?? 0)) || null)}
              </span>
              <Moment at={runs[0]?.startedAt ?? chosen.startedAt} />
            </div>
          </div>
          <OneRun run={chosen} before={runs[runs.indexOf(chosen) + 1] ?? null} />
        </>
      ) : (
        <p className="faint">No run is known.</p>
      )}
    </section>
  );
}

function withRun(query: URLSearchParams, run: string): string {
  const next = new URLSearchParams(query);
  next.set("run", run);
  return `/job?${next.toString()}`;
}

/** One run, with other attempts at the same batch, and with everything below them. */
function OneRun({ run, before }: { run: RunSummary; before: RunSummary | null }) {
  const under = useAnswer("/api/v1/runs", { query: { under: run.id, limit: 500 } });
  const batch = run.batchId ?? run.nominalStart;
  const attempts = useAnswer("/api/v1/runs", batch ? { query: { nodeId: run.job, batch, limit: 50 } } : null);
  const shown = distinct([run, ...(under.answer?.runs ?? []), ...(attempts.answer?.runs ?? [])]);
  return (
    <div className="one-run">
      <div className="spread wrap">
        <span className="row wrap">
          <RunState state={run.state} assumed={run.assumedEnd} />
          <Link href={runUrl(run.id)}>
            <Moment at={run.startedAt} exactly />
          </Link>
          <span className="faint">{duration(tookMs(run))}</span>
          {run.attempt !== null && run.attempt > 1 && <span className="chip">attempt {run.attempt}</span>}
        </span>
        <span className="row wrap">
          {run.state === "FAILED" && (
            <Link className="button small" href={whyUrl(run.id)}>
              Why?
            </Link>
          )}
          {batch && (
            <Link className="button small" href={batchUrl(batch)}>
              Batch
            </Link>
          )}
          {before && (
            <Link className="button small" href={compareUrl(before.id, run.id)}>
              Compare with the run before
            </Link>
          )}
        </span>
      </div>
      {shown.length > 1 && <Gantt runs={shown} label="This run and all that it started, on an axis of time" />}
    </div>
  );
}

function distinct(runs: readonly RunSummary[]): RunSummary[] {
  return [...new Map(runs.map((run) => [run.id, run])).values()];
}
