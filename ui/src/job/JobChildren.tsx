/** The jobs that a job starts, with how each last went. */
import type { Schemas } from "../api/client";
import { jobUrl, runUrl } from "../address/links";
import { duration, exact, tookMs } from "../address/times";
import { Link } from "../design/Link";
import { NodeName } from "../design/NodeName";
import { RunState } from "../design/RunState";
import { When } from "../design/When";

export function JobChildren({ children }: { children: Schemas["Catalog"] }) {
  return (
    <section className="card" aria-labelledby="children">
      <h2 id="children">Starts {children.totalCount}</h2>
      <ul>
        {children.rows.map((row) => (
          <li key={row.nodeId} className="spread job-child">
            <NodeName id={row.nodeId} namespace={row.namespace} name={row.name} type="JOB" href={jobUrl(row.nodeId)} />
            {row.latestRun && (
              <Link className="row whole" href={runUrl(row.latestRun.id)} title={exact(row.latestRun.startedAt)}>
                <RunState state={row.latestRun.state} assumed={row.latestRun.assumedEnd} />
                <span className="faint">
                  <When at={row.latestRun.startedAt} /> · {duration(tookMs(row.latestRun))}
                </span>
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
