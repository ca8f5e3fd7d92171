/** Jobs, or datasets, as a table. */
import type { Schemas } from "../api/client";
import { useAnswer } from "../api/useAnswer";
import { runUrl } from "../address/links";
import { ago, exact } from "../address/times";
import { Link } from "../design/Link";
import { Marks, Tags } from "../design/Marks";
import { NodeName } from "../design/NodeName";
import { RunState } from "../design/RunState";
import { marksOf } from "../drawings/marks";
import { Listed, Pages, SortHead, StateFilter, TablePage, TextFilter } from "./parts";
import { PAGE, type TableState, useTable } from "./useTable";

const STATES = ["NEW", "RUNNING", "COMPLETED", "FAILED", "ABORTED"] as const;

type Kind = "job" | "dataset";

const WORDS = {
  job: {
    title: "Jobs",
    about: "Everything that reads and writes, with how it last went.",
    lastRun: "Last run",
  },
  dataset: {
    title: "Datasets",
    about: "Everything that is read and written, with who wrote it last.",
    lastRun: "Last written",
  },
} as const;

export function CatalogTable({ kind }: { kind: Kind }) {
  const table = useTable({ sort: "updated", descending: true });
  const state = STATES.find((one) => one === table.get("state"));
  const namespace = table.get("namespace");
  const asked = useAnswer("/api/v1/catalog", {
    query: {
      kind,
      text: table.text,
      sort: table.sort === "name" ? "name" : "updated",
      order: table.descending ? "desc" : "asc",
      limit: PAGE,
      offset: table.page * PAGE,
      ...(state ? { state: [state] } : {}),
      ...(namespace ? { namespace } : {}),
    },
  });
  const filters = (
    <>
      {namespace && (
        <button type="button" className="button" aria-pressed onClick={() => table.set({ namespace: null })}>
          in {namespace} ×
        </button>
      )}
      <TextFilter table={table} label="Part of a name" />
      <StateFilter table={table} />
    </>
  );
  return (
    <TablePage title={WORDS[kind].title} about={WORDS[kind].about} filters={filters}>
      <Listed
        asked={asked}
        isEmpty={(answer) => answer.rows.length === 0}
        empty={<p>No {kind} fits. Loosen the filter, or send events to the server.</p>}
      >
        {(answer) => (
          <>
            <table className="table">
              <CatalogHead kind={kind} table={table} />
              <tbody>
                {answer.rows.map((row) => (
                  <CatalogRow
                    key={row.nodeId}
                    kind={kind}
                    row={row}
                    onNamespace={() => table.set({ namespace: row.namespace })}
                  />
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

function CatalogHead({ kind, table }: { kind: Kind; table: TableState }) {
  return (
    <thead>
      <tr>
        <SortHead table={table} name="name">
          Name
        </SortHead>
        <th scope="col">Namespace</th>
        <th scope="col">Marks and tags</th>
        {kind === "dataset" && (
          <th scope="col" className="number">
            Columns
          </th>
        )}
        <th scope="col">{WORDS[kind].lastRun}</th>
        <SortHead table={table} name="updated" number>
          Last seen
        </SortHead>
      </tr>
    </thead>
  );
}

function CatalogRow({ kind, row, onNamespace }: { kind: Kind; row: Schemas["CatalogRow"]; onNamespace: () => void }) {
  return (
    <tr>
      <td>
        <NodeName id={row.nodeId} namespace={row.namespace} name={row.name} type={row.type} kind={row.kind} />
      </td>
      <td>
        <button type="button" className="link-button" onClick={onNamespace}>
          {row.namespace}
        </button>
      </td>
      <td>
        <span className="row wrap">
          <Marks marks={marksOf(row.marks)} />
          <Tags tags={row.tags} />
        </span>
      </td>
      {kind === "dataset" && <td className="number">{row.fields ?? "–"}</td>}
      <td>
        {row.latestRun ? (
          <Link href={runUrl(row.latestRun.id)}>
            <RunState state={row.latestRun.state} />
          </Link>
        ) : (
          <span className="faint">–</span>
        )}
      </td>
      <td className="number" title={row.updatedAt ? exact(row.updatedAt) : ""}>
        {row.updatedAt ? ago(row.updatedAt) : "–"}
      </td>
    </tr>
  );
}
