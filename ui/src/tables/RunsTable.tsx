/** Runs, newest first. */
import type { Schemas } from "../api/client";
import { useAnswer } from "../api/useAnswer";
import { runUrl, whyUrl } from "../address/links";
import { ago, duration, exact } from "../address/times";
import { Link } from "../design/Link";
import { NodeName } from "../design/NodeName";
import { tookMs } from "../design/RunBars";
import { RunState } from "../design/RunState";
import { Listed, Pages, StateFilter, TablePage, TextFilter } from "./parts";
import { PAGE, useTable } from "./useTable";

const STATES = ["NEW", "RUNNING", "COMPLETED", "FAILED", "ABORTED"] as const;

export function RunsTable() {
  const table = useTable({ sort: "started", descending: true });
  const state = STATES.find((one) => one === table.get("state"));
  const node = table.get("node");
  const asked = useAnswer("/api/v1/runs", {
    query: { limit: PAGE, offset: table.page * PAGE, ...(state ? { state } : {}), ...(node ? { nodeId: node } : {}) },
  });
  return (
    <TablePage
      title="Runs"
      about="What ran, how it ended and how long it took, newest first."
      filters={
        <>
          <TextFilter table={table} name="node" label="job: or dataset: node id" />
          <StateFilter table={table} />
        </>
      }
    >
      <Listed asked={asked} isEmpty={(answer) => answer.runs.length === 0} empty={<p>No run fits.</p>}>
        {(answer) => (
          <>
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">State</th>
                  <th scope="col">Job</th>
                  <th scope="col">Run</th>
                  <th scope="col" className="number">
                    Started
                  </th>
                  <th scope="col" className="number">
                    Took
                  </th>
                  <th scope="col">
                    <span className="unseen">Look into it</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {answer.runs.map((run) => (
                  <RunRow key={run.id} run={run} />
                ))}
              </tbody>
            </table>
            <Pages table={table} total={answer.totalCount} />
          </>
        )}
      </Listed>
    </TablePage>
  );
}

function RunRow({ run }: { run: Schemas["RunSummary"] }) {
  return (
    <tr>
      <td>
        <RunState state={run.state} />
      </td>
      <td>
        <NodeName id={run.job} namespace={run.namespace} name={run.name} type="JOB" />
      </td>
      <td>
        <Link href={runUrl(run.id)} className="mono">
          {run.id.slice(0, 8)}…{run.id.slice(-4)}
        </Link>
        {run.attempt !== null && run.attempt > 1 && <span className="chip">attempt {run.attempt}</span>}
      </td>
      <td className="number" title={ago(run.startedAt)}>
        {exact(run.startedAt)}
      </td>
      <td className="number">{duration(tookMs(run))}</td>
      <td>{run.state === "FAILED" && <Link href={whyUrl(run.id)}>Why?</Link>}</td>
    </tr>
  );
}
