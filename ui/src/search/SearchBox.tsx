/** Searching everything: names, columns, tags, descriptions, owners. */
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { useAnswer } from "../api/useAnswer";
import { lineageUrl } from "../address/links";
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
  const wanted = useSettled(text.trim());
  const asked = useAnswer("/api/v1/search", wanted ? { query: { q: wanted, limit: 12 } } : null);
  const results = asked.answer?.results ?? [];
  const shown = open && wanted !== "";
  useSlash(slash, input);

  const take = (index: number) => {
    const result = results[index];
    if (!result) return;
    go(urlOf(result));
    setText("");
    setOpen(false);
    input.current?.blur();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") setChosen(Math.min(chosen + 1, results.length - 1));
    else if (event.key === "ArrowUp") setChosen(Math.max(chosen - 1, 0));
    else if (event.key === "Enter") take(chosen);
    else if (event.key === "Escape") setOpen(false);
    else return;
    event.preventDefault();
  };
  return (
    <div
      className="search"
      role="search"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
    >
      <Sign name="search" />
      <input
        ref={input}
        id={id}
        className="field"
        type="text"
        {...comboboxOf(list, shown, open && results.length > 0 ? chosen : null)}
        aria-label={placeholder}
        placeholder={placeholder}
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
        <ResultList id={list} wanted={wanted} asked={asked} chosen={chosen} onChoose={setChosen} onTake={take} />
      )}
    </div>
  );
}

/** What tells a screen reader that the field has a list of results, and which of them is chosen. */
function comboboxOf(list: string, expanded: boolean, chosen: number | null) {
  return {
    role: "combobox",
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
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const wait = setTimeout(() => setSettled(value), 140);
    return () => clearTimeout(wait);
  }, [value]);
  return value === "" ? "" : settled;
}
