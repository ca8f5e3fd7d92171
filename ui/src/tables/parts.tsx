/** The parts that all tables are made of: title, sortable heads, rows, pages. */
import { type ReactNode } from "react";
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
        <div className="row wrap filters">{filters}</div>
      </div>
      {children}
    </div>
  );
}

/** What is sorted from A to Z at first; times and numbers begin with the largest. */
const WORDS: readonly string[] = ["name", "namespace", "marks", "tags", "state", "job"];

interface HeadProps {
  table: TableState;
  name: string;
  children: ReactNode;
  /** What else the column shows and is sorted by. */
  also?: { name: string; words: string };
  number?: boolean;
}

export function SortHead({ table, name, children, also, number = false }: HeadProps) {
  const sorted = table.sort === name || table.sort === also?.name;
  return (
    <th
      scope="col"
      className={number ? "number" : ""}
      {...(sorted ? { "aria-sort": table.descending ? ("descending" as const) : ("ascending" as const) } : {})}
    >
      <SortButton table={table} name={name}>
        {children}
      </SortButton>
      {also && (
        <>
          {", "}
          <SortButton table={table} name={also.name}>
            {also.words}
          </SortButton>
        </>
      )}
    </th>
  );
}

function SortButton({ table, name, children }: Pick<HeadProps, "table" | "name" | "children">) {
  const sorted = table.sort === name;
  const turned = sorted ? !table.descending : !WORDS.includes(name);
  return (
    <button
      type="button"
      className={sorted ? "sorted" : ""}
      onClick={() => table.set({ sort: name, order: turned ? "desc" : "asc" })}
    >
      {children}
      {sorted ? (table.descending ? " ↓" : " ↑") : ""}
    </button>
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

interface RowsProps<A, R> extends Pick<ListedProps<A>, "asked" | "empty"> {
  table: TableState;
  rows: (answer: A) => readonly R[];
  head: ReactNode;
  children: (row: R, index: number) => ReactNode;
}

/** The rows of a page of a table, with the way to its other pages. */
export function RowsCard<A extends { totalCount: number }, R>(props: RowsProps<A, R>) {
  const { table, asked, rows, head, empty, children } = props;
  return (
    <Listed asked={asked} isEmpty={(answer) => rows(answer).length === 0} empty={empty}>
      {(answer) => (
        <>
          <table className="table stacked">
            {head}
            <tbody>{rows(answer).map(children)}</tbody>
          </table>
          <Pages table={table} total={answer.totalCount} />
        </>
      )}
    </Listed>
  );
}
