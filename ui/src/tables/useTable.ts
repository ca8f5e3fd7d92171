/** The state of a table in the URL: what is looked for, the order, the page. */
import { useCallback } from "react";
import { type QueryChange, useQuery } from "../address/location";

/** How many rows a page has. */
export const PAGE = 50;

export interface TableState {
  text: string;
  sort: string;
  descending: boolean;
  page: number;
  get: (name: string) => string | null;
  /** Changes parameters of the URL; one that is null or empty is removed. */
  set: (changes: QueryChange) => void;
}

/** `first` is the order in which the table stands until someone chooses another. */
export function useTable(first: { sort: string; descending: boolean }): TableState {
  const [query, change] = useQuery();
  const page = Number(query.get("page"));
  const set = useCallback(
    (changes: QueryChange) => {
      // Whatever else is changed, the rows are others, and are shown from the first page on.
      const next: QueryChange = { page: null };
      for (const [name, value] of Object.entries(changes)) next[name] = value === "" ? null : value;
      change(next, "text" in changes ? "replace" : "push");
    },
    [change],
  );
  const order = query.get("order");
  return {
    text: query.get("text") ?? "",
    sort: query.get("sort") ?? first.sort,
    descending: order ? order === "desc" : first.descending,
    page: Number.isInteger(page) && page > 0 ? page : 0,
    get: (name) => query.get(name),
    set,
  };
}
