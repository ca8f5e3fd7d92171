/** The state of a table in the URL: what is looked for, the order, the page. */
import { useCallback } from "react";
import { go, usePlace, withQuery } from "../address/location";

export const PAGE = 50;

export interface TableState {
  text: string;
  sort: string;
  descending: boolean;
  page: number;
  get: (name: string) => string | null;
  set: (change: Record<string, string | null>) => void;
}

export function useTable(first: { sort: string; descending: boolean }): TableState {
  const { path, query } = usePlace();
  const page = Number(query.get("page"));
  const set = useCallback(
    (change: Record<string, string | null>) => {
      const next = new URLSearchParams(query);
      if (!("page" in change)) next.delete("page");
      for (const [name, value] of Object.entries(change)) {
        if (value === null || value === "") next.delete(name);
        else next.set(name, value);
      }
      go(withQuery(path, next), "text" in change ? "replace" : "push");
    },
    [path, query],
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
