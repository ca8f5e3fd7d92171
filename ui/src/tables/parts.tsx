/** The parts that all tables are made of: title, filters, sortable heads, pages. */
import { type ReactNode, useEffect, useState } from "react";
import { Sign } from "../design/icons";
import { MomentField } from "../design/MomentField";
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

/** A filter that was chosen in the table itself, and that can be taken away. */
export function Chosen({ words, onClear }: { words: string; onClear: () => void }) {
  return (
    <button type="button" className="button" aria-pressed title="Take this filter away" onClick={onClear}>
      {words} <Sign name="close" />
    </button>
  );
}

/** A stretch of time: from a moment on, and up to another. Either may be left open. `words` say what lies in it. */
export function StretchFilter({ table, words = ["From", "Until"] }: { table: TableState; words?: [string, string] }) {
  const moment = (name: "after" | "before") => {
    const { [name]: given } = stretchOf(table);
    return given ? Date.parse(given) : null;
  };
  return (["after", "before"] as const).map((name, index) => {
    const label = words[index] ?? name;
    return (
      <MomentField
        key={name}
        label={label}
        placeholder={label.toLowerCase()}
        value={moment(name)}
        onChange={(at) => table.set({ [name]: at })}
      />
    );
  });
}

/** The stretch of time that is chosen; what is no moment in the URL counts as not given. */
export function stretchOf(table: TableState): { after?: string; before?: string } {
  const given = (name: string) => {
    const text = table.get(name);
    return text && !Number.isNaN(Date.parse(text)) ? { [name]: text } : {};
  };
  return { ...given("after"), ...given("before") };
}

export function StateFilter({ table, label = "State of the last run" }: { table: TableState; label?: string }) {
  return (
    <select
      className="field"
      aria-label={label}
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

/** What is sorted from A to Z at first; times and numbers begin with the largest. */
const WORDS: readonly string[] = ["name", "namespace", "state", "job"];

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
  const turned = sorted ? !table.descending : !WORDS.includes(name);
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
