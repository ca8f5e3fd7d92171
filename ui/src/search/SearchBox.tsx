/** Searching everything: names, columns, tags, descriptions, owners, contracts, ids of runs. */
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { searchUrl } from "../address/links";
import { go } from "../address/location";
import { Sign } from "../design/icons";
import { ResultList, resultId } from "./ResultList";
import "./search.css";
import { useSuggestions } from "./suggestions";

export interface SearchBoxProps {
  id: string;
  placeholder: string;
  autoFocus?: boolean;
}

export function SearchBox({ id, placeholder, autoFocus = false }: SearchBoxProps) {
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const list = useId();
  const suggested = useSuggestions(text);
  const { suggestions } = suggested;
  const shown = open && suggested.wanted !== "";
  useSlash(input);

  const leave = () => {
    setText("");
    setOpen(false);
    input.current?.blur();
  };
  const take = (index: number) => {
    if (text.trim() !== "") go(suggestions[index]?.url ?? searchUrl(text.trim()));
    leave();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = stepped(event.key, chosen, suggestions.length);
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
        {...comboboxOf(placeholder, list, shown, open && suggestions.length > 0 ? chosen : null)}
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
      {text === "" && <SlashKey />}
      {shown && (
        <ResultList
          id={list}
          suggested={suggested}
          chosen={chosen}
          onChoose={setChosen}
          onTake={take}
          onLeave={leave}
        />
      )}
    </div>
  );
}

/** Shows the key that leads to the field; screen readers have it in the list of keys. */
function SlashKey() {
  return (
    <kbd className="search-key" aria-hidden>
      /
    </kbd>
  );
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

/** Lets the key "/" lead to a field from anywhere in the page, unless someone is writing in another one. */
function useSlash(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent) => {
      const inField = event.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
      if (event.key === "/" && !inField && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        input.current?.focus();
      }
    };
    document.addEventListener("keydown", focus);
    return () => document.removeEventListener("keydown", focus);
  }, [input]);
}
