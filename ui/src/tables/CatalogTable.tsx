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
import { MARKS } from "../graph/marks";
import { RowsCard, SortHead, TablePage } from "./parts";
import { ChoiceFilter, Chosen, StateFilter, StretchFilter, TextFilter, stretchOf } from "./filters";
import { PAGE, type TableState, useTable } from "./useTable";

const SORTS = ["name", "namespace", "marks", "tags", "fields", "state", "updated"] as const;
const STATES = ["NEW", "RUNNING", "COMPLETED", "FAILED", "ABORTED"] as const;

type Kind = "job" | "dataset";

/** The marks that rows have. */
const MARKED = {
  job: ["lineageUnknown", "declaredOnly", "provisional"],
  dataset: ["stale", "dropped", "private"],
} as const;

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
  const tag = table.get("tag");
  const mark = MARKED[kind].find((one) => one === table.get("mark"));
  const asked = useAnswer("/api/v1/catalog", {
    query: {
      kind,
      text: table.text,
      sort: SORTS.find((one) => one === table.sort) ?? "updated",
      order: table.descending ? "desc" : "asc",
      limit: PAGE,
      offset: table.page * PAGE,
      ...(state ? { state: [state] } : {}),
      ...(namespace ? { namespace } : {}),
      ...(tag ? { tag } : {}),
      ...(mark ? { mark } : {}),
      ...stretchOf(table),
    },
  });
  return (
    <TablePage title={WORDS[kind].title} about={WORDS[kind].about} filters={<Filters kind={kind} table={table} />}>
      <RowsCard
        table={table}
        asked={asked}
        rows={({ rows }) => rows}
        head={<CatalogHead kind={kind} table={table} />}
        empty={<p>No {kind} fits. Loosen the filter, or send events to the server.</p>}
      >
        {(row) => (
          <CatalogRow
            key={row.nodeId}
            kind={kind}
            row={row}
            onNamespace={() => table.set({ namespace: row.namespace })}
            onTag={(chosen) => table.set({ tag: chosen })}
          />
        )}
      </RowsCard>
    </TablePage>
  );
}

function Filters({ kind, table }: { kind: Kind; table: TableState }) {
  const namespace = table.get("namespace");
  const tag = table.get("tag");
  return (
    <>
      {namespace && <Chosen words={`in ${namespace}`} onClear={() => table.set({ namespace: null })} />}
      {tag && <Chosen words={`tagged ${tag}`} onClear={() => table.set({ tag: null })} />}
      <TextFilter table={table} label="Part of a name" />
      <StateFilter table={table} />
      <MarkFilter kind={kind} table={table} />
      <StretchFilter table={table} words={["Seen from", "Seen until"]} />
    </>
  );
}

function MarkFilter({ kind, table }: { kind: Kind; table: TableState }) {
  return (
    <ChoiceFilter
      label="Mark"
      any="Any mark"
      choices={MARKED[kind].map((mark) => [mark, MARKS[mark].word])}
      value={table.get("mark")}
      onChange={(mark) => table.set({ mark })}
    />
  );
}

function CatalogHead({ kind, table }: { kind: Kind; table: TableState }) {
  return (
    <thead>
      <tr>
        <SortHead table={table} name="name">
          Name
        </SortHead>
        <SortHead table={table} name="namespace">
          Namespace
        </SortHead>
        <SortHead table={table} name="marks" also={{ name: "tags", words: "Tags" }}>
          Marks
        </SortHead>
        {kind === "dataset" && (
          <SortHead table={table} name="fields" number>
            Columns
          </SortHead>
        )}
        <SortHead table={table} name="state">
          {WORDS[kind].lastRun}
        </SortHead>
        <SortHead table={table} name="updated" number>
          Last seen
        </SortHead>
      </tr>
    </thead>
  );
}

interface RowProps {
  kind: Kind;
  row: Schemas["CatalogRow"];
  onNamespace: () => void;
  onTag: (tag: string) => void;
}

function CatalogRow({ kind, row, onNamespace, onTag }: RowProps) {
  return (
    <tr>
      <td className="lead">
        <NodeName id={row.nodeId} namespace={row.namespace} name={row.name} type={row.type} kind={row.kind} />
      </td>
      <td>
        <button type="button" className="link-button" onClick={onNamespace}>
          {row.namespace}
        </button>
      </td>
      <td>
        <span className="row wrap chips">
          <Marks marks={marksOf(row.marks)} />
          <Tags tags={row.allTags} onChoose={onTag} />
        </span>
      </td>
      {kind === "dataset" && (
        <td className="number" data-label="Columns">
          {row.fields ?? "–"}
        </td>
      )}
      <td>
        {row.latestRun ? (
          <Link href={runUrl(row.latestRun.id)}>
            <RunState state={row.latestRun.state} assumed={row.latestRun.assumedEnd} />
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
