/** The parts that all tables are made of: title, filters, sortable heads, pages. */
import { type ReactNode, useEffect, useState } from "react";
import { Empty, Failed, Waiting } from "../design/Notice";
import type { Asked } from "../api/useAnswer";
import { PAGE, type TableState } from "./useTable";

export function TablePage({
  title,
  about,
  filters,
  children,
}: {
  title: string;
  about: string;
  filters: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="content">
      <div className="spread wrap">
        <div>
          <h1>{title}</h1>
          <p className="soft">{about}</p>
        </div>
        <div className="row wrap">{filters}</div>
      </div>
      {children}
    </div>
  );
}

/** A text filter. It waits a moment after the last letter, so that the server is not asked with each. */
export function TextFilter({ table, label, name = "text" }: { table: TableState; label: string; name?: string }) {
  const given = table.get(name) ?? "";
  const [text, setText] = useState(given);
  const { set } = table;
  useEffect(() => {
    if (text === given) return;
    const wait = setTimeout(() => set({ [name]: text }), 250);
    return () => clearTimeout(wait);
  }, [text, given, set, name]);
  return (
    <input
      className="field"
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}

export function StateFilter({ table }: { table: TableState }) {
  return (
    <select
      className="field"
      aria-label="State of the last run"
      value={table.get("state") ?? ""}
      onChange={(event) => table.set({ state: event.target.value })}
    >
      <option value="">Any state</option>
      {["COMPLETED", "FAILED", "RUNNING", "ABORTED", "NEW"].map((state) => (
        <option key={state} value={state}>
          {state.toLowerCase()}
        </option>
      ))}
    </select>
  );
}

export function SortHead({
  table,
  name,
  children,
  number = false,
}: {
  table: TableState;
  name: string;
  children: ReactNode;
  number?: boolean;
}) {
  const sorted = table.sort === name;
  const turned = sorted ? !table.descending : name !== "name";
  return (
    <th
      scope="col"
      className={number ? "number" : ""}
      {...(sorted ? { "aria-sort": table.descending ? ("descending" as const) : ("ascending" as const) } : {})}
    >
      <button type="button" onClick={() => table.set({ sort: name, order: turned ? "desc" : "asc" })}>
        {children}
        {sorted ? (table.descending ? " ↓" : " ↑") : ""}
      </button>
    </th>
  );
}

export function Pages({ table, total }: { table: TableState; total: number }) {
  const first = table.page * PAGE;
  return (
    <div className="spread">
      <span className="faint" role="status">
        {total === 0 ? "None" : `${first + 1} to ${Math.min(first + PAGE, total)} of ${total.toLocaleString("en")}`}
      </span>
      <span className="row">
        <button
          type="button"
          className="button"
          disabled={table.page === 0}
          onClick={() => table.set({ page: table.page > 1 ? String(table.page - 1) : null })}
        >
          Previous
        </button>
        <button
          type="button"
          className="button"
          disabled={first + PAGE >= total}
          onClick={() => table.set({ page: String(table.page + 1) })}
        >
          Next
        </button>
      </span>
    </div>
  );
}

interface ListedProps<A> {
  asked: Asked<A>;
  isEmpty: (answer: A) => boolean;
  /** What is said where nothing fits. */
  empty: ReactNode;
  children: (answer: A) => ReactNode;
}

/** The answer, or what stands in its place while there is none, on a card. */
export function Listed<A>({ asked, isEmpty, empty, children }: ListedProps<A>) {
  const { answer, problem, loading, reload } = asked;
  return (
    <div className="card" aria-busy={answer !== null && loading}>
      {problem ? (
        <Failed problem={problem} retry={reload} />
      ) : answer === null ? (
        <Waiting lines={9} />
      ) : isEmpty(answer) ? (
        <Empty title="Nothing here">{empty}</Empty>
      ) : (
        children(answer)
      )}
    </div>
  );
}
