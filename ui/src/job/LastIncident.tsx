/** What failed last, at the top of a job's page: as a warning until the job completes again. */
import type { Schemas } from "../api/client";
import { useAnswer } from "../api/useAnswer";
import { jobUrl, whyUrl } from "../address/links";
import { spoken } from "../address/nodes";
import { Link } from "../design/Link";
import { Sign } from "../design/icons";
import { When } from "../design/When";
import "./job.css";

export function LastIncident({ job }: { job: string }) {
  const { answer } = useAnswer("/api/v1/incidents", { query: { nodeId: job, limit: 1 } });
  const incident = answer?.incidents[0];
  if (!incident) return null;
  const since = incident.completedSince;
  return (
    <section className={since ? "card incident over" : "card incident"} aria-label="Last incident">
      <div className="spread wrap">
        <h2 className="row">
          <Sign name="warning" />
          {since ? "Last incident" : "Failing"}
          <span className="faint">
            <When at={incident.failedAt} />
            {since && (
              <>
                , completed again <When at={since} />
              </>
            )}
          </span>
        </h2>
        <Link className="button small" href={whyUrl(incident.run.id)}>
          Why?
        </Link>
      </div>
      <ul className="list">
        {distinct(incident.failures).map(({ failed, times }) => (
          <FailedLine key={failed.run.id} failed={failed} times={times} />
        ))}
      </ul>
    </section>
  );
}

type FailedRun = Schemas["FailedRun"];

/** The same job with the same error, as in several attempts, is told once. */
function distinct(failures: readonly FailedRun[]): { failed: FailedRun; times: number }[] {
  const found = new Map<string, { failed: FailedRun; times: number }>();
  for (const failed of failures) {
    const key = `${failed.run.job}\n${failed.error ?? ""}`;
    found.set(key, { failed, times: (found.get(key)?.times ?? 0) + 1 });
  }
  return [...found.values()];
}

function FailedLine({ failed, times }: { failed: FailedRun; times: number }) {
  return (
    <li className="incident-line">
      <span>
        <Link href={jobUrl(failed.run.job)} title={failed.run.name}>
          {spoken(failed.run.name).title}
        </Link>
        {times > 1 && <span className="chip">{times} times</span>}
      </span>
      <span className="incident-error">
        {failed.error ? failed.error.replace(/\s+/g, " ") : "failed without an error message"}
      </span>
    </li>
  );
}
