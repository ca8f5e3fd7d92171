/** A filter by a job or dataset: part of its name is written, and one of the names that fit is taken. */
import { type KeyboardEvent, useId, useState } from "react";
import { shortNode, spoken } from "../address/nodes";
import { Sign } from "../design/icons";
import { ResultList } from "./ResultList";
import { comboboxOf, isLeft, stepped } from "./SearchBox";
import "./search.css";
import { useNodeSuggestions } from "./suggestions";

export interface NodePickerProps {
  label: string;
  /** Only jobs, or only datasets; both where it is left out. */
  filter?: "JOB" | "DATASET";
  /** The node id that was taken, if any. */
  value: string | null;
  onChange: (node: string | null) => void;
}

export function NodePicker(props: NodePickerProps) {
  const { value, onChange } = props;
  return value === null ? <Picking {...props} /> : <Picked value={value} onChange={onChange} />;
}

/** What was taken; pressed, it is taken away. */
function Picked({ value, onChange }: { value: string; onChange: (node: null) => void }) {
  const name = spoken(shortNode(value)).title;
  return (
    <button
      type="button"
      className="button"
      aria-pressed
      title={value}
      aria-label={`${name}: take this filter away`}
      onClick={() => onChange(null)}
    >
      <span className="cut picked">{name}</span> <Sign name="close" />
    </button>
  );
}

function Picking({ label, filter, onChange }: NodePickerProps) {
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(0);
  const list = useId();
  const suggested = useNodeSuggestions(text, filter);
  const { suggestions } = suggested;
  const take = (index: number) => {
    const node = suggestions[index];
    if (!node) return;
    onChange(node.id);
    setText("");
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = stepped(event.key, chosen, suggestions.length);
    if (next !== null) setChosen(next);
    else if (event.key === "Enter") take(chosen);
    else if (event.key === "Escape") setOpen(false);
    else return;
    event.preventDefault();
  };
  const shown = open && suggested.wanted !== "";
  return (
    <div className="search picker" onBlur={(event) => isLeft(event) && setOpen(false)}>
      <input
        {...comboboxOf(label, list, shown, shown && suggestions.length > 0 ? chosen : null)}
        value={text}
        onFocus={() => setOpen(true)}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
          setOpen(true);
        }}
        onKeyDown={onKeyDown}
      />
      {shown && <ResultList id={list} suggested={suggested} chosen={chosen} onChoose={setChosen} onTake={take} />}
    </div>
  );
}
