/** Searching everything: names, columns, tags, descriptions, owners. */
import { useEffect, useId, useRef, useState } from "react";
import { useAnswer } from "../api/useAnswer";
import { lineageUrl } from "../address/links";
import { go } from "../address/location";
import { platform, spoken } from "../address/nodes";
import { KindIcon, Sign } from "../design/icons";

export function SearchBox({
  id,
  placeholder,
  autoFocus = false,
  slash = false,
}: {
  id: string;
  placeholder: string;
  autoFocus?: boolean;
  slash?: boolean;
}) {
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const list = useId();
  const wanted = useSettled(text.trim());
  const { answer, problem, loading } = useAnswer("/api/v1/search", wanted ? { query: { q: wanted, limit: 12 } } : null);
  const results = answer?.results ?? [];

  useEffect(() => {
    if (!slash) return;
    const focus = (event: KeyboardEvent) => {
      const inField = event.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
      if (event.key === "/" && !inField && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        input.current?.focus();
      }
    };
    document.addEventListener("keydown", focus);
    return () => document.removeEventListener("keydown", focus);
  }, [slash]);

  const take = (index: number) => {
    const result = results[index];
    if (!result) return;
    const field = result.match.kind === "field" ? (result.match.texts[0] ?? null) : null;
    const more: Record<string, string> = field ? { columns: "shown", field, fieldOf: result.nodeId } : {};
    go(lineageUrl(result.nodeId, more));
    setText("");
    setOpen(false);
    input.current?.blur();
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
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-label={placeholder}
        aria-expanded={open && wanted !== ""}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={open && results.length > 0 ? `${list}-${chosen}` : undefined}
        placeholder={placeholder}
        autoFocus={autoFocus}
        value={text}
        onFocus={() => setOpen(true)}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
          setOpen(true);
        }}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") setChosen(Math.min(chosen + 1, results.length - 1));
          else if (event.key === "ArrowUp") setChosen(Math.max(chosen - 1, 0));
          else if (event.key === "Enter") take(chosen);
          else if (event.key === "Escape") setOpen(false);
          else return;
          event.preventDefault();
        }}
      />
      {open && wanted !== "" && (
        <div className="search-list">
          <ul id={list} role="listbox" aria-label="Results">
            {results.map((result, index) => {
              const { title, place } = spoken(result.name);
              return (
                <li
                  key={result.nodeId}
                  id={`${list}-${index}`}
                  role="option"
                  aria-selected={index === chosen}
                  onPointerMove={() => setChosen(index)}
                  onPointerDown={(event) => {
                    event.preventDefault();
                    take(index);
                  }}
                >
                  <KindIcon type={result.type} platform={platform(result.namespace)} />
                  <span className="grow cut">
                    <b>{title}</b>{" "}
                    <span className="faint">
                      {platform(result.namespace)}
                      {place && ` · ${place}`}
                    </span>
                  </span>
                  {result.match.kind !== "name" && (
                    <span className="chip">
                      {result.match.kind} {result.match.texts[0]}
                    </span>
                  )}
                </li>
              );
            })}
          </ul>
          <p className="faint search-end" role="status">
            {problem
              ? problem.message
              : loading
                ? "Searching…"
                : results.length === 0
                  ? `Nothing fits “${wanted}”.`
                  : answer && answer.totalCount > results.length
                    ? `${results.length} of ${answer.totalCount}; write more to narrow it down`
                    : "↑ ↓ and Enter"}
          </p>
        </div>
      )}
    </div>
  );
}

/** The value once it has stayed the same for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const wait = setTimeout(() => setSettled(value), 140);
    return () => clearTimeout(wait);
  }, [value]);
  return value === "" ? "" : settled;
}
