/** Why a run went as it did: what is different from the last good one, the likeliest first. */
import { useEffect, useState } from "react";
import type { Schemas } from "../api/client";
import { useAnswer } from "../api/useAnswer";
import { runUrl } from "../address/links";
import { exact } from "../address/times";
import { Link } from "../design/Link";
import { Empty, Failed, Waiting } from "../design/Notice";
import { NodeLink } from "../design/NodeName";
import { RunState } from "../design/RunState";
import "./run.css";
import { ErrorText } from "./RunFacts";

type Cause = Schemas["Cause"];

const TITLES: Record<string, string> = {
  contradiction: "Schema contradicted",
  retype: "Column type changed",
  removal: "Column removed",
  drop: "Dataset dropped",
  code: "New code",
  datasets: "Reads or writes others",
  failed: "Failed upstream",
  missing: "Did not run",
  volume: "Volume jumped",
};

export function Why({
  run,
  onPathToCause,
}: {
  run: string;
  onPathToCause: (path: ReadonlySet<string> | null) => void;
}) {
  const { answer, problem, reload } = useAnswer("/api/v1/runlineage/why", { query: { runId: run } });
  const [chosen, setChosen] = useState(0);
  const cause = answer?.causes[chosen];
  useEffect(() => {
    onPathToCause(cause ? new Set(cause.evidence.path) : null);
    return () => onPathToCause(null);
  }, [cause, onPathToCause]);
  if (problem) return <Failed problem={problem} retry={reload} />;
  if (!answer) return <Waiting />;
  return (
    <>
      {answer.error && <ErrorText message={answer.error} />}
      {answer.against ? (
        <p className="soft">
          Compared with the run of{" "}
          <Link href={runUrl(answer.against.id)} className="row" style={{ display: "inline-flex" }}>
            {exact(answer.against.startedAt)} <RunState state={answer.against.state} quiet />
          </Link>
          {answer.assumed && " It reported no inputs: those of its job’s version are taken."}
        </p>
      ) : (
        <p className="soft">No earlier run of the job completed, so there is none to compare it with.</p>
      )}
      {answer.failedBelow.length > 0 && (
        <section className="list">
          <h3>What failed below it</h3>
          {answer.failedBelow.map((below) => (
            <NodeLink key={below.id} id={below.job} href={runUrl(below.id)} />
          ))}
        </section>
      )}
      {answer.causes.length === 0 ? (
        <Empty title="Nothing is different">
          <p>
            Its inputs, its code and the runs before it were as the last time. What failed lies inside the run itself.
          </p>
        </Empty>
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
        <p className="faint">Truncated: {answer.truncated.hidden} more runs lie further upstream.</p>
      )}
    </>
  );
}

function CauseCard({ cause, chosen, onChoose }: { cause: Cause; chosen: boolean; onChoose: () => void }) {
  return (
    <div className={`cause${chosen ? " chosen" : ""}`}>
      <button type="button" className="cause-head" aria-pressed={chosen} onClick={onChoose}>
        <span className="rank">{cause.rank}</span>
        <span className="grow">
          <b>{TITLES[cause.kind] ?? cause.kind}</b>
          <span className="faint">
            {" "}
            · {cause.distance === 0 ? "in the run itself" : `${cause.distance} steps upstream`}
          </span>
        </span>
      </button>
      <p>{cause.sentence}</p>
      {cause.fields.length > 0 && <FieldTable fields={cause.fields} />}
      {chosen && (
        <div className="list">
          <h3>Where it began</h3>
          <NodeLink id={cause.node} />
          {cause.reached.length > 0 && (
            <>
              <h3>Where it shows</h3>
              {cause.reached.map((id) => (
                <NodeLink key={id} id={id} />
              ))}
            </>
          )}
          {cause.evidence.runs.length > 0 && (
            <>
              <h3>Runs that show it</h3>
              {cause.evidence.runs.map((id) => (
                <NodeLink key={id} id={id} />
              ))}
            </>
          )}
        </div>
      )}
    </div>
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
