/** What failed lately: one line for what failed together, with the runs in which the trouble began. */
import type { Schemas } from "../api/client";
import { useAnswer } from "../api/useAnswer";
import { runUrl, whyUrl } from "../address/links";
import { spoken } from "../address/nodes";
import { Link } from "../design/Link";
import { Empty, Failed, Waiting } from "../design/Notice";
import { NodeName } from "../design/NodeName";
import { RunState } from "../design/RunState";
import { When } from "../design/When";

type Incident = Schemas["Incident"];

const SHOWN = 6;
const MOST_JOBS = 3;

export function Incidents() {
  const { answer, problem, reload } = useAnswer("/api/v1/incidents", { query: { limit: SHOWN } });
  if (problem) return <Failed problem={problem} retry={reload} />;
  if (!answer) return <Waiting />;
  if (answer.incidents.length === 0) return <Empty title="No run has failed" />;
  return (
    <ul className="incidents">
      {answer.incidents.map((incident) => (
        <li key={incident.run.id} className="event-line">
          <IncidentLines incident={incident} />
        </li>
      ))}
    </ul>
  );
}

function IncidentLines({ incident }: { incident: Incident }) {
  const { run, failedAt, completedSince } = incident;
  const jobs = failedJobs(incident);
  return (
    <>
      <span className="spread">
        <NodeName id={run.job} namespace={run.namespace} name={run.name} type="JOB" href={runUrl(run.id)} />
        <Link className="whole" href={whyUrl(run.id)} aria-label={`Why did ${spoken(run.name).title} fail?`}>
          Why?
        </Link>
      </span>
      <span className="incident-part">
        <RunState state={run.state} assumed={run.assumedEnd} />{" "}
        <span className="faint">
          <When at={failedAt} />, {completedSince ? "completed again " : "not completed since"}
          <When at={completedSince} />
        </span>
      </span>
      {jobs.slice(0, MOST_JOBS).map(({ id, name, times, error }) => (
        <span key={id} className="incident-part incident-failure">
          {name !== run.name && (
            <Link href={runUrl(id)} title={name}>
              {spoken(name).title}
            </Link>
          )}
          {times > 1 && <span className="faint"> {times} times</span>}
          {error && (
            <span className="soft" title={error}>
              {name !== run.name || times > 1 ? ": " : ""}
              {telling(error)}
            </span>
          )}
        </span>
      ))}
      {jobs.length > MOST_JOBS && (
        <span className="incident-part faint">{jobs.length - MOST_JOBS} more jobs failed</span>
      )}
    </>
  );
}

interface FailedJob {
  /** The last of its failed runs. */
  id: string;
  name: string;
  times: number;
  error: string | null;
}

/** The failures of an incident by job: attempts at the same are told once. */
function failedJobs({ failures }: Incident): FailedJob[] {
  const found = new Map<string, FailedJob>();
  for (const { run, error } of failures) {
    const times = (found.get(run.job)?.times ?? 0) + 1;
    found.set(run.job, { id: run.id, name: run.name, times, error: error ?? found.get(run.job)?.error ?? null });
  }
  return [...found.values()];
}

/** The line of an error that says most: the last one, as the first often only says where it happened. */
function telling(error: string): string {
  const lines = error.split("\n").map((line) => line.trim());
  return lines.filter(Boolean).at(-1) ?? error;
}
