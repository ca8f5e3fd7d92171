/** Jobs, or datasets, as a table. */
import { useAnswer } from "../api/useAnswer";
import { runUrl } from "../address/links";
import { ago, exact } from "../address/times";
import { Link } from "../design/Link";
import { NodeName } from "../design/NodeName";
import { RunState } from "../design/RunState";
import { marksOf } from "../lineage/drawn";
import { Listed, Pages, SortHead, StateFilter, TablePage, TextFilter } from "./parts";
import { PAGE, useTable } from "./useTable";

const STATES = ["NEW", "RUNNING", "COMPLETED", "FAILED", "ABORTED"] as const;

export function CatalogTable({ kind }: { kind: "job" | "dataset" }) {
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
  const jobs = kind === "job";
  return (
    <TablePage
      title={jobs ? "Jobs" : "Datasets"}
      about={
        jobs
          ? "Everything that reads and writes, with how it last went."
          : "Everything that is read and written, with who wrote it last."
      }
      filters={
        <>
          {namespace && (
            <button type="button" className="button" aria-pressed onClick={() => table.set({ namespace: null })}>
              in {namespace} ×
            </button>
          )}
          <TextFilter table={table} label="Part of a name" />
          <StateFilter table={table} />
        </>
      }
    >
      <Listed
        asked={asked}
        isEmpty={(answer) => answer.rows.length === 0}
        empty={<p>No {kind} fits. Loosen the filter, or send events to the server.</p>}
      >
        {(answer) => (
          <>
            <table className="table">
              <thead>
                <tr>
                  <SortHead table={table} name="name">
                    Name
                  </SortHead>
                  <th scope="col">Namespace</th>
                  <th scope="col">Marks and tags</th>
                  {!jobs && (
                    <th scope="col" className="number">
                      Columns
                    </th>
                  )}
                  <th scope="col">{jobs ? "Last run" : "Last written"}</th>
                  <SortHead table={table} name="updated" number>
                    Last seen
                  </SortHead>
                </tr>
              </thead>
              <tbody>
                {answer.rows.map((row) => (
                  <tr key={row.nodeId}>
                    <td>
                      <NodeName
                        id={row.nodeId}
                        namespace={row.namespace}
                        name={row.name}
                        type={row.type}
                        kind={row.kind}
                      />
                    </td>
                    <td>
                      <button
                        type="button"
                        className="link-button"
                        onClick={() => table.set({ namespace: row.namespace })}
                      >
                        {row.namespace}
                      </button>
                    </td>
                    <td>
                      <span className="row wrap">
                        {marksOf(row.marks).map((mark) => (
                          <span key={mark.word} className={`chip ${mark.tone}`} title={mark.meaning}>
                            {mark.word}
                          </span>
                        ))}
                        {row.tags.map((tag) => (
                          <span key={tag} className="chip accent">
                            {tag}
                          </span>
                        ))}
                      </span>
                    </td>
                    {!jobs && <td className="number">{row.fields ?? "–"}</td>}
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
