/** Where the page is: the URL holds all of its state. */
import { useCallback, useMemo, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("popstate", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("popstate", listener);
  };
}

function here(): string {
  return window.location.pathname + window.location.search;
}

export interface Place {
  path: string;
  query: URLSearchParams;
}

export function usePlace(): Place {
  const url = useSyncExternalStore(subscribe, here);
  return useMemo(() => {
    const [path = "/", query = ""] = url.split("?");
    return { path, query: new URLSearchParams(query) };
  }, [url]);
}

/** Goes to another URL. `replace` adds no step to the history: it is for what changes many times a second. */
export function go(to: string, how: "push" | "replace" = "push"): void {
  if (to === here()) return;
  if (how === "push") window.history.pushState(null, "", to);
  else window.history.replaceState(null, "", to);
  for (const listener of listeners) listener();
}

export function withQuery(path: string, query: URLSearchParams): string {
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** What to change in a query: a parameter that is null is removed. */
export type QueryChange = Record<string, string | null>;

/** The query of the URL, with a function that goes to the same path with some of its parameters changed. */
export function useQuery(): [URLSearchParams, (change: QueryChange, how?: "push" | "replace") => void] {
  const { path, query } = usePlace();
  const change = useCallback(
    (changes: QueryChange, how: "push" | "replace" = "push") => {
      const next = new URLSearchParams(query);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      go(withQuery(path, next), how);
    },
    [path, query],
  );
  return [query, change];
}
