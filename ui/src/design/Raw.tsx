/** JSON as it was sent, folded, and opened level by level. */
import { useState } from "react";

export function Raw({ value, name, open = false }: { value: unknown; name?: string; open?: boolean }) {
  const [shown, setShown] = useState(open);
  if (typeof value !== "object" || value === null) {
    return (
      <div className="raw-leaf">
        {name !== undefined && <span className="raw-name">{name}: </span>}
        <span className={`raw-${value === null ? "null" : typeof value}`}>{JSON.stringify(value)}</span>
      </div>
    );
  }
  const entries = Object.entries(value as Record<string, unknown>);
  const brackets = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return (
    <div className="raw">
      <button type="button" className="raw-toggle" aria-expanded={shown} onClick={() => setShown(!shown)}>
        <span aria-hidden>{shown ? "▾" : "▸"}</span> {name !== undefined && <span className="raw-name">{name}: </span>}
        <span className="faint">
          {shown ? brackets[0] : `${brackets[0] ?? ""}${entries.length}${brackets[1] ?? ""}`}
        </span>
      </button>
      {shown && (
        <div className="raw-inside">
          {entries.map(([key, inner]) => (
            <Raw key={key} name={key} value={inner} />
          ))}
        </div>
      )}
    </div>
  );
}
