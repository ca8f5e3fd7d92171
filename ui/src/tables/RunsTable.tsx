/** Runs, the newest first, or in another order. */
import type { Schemas } from "../api/client";
import { useAnswer } from "../api/useAnswer";
import { runUrl, whyUrl } from "../address/links";
import { ago, duration, exact, tookMs } from "../address/times";
import { Link } from "../design/Link";
import { NodeName } from "../design/NodeName";
import { RunState } from "../design/RunState";
import { PickBar, PickBox, type Picks, usePicks } from "../runs/picks";
import { NodePicker } from "../search/NodePicker";
import { StateFilter, StretchFilter, stretchOf } from "./filters";
import { RowsCard, SortHead, TablePage } from "./parts";
import { PAGE, type TableState, useTable } from "./useTable";

const STATES = ["NEW", "RUNNING", "COMPLETED", "FAILED", "ABORTED"] as const;
const SORTS = ["took", "state", "job"] as const;
/** The states that people ask the cause of. */
const FELL_SHORT: ReadonlySet<string> = new Set(["FAILED", "ABORTED"]);

export function RunsTable() {
  const table = useTable({ sort: "started", descending: true });
  const state = STATES.find((one) => one === table.get("state"));
  const node = table.get("node");
  const picks = usePicks();
  const asked = useAnswer("/api/v1/runs", {
    query: {
      limit: PAGE,
      offset: table.page * PAGE,
      sort: SORTS.find((one) => one === table.sort) ?? "started",
      order: table.descending ? "desc" : "asc",
      ...stretchOf(table),
      ...(state ? { state } : {}),
      ...(node ? { nodeId: node } : {}),
    },
  });
  return (
    <TablePage
      title="Runs"
      about="What ran, how it ended and how long it took."
      filters={
        <>
          <NodePicker label="Job or dataset" value={node} onChange={(chosen) => table.set({ node: chosen })} />
          <StateFilter table={table} label="State" />
          <StretchFilter table={table} />
        </>
      }
    >
      <RowsCard
        table={table}
        asked={asked}
        rows={({ runs }) => runs}
        head={<RunsHead table={table} />}
        empty={<p>No run fits.</p>}
      >
        {(run) => <RunRow key={run.id} run={run} picks={picks} />}
      </RowsCard>
      <PickBar runs={asked.answer?.runs ?? []} picks={picks} />
    </TablePage>
  );
}

function RunsHead({ table }: { table: TableState }) {
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="unseen">Compare</span>
        </th>
        <SortHead table={table} name="state">
          State
        </SortHead>
        <SortHead table={table} name="job">
          Job
        </SortHead>
        <th scope="col">Run</th>
        <SortHead table={table} name="started" number>
          Started
        </SortHead>
        <SortHead table={table} name="took" number>
          Took
        </SortHead>
        <th scope="col">
          <span className="unseen">Look into it</span>
        </th>
      </tr>
    </thead>
  );
}

function RunRow({ run, picks }: { run: Schemas["RunSummary"]; picks: Picks }) {
  return (
    <tr>
      <td className="before-lead">
        <PickBox run={run} picks={picks} />
      </td>
      <td>
        <RunState state={run.state} assumed={run.assumedEnd} />
      </td>
      <td className="lead">
        <NodeName id={run.job} namespace={run.namespace} name={run.name} type="JOB" />
      </td>
      <td>
        <Link href={runUrl(run.id)} className="mono one-line">
          {run.id.slice(0, 8)}…{run.id.slice(-4)}
        </Link>{" "}
        {run.attempt !== null && run.attempt > 1 && <span className="chip">attempt {run.attempt}</span>}
      </td>
      <td className="number" title={ago(run.startedAt)}>
        {exact(run.startedAt)}
      </td>
      <td className="number">{duration(tookMs(run))}</td>
      <td>{FELL_SHORT.has(run.state) && <Link href={whyUrl(run.id)}>Why?</Link>}</td>
    </tr>
  );
}
