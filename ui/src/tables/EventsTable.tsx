/** Events as producers sent them. */
import { useState } from "react";
import { useAnswer } from "../api/useAnswer";
import { runUrl } from "../address/links";
import { exact } from "../address/times";
import { Link } from "../design/Link";
import { NodeName } from "../design/NodeName";
import { Raw } from "../design/Raw";
import { NodePicker } from "../search/NodePicker";
import { ChoiceFilter, StretchFilter, TextFilter, stretchOf } from "./filters";
import { RowsCard, SortHead, TablePage } from "./parts";
import { PAGE, type TableState, useTable } from "./useTable";

const KINDS = ["run", "job", "dataset"] as const;
const TYPES = ["START", "RUNNING", "COMPLETE", "ABORT", "FAIL", "OTHER"] as const;

interface Event {
  eventTime?: string;
  eventType?: string;
  producer?: string;
  run?: { runId?: string };
  job?: { namespace?: string; name?: string };
  dataset?: { namespace?: string; name?: string };
  inputs?: unknown[];
  outputs?: unknown[];
}

export function EventsTable() {
  const table = useTable({ sort: "time", descending: true });
  const kind = KINDS.find((one) => one === table.get("kind"));
  const eventType = TYPES.find((one) => one === table.get("type"));
  const runId = table.get("run");
  const job = table.get("job");
  const asked = useAnswer("/api/v1/events/lineage", {
    query: {
      kind: kind ?? "all",
      limit: PAGE,
      offset: table.page * PAGE,
      sortDirection: table.descending ? "desc" : "asc",
      ...stretchOf(table),
      ...(eventType ? { eventType } : {}),
      ...(runId ? { runId } : {}),
      ...(job ? { job } : {}),
    },
  });
  return (
    <TablePage
      title="Events"
      about="What producers sent, verbatim. There may be millions, so they are sorted by time alone: filter them by the rest."
      filters={<EventsFilters table={table} kind={kind} eventType={eventType} />}
    >
      <RowsCard
        table={table}
        asked={asked}
        rows={({ events }) => events as Event[]}
        head={<EventsHead table={table} />}
        empty={
          <p>
            No event fits. Producers send theirs to <code>POST /api/v1/lineage</code>.
          </p>
        }
      >
        {(event, index) => <EventRow key={`${table.page} ${index} ${event.eventTime ?? ""}`} event={event} />}
      </RowsCard>
    </TablePage>
  );
}

interface FiltersProps {
  table: TableState;
  kind: string | undefined;
  eventType: string | undefined;
}

function EventsFilters({ table, kind, eventType }: FiltersProps) {
  return (
    <>
      <TextFilter table={table} name="run" label="Run id" />
      <NodePicker label="Job" filter="JOB" value={table.get("job")} onChange={(chosen) => table.set({ job: chosen })} />
      <ChoiceFilter
        label="Kind of event"
        any="All kinds"
        choices={KINDS.map((one) => [one, `${one} events`])}
        value={kind}
        onChange={(chosen) => table.set({ kind: chosen, type: null })}
      />
      {/* Events about a job or dataset alone have no type. */}
      {kind !== "job" && kind !== "dataset" && (
        <ChoiceFilter
          label="Type of event"
          any="Any type"
          choices={TYPES.map((one) => [one, one])}
          value={eventType}
          onChange={(chosen) => table.set({ type: chosen })}
        />
      )}
      <StretchFilter table={table} />
    </>
  );
}

function EventsHead({ table }: { table: TableState }) {
  return (
    <thead>
      <tr>
        <SortHead table={table} name="time">
          Time
        </SortHead>
        <th scope="col">Type</th>
        <th scope="col">About</th>
        <th scope="col">Run</th>
        <th scope="col" className="number">
          In / out
        </th>
        <th scope="col">
          <span className="unseen">Raw</span>
        </th>
      </tr>
    </thead>
  );
}

function EventRow({ event }: { event: Event }) {
  const [open, setOpen] = useState(false);
  const about = event.job ?? event.dataset ?? {};
  const node = `${event.job ? "job" : "dataset"}:${about.namespace ?? ""}:${about.name ?? ""}`;
  const time = event.eventTime && !Number.isNaN(Date.parse(event.eventTime)) ? exact(event.eventTime) : event.eventTime;
  return (
    <>
      <tr>
        <td className="one-line">{time}</td>
        <td>{event.eventType ?? (event.job ? "job" : "dataset")}</td>
        <td className="lead">
          <NodeName
            id={node}
            namespace={about.namespace ?? ""}
            name={about.name ?? ""}
            type={event.job ? "JOB" : "DATASET"}
          />
        </td>
        <td>
          {event.run?.runId && (
            <Link className="mono" href={runUrl(event.run.runId)}>
              {event.run.runId.replace(/^(.{8}).+(.{4})$/, "$1…$2")}
            </Link>
          )}
        </td>
        <td className="number" data-label="In / out">
          {event.inputs?.length ?? 0} / {event.outputs?.length ?? 0}
        </td>
        <td>
          <button type="button" className="button small" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? "Hide" : "Raw"}
          </button>
        </td>
      </tr>
      {open && (
        <tr>
          <td colSpan={6} className="lead">
            <div className="spread">
              <span className="faint">From {event.producer}</span>
              <button
                type="button"
                className="button small"
                onClick={() => void navigator.clipboard.writeText(JSON.stringify(event, null, 2))}
              >
                Copy as JSON
              </button>
            </div>
            <Raw value={event} open />
          </td>
        </tr>
      )}
    </>
  );
}
