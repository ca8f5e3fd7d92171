/** What a run says of itself. */
import { useAnswer } from "../api/useAnswer";
import type { Schemas } from "../api/client";
import { runUrl } from "../address/links";
import { duration } from "../address/times";
import { Fact, Facts } from "../design/Facts";
import { Link } from "../design/Link";
import { Failed, Waiting } from "../design/Notice";
import { NodeLink } from "../design/NodeName";
import { ASSUMED, RunState } from "../design/RunState";
import { Moment } from "../design/When";
import { errorOf } from "../panel/facets";
import { inBrief } from "./partitions";
import "./run.css";

export function RunFacts({ id }: { id: string }) {
  const { answer, problem } = useAnswer("/api/v1/jobs/runs/{id}", { path: { id } });
  if (problem) return <Failed problem={problem} />;
  if (!answer) return <Waiting />;
  const error = errorOf(answer.facets ?? {});
  return (
    <>
      <span className="spread">
        <RunState state={answer.state} assumed={answer.assumedEnd} />
        <Link href={runUrl(answer.id)} className="mono">
          {answer.id}
        </Link>
      </span>
      {error && <ErrorText message={error.message} stack={error.stack} />}
      <Facts>
        <Fact name="Job">
          <NodeLink id={`job:${answer.job.namespace}:${answer.job.name}`} />
        </Fact>
        <Fact name="Started">
          {answer.endedAt && answer.durationMs === null ? "not known" : <Moment at={answer.startedAt} exactly />}
        </Fact>
        <Fact name="Ended">
          {answer.endedAt ? <Moment at={answer.endedAt} exactly /> : "not yet"}
          {answer.assumedEnd && <p className="faint">{ASSUMED}.</p>}
        </Fact>
        <Fact name="Took">{duration(answer.durationMs)}</Fact>
        <Fact name="Nominal time">{answer.nominalStartTime && <Moment at={answer.nominalStartTime} exactly />}</Fact>
        <Fact name="Attempt">{answer.attempt || null}</Fact>
        <Fact name="Started by" className="list">
          {answer.parent && <RunReferences runs={[answer.parent]} />}
        </Fact>
        <Fact name="Started" className="list">
          {answer.children.length > 0 && <RunReferences runs={answer.children} />}
        </Fact>
      </Facts>
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

function RunReferences({ runs }: { runs: readonly Schemas["RunReference"][] }) {
  return runs.map((run) =>
    run.isKnown ? (
      <NodeLink key={run.id} id={run.job ?? `run:${run.id}`} href={runUrl(run.id)} />
    ) : (
      <span key={run.id}>{run.job ?? run.id}</span>
    ),
  );
}

function Used({ title, used }: { title: string; used: readonly Schemas["DatasetUsed"][] }) {
  if (used.length === 0) return null;
  return (
    <section className="list">
      <h3>{title}</h3>
      {used.map(({ dataset, partitions, rowCount }) => (
        <div key={dataset} className="spread">
          <NodeLink id={dataset} />
          <span className="row faint">
            {partitions.length > 0 && (
              <span className="chip" title={partitions.join("\n")}>
                {inBrief(partitions)}
              </span>
            )}
            {rowCount !== null && `${rowCount.toLocaleString("en")} rows`}
          </span>
        </div>
      ))}
    </section>
  );
}
