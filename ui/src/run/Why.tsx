/** Why a run went as it did: what failed below it, and what is different from the last good run, the likeliest first. */
import { useEffect, useState } from "react";
import type { Schemas } from "../api/client";
import { useAnswer } from "../api/useAnswer";
import { nodeUrl, runUrl } from "../address/links";
import { inPlainWords, splitNode, spokenRun } from "../address/nodes";
import { exact } from "../address/times";
import { KindIcon } from "../design/icons";
import { Link } from "../design/Link";
import { Empty, Failed, Waiting } from "../design/Notice";
import { NodeLink } from "../design/NodeName";
import { RunState } from "../design/RunState";
import { Dated, Moment } from "../design/When";
import { headline, whenAndWhere } from "./causes";
import "./run.css";
import { ErrorText } from "./RunFacts";

type WhyAnswer = Schemas["Why"];
type Cause = Schemas["Cause"];

/** Called with the path from a cause to a run, as node ids; it ends with the run whose graph shows it. */
export type PathToCause = (path: readonly string[] | null) => void;

export function Why({ run, onPathToCause }: { run: string; onPathToCause: PathToCause }) {
  const { answer, problem, reload } = useAnswer("/api/v1/runlineage/why", { query: { runId: run } });
  const [chosen, setChosen] = useState(0);
  const path = answer ? pathOf(answer, chosen) : null;
  const key = path?.join("\n") ?? null;
  useEffect(() => {
    onPathToCause(key === null ? null : key.split("\n"));
    return () => onPathToCause(null);
  }, [key, onPathToCause]);
  if (problem) return <Failed problem={problem} retry={reload} />;
  if (!answer) return <Waiting />;
  return (
    <>
      {answer.error && <ErrorText message={answer.error} />}
      <Failures failures={answer.failedBelow} />
      <Compared answer={answer} />
      {answer.causes.length > 1 && (
        <p className="faint">
          The likeliest comes first: by what kind of difference it is, then by how near to the run it shows.
        </p>
      )}
      {answer.causes.length === 0 ? (
        !answer.run.stub && <NoCause isParent={answer.failedBelow.length > 0} />
      ) : (
        <ol className="causes" aria-label="Likely causes, the likeliest first">
          {answer.causes.map((one, index) => (
            <li key={`${one.rank} ${one.kind} ${one.node}`}>
              <CauseCard cause={one} chosen={index === chosen} onChoose={() => setChosen(index)} />
            </li>
          ))}
        </ol>
      )}
      {answer.truncated && (
        <p className="faint">{answer.truncated.hidden} more runs come next upstream, and were not looked at.</p>
      )}
    </>
  );
}

/** The path to the cause that was chosen; where there is no cause, what failed first below the run, by itself. */
function pathOf(answer: WhyAnswer, chosen: number): readonly string[] | null {
  const cause = answer.causes[chosen];
  if (cause) return cause.evidence.path;
  const [failed] = answer.failedBelow;
  return failed ? [`run:${failed.run.id}`] : null;
}

/** The failed runs that the run has started, attempts of one job together, with the last error of each job. */
function Failures({ failures }: { failures: WhyAnswer["failedBelow"] }) {
  if (failures.length === 0) return null;
  const byJob = new Map<string, WhyAnswer["failedBelow"]>();
  for (const failed of failures) byJob.set(failed.run.job, [...(byJob.get(failed.run.job) ?? []), failed]);
  return (
    <section className="list">
      <h3>What failed below it</h3>
      {[...byJob].map(([job, failed]) => (
        <div key={job} className="list">
          <span className="row wrap">
            <NodeLink id={job} href={runUrl(failed.at(-1)?.run.id ?? "")} />
            {failed.length > 1 && <span className="chip bad">{failed.length} times</span>}
          </span>
          {failed.at(-1)?.error && <ErrorText message={failed.at(-1)?.error ?? ""} />}
        </div>
      ))}
    </section>
  );
}

function Compared({ answer }: { answer: WhyAnswer }) {
  if (answer.failedBelow.length > 0)
    return <p className="soft">What was different for them from when each last completed:</p>;
  if (answer.run.stub) return <p className="soft">Only the runs that it started name it.</p>;
  if (!answer.against)
    return <p className="soft">No earlier run of the job completed, so there is none to compare it with.</p>;
  return (
    <p className="soft">
      Compared with the run of{" "}
      <Link
        href={runUrl(answer.against.id)}
        className="row"
        style={{ display: "inline-flex" }}
        title={exact(answer.against.startedAt)}
      >
        <Moment at={answer.against.startedAt} /> <RunState state={answer.against.state} quiet />
      </Link>
      {answer.assumed && " It reported no inputs: those of its job’s version are taken."}
    </p>
  );
}

function NoCause({ isParent }: { isParent: boolean }) {
  return (
    <Empty title="Nothing is different">
      <p>
        Inputs, code and the runs before {isParent ? "them" : "it"} were as the last time. What failed lies inside the{" "}
        {isParent ? "failed runs themselves" : "run itself"}.
      </p>
    </Empty>
  );
}

function CauseCard({ cause, chosen, onChoose }: { cause: Cause; chosen: boolean; onChoose: () => void }) {
  const where =
    cause.distance === 0
      ? "in the run itself"
      : `${cause.distance} ${cause.distance === 1 ? "step" : "steps"} upstream`;
  return (
    <div className={`cause${chosen ? " chosen" : ""}`}>
      <button type="button" className="cause-head" aria-pressed={chosen} onClick={onChoose}>
        <span className="rank">{cause.rank}</span>
        <span className="grow">
          <b>{headline(cause)}</b>
          <span className="faint cause-when" title={cause.at ? exact(cause.at) : undefined}>
            <Dated text={[whenAndWhere(cause), where].filter(Boolean).join(" · ")} />
          </span>
        </span>
      </button>
      {chosen && <CauseDetails cause={cause} />}
    </div>
  );
}

function CauseDetails({ cause }: { cause: Cause }) {
  const lists = [
    { title: "Where it began", ids: [cause.node], Named: NodeLink },
    { title: "Where it shows", ids: cause.reached, Named: NodeLink },
    { title: "Runs that show it", ids: cause.evidence.runs, Named: RunLink },
  ];
  return (
    <div className="list">
      {cause.fields.length > 0 && <FieldTable fields={cause.fields} />}
      <p className="soft wraps-anywhere" title={cause.sentence}>
        <Dated text={inPlainWords(cause.sentence)} />.
      </p>
      {lists.map(
        ({ title, ids, Named }) =>
          ids.length > 0 && (
            <section key={title} className="list">
              <h3>{title}</h3>
              {ids.map((id) => (
                <Named key={id} id={id} />
              ))}
            </section>
          ),
      )}
    </div>
  );
}

/** A run by its job and time. The evidence of a cause has three at most, so that each can be asked for. */
function RunLink({ id }: { id: string }) {
  const { rest } = splitNode(id);
  const { answer } = useAnswer("/api/v1/jobs/runs/{id}", { path: { id: rest } });
  return (
    <Link className="row" href={nodeUrl(id)} title={rest}>
      <KindIcon type="RUN" />
      <span>{answer ? spokenRun(answer) : "A run"}</span>
    </Link>
  );
}

/** Before and after, side by side. */
function FieldTable({ fields }: { fields: Cause["fields"] }) {
  return (
    <table className="table schema-diff">
      <thead>
        <tr>
          <th scope="col">Column</th>
          <th scope="col">Last good run</th>
          <th scope="col">This run</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field.name}>
            <td>{field.name}</td>
            <td className="mono before">{field.before ?? "–"}</td>
            <td className="mono after">{field.after ?? "gone"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
