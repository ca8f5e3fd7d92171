/** Searching everything: names, columns, tags, descriptions, owners. */
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { useAnswer } from "../api/useAnswer";
import { lineageUrl, searchUrl } from "../address/links";
import { go } from "../address/location";
import { Sign } from "../design/icons";
import { ResultList, type SearchResult, resultId } from "./ResultList";
import "./search.css";

export interface SearchBoxProps {
  id: string;
  placeholder: string;
  autoFocus?: boolean;
  /** Whether the key "/" leads to this box from anywhere in the page. */
  slash?: boolean;
}

export function SearchBox({ id, placeholder, autoFocus = false, slash = false }: SearchBoxProps) {
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const list = useId();
  const { wanted, asked, results } = useSuggestions(text);
  const shown = open && wanted !== "";
  useSlash(slash, input);

  const leave = () => {
    setText("");
    setOpen(false);
    input.current?.blur();
  };
  const take = (index: number) => {
    const result = results[index];
    // What is not among the suggestions may be a contract, or the id of a run.
    if (text.trim() !== "") go(result ? urlOf(result) : searchUrl(text.trim()));
    leave();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = stepped(event.key, chosen, results.length);
    if (next !== null) setChosen(next);
    else if (event.key === "Enter") take(chosen);
    else if (event.key === "Escape") setOpen(false);
    else return;
    event.preventDefault();
  };
  return (
    <div className="search" role="search" onBlur={(event) => isLeft(event) && setOpen(false)}>
      <Sign name="search" />
      <input
        ref={input}
        id={id}
        {...comboboxOf(placeholder, list, shown, open && results.length > 0 ? chosen : null)}
        autoFocus={autoFocus}
        value={text}
        onFocus={() => setOpen(true)}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
          setOpen(true);
        }}
        onKeyDown={onKeyDown}
      />
      {shown && (
        <ResultList
          id={list}
          wanted={wanted}
          asked={asked}
          chosen={chosen}
          onChoose={setChosen}
          onTake={take}
          onLeave={leave}
        />
      )}
    </div>
  );
}

/** What is suggested for a text, once nobody has written for a moment. */
function useSuggestions(text: string) {
  const wanted = useSettled(text.trim());
  const asked = useAnswer("/api/v1/search", wanted ? { query: { q: wanted, limit: 12 } } : null);
  return { wanted, asked, results: asked.answer?.results ?? [] };
}

/** Whether the focus has gone to something outside. */
export function isLeft(event: FocusEvent): boolean {
  return !event.currentTarget.contains(event.relatedTarget);
}

/** The place that a key leads to in a list of so many results; null for any other key. */
export function stepped(key: string, chosen: number, count: number): number | null {
  if (key === "ArrowDown") return Math.min(chosen + 1, count - 1);
  return key === "ArrowUp" ? Math.max(chosen - 1, 0) : null;
}

/** What tells a screen reader that the field has a list of results, and which of them is chosen. */
export function comboboxOf(label: string, list: string, expanded: boolean, chosen: number | null) {
  return {
    role: "combobox",
    className: "field",
    type: "text",
    "aria-label": label,
    placeholder: label,
    autoComplete: "off",
    spellCheck: false,
    "aria-expanded": expanded,
    "aria-controls": list,
    "aria-autocomplete": "list",
    "aria-activedescendant": chosen === null ? undefined : resultId(list, chosen),
  } as const;
}

/** The lineage of what was found; where a column was found, with its path lit. */
function urlOf(result: SearchResult): string {
  const field = result.match.kind === "field" ? (result.match.texts[0] ?? null) : null;
  return lineageUrl(result.nodeId, field ? { columns: "shown", field, fieldOf: result.nodeId } : {});
}

/** Lets the key "/" lead to a field, unless someone is writing in another one. */
function useSlash(wanted: boolean, input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    if (!wanted) return;
    const focus = (event: globalThis.KeyboardEvent) => {
      const inField = event.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
      if (event.key === "/" && !inField && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        input.current?.focus();
      }
    };
    document.addEventListener("keydown", focus);
    return () => document.removeEventListener("keydown", focus);
  }, [wanted, input]);
}

/** The value once it has stayed the same for a moment; an empty one at once. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const wait = setTimeout(() => setSettled(value), 140);
    return () => clearTimeout(wait);
  }, [value]);
  return value === "" ? "" : settled;
}
