/** What a run says of itself. */
import { useAnswer } from "../api/useAnswer";
import type { Schemas } from "../api/client";
import { runUrl } from "../address/links";
import { duration, exact } from "../address/times";
import { Link } from "../design/Link";
import { Failed, Waiting } from "../design/Notice";
import { NodeLink } from "../design/NodeName";
import { RunState } from "../design/RunState";
import { errorOf, rowsOf } from "../panel/facets";

export function RunFacts({ id }: { id: string }) {
  const { answer, problem } = useAnswer("/api/v1/jobs/runs/{id}", { path: { id } });
  if (problem) return <Failed problem={problem} />;
  if (!answer) return <Waiting />;
  const error = errorOf(answer.facets ?? {});
  return (
    <>
      <span className="spread">
        <RunState state={answer.state} />
        <Link href={runUrl(answer.id)} className="mono">
          {answer.id}
        </Link>
      </span>
      {error && <ErrorText message={error.message} stack={error.stack} />}
      <dl className="facts">
        <dt>Job</dt>
        <dd>
          <NodeLink id={`job:${answer.job.namespace}:${answer.job.name}`} />
        </dd>
        <dt>Started</dt>
        <dd>{exact(answer.startedAt)}</dd>
        <dt>Ended</dt>
        <dd>{answer.endedAt ? exact(answer.endedAt) : "not yet"}</dd>
        <dt>Took</dt>
        <dd>{duration(answer.durationMs)}</dd>
        {answer.nominalStartTime && (
          <>
            <dt>Nominal time</dt>
            <dd>{exact(answer.nominalStartTime)}</dd>
          </>
        )}
        {answer.attempt ? (
          <>
            <dt>Attempt</dt>
            <dd>{answer.attempt}</dd>
          </>
        ) : null}
        {answer.parent && <Family label="Started by" runs={[answer.parent]} />}
        {answer.children.length > 0 && <Family label="Started" runs={answer.children} />}
      </dl>
      <Used title="Read" used={answer.inputs} />
      <Used title="Wrote" used={answer.outputs} />
    </>
  );
}

export function ErrorText({ message, stack }: { message: string; stack?: string | null }) {
  return (
    <section className="list">
      <pre className="code error" tabIndex={0}>
        {message}
      </pre>
      {stack && (
        <details>
          <summary>Stack trace</summary>
          <pre className="code" tabIndex={0}>
            {stack}
          </pre>
        </details>
      )}
    </section>
  );
}

function Family({ label, runs }: { label: string; runs: readonly Schemas["RunReference"][] }) {
  return (
    <>
      <dt>{label}</dt>
      <dd className="list">
        {runs.map((run) =>
          run.isKnown ? (
            <NodeLink key={run.id} id={run.job ?? `run:${run.id}`} href={runUrl(run.id)} />
          ) : (
            <span key={run.id}>{run.job ?? run.id}</span>
          ),
        )}
      </dd>
    </>
  );
}

function Used({ title, used }: { title: string; used: readonly Schemas["DatasetUsed"][] }) {
  if (used.length === 0) return null;
  return (
    <section className="list">
      <h3>{title}</h3>
      {used.map((one) => {
        const { rows } = rowsOf(one.facets);
        return (
          <div key={one.dataset} className="spread">
            <NodeLink id={one.dataset} />
            <span className="row faint">
              {one.partitions.length > 0 && <span className="chip">{one.partitions[0]}</span>}
              {rows !== null && `${rows.toLocaleString("en")} rows`}
            </span>
          </div>
        );
      })}
    </section>
  );
}
