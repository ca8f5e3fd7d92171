/** A field for a moment, written as everywhere in the page: `2025-03-21 04:20`, in UTC. */
import { useState } from "react";
import { minute, readMinute } from "../address/times";

export interface MomentFieldProps {
  label: string;
  placeholder?: string;
  /** Milliseconds since 1970; null where no moment is given. */
  value: number | null;
  /** Called with the moment as ISO text, or with null when the field was emptied. */
  onChange: (moment: string | null) => void;
}

/** What is written counts when Enter is pressed or the field is left; until then nothing is asked. */
export function MomentField({ label, placeholder = "YYYY-MM-DD HH:MM", value, onChange }: MomentFieldProps) {
  const shown = value === null ? "" : minute(value);
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? shown;
  const read = readMinute(text);
  const isWrong = text.trim() !== "" && read === null;
  const take = () => {
    if (draft === null || isWrong) return;
    if (draft !== shown) onChange(read);
    setDraft(null);
  };
  return (
    <input
      type="text"
      className="field moment mono"
      aria-label={`${label} (UTC)`}
      title={isWrong ? "Write a moment like 2025-03-21 04:20, or a day like 2025-03-21" : `${label} (UTC)`}
      placeholder={placeholder}
      aria-invalid={isWrong}
      value={text}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === "Enter") take();
        else if (event.key === "Escape") setDraft(null);
      }}
    />
  );
}
