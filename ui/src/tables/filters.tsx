/** The filters of tables, which stand in the URL. */
import { useEffect, useState } from "react";
import { MomentField } from "../design/MomentField";
import { Sign } from "../design/icons";
import type { TableState } from "./useTable";

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

interface ChoiceProps {
  label: string;
  /** What is said where nothing is chosen. */
  any: string;
  /** Each with its words. */
  choices: readonly (readonly [string, string])[];
  value: string | null | undefined;
  onChange: (chosen: string | null) => void;
}

/** A filter by one of a few values, or by none. */
export function ChoiceFilter({ label, any, choices, value, onChange }: ChoiceProps) {
  return (
    <select
      className="field"
      aria-label={label}
      value={value ?? ""}
      onChange={(event) => onChange(event.target.value || null)}
    >
      <option value="">{any}</option>
      {choices.map(([choice, words]) => (
        <option key={choice} value={choice}>
          {words}
        </option>
      ))}
    </select>
  );
}

const STATES = ["COMPLETED", "FAILED", "RUNNING", "ABORTED", "NEW"];

export function StateFilter({ table, label = "State of the last run" }: { table: TableState; label?: string }) {
  return (
    <ChoiceFilter
      label={label}
      any="Any state"
      choices={STATES.map((state) => [state, state.toLowerCase()])}
      value={table.get("state")}
      onChange={(state) => table.set({ state })}
    />
  );
}
