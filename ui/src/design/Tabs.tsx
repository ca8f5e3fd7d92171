import { type ReactNode, useId, useRef } from "react";

export interface Tab {
  id: string;
  label: string;
  content: () => ReactNode;
}

/** Tabs with the content of one of them. The arrow keys lead from tab to tab. */
export function Tabs({
  tabs,
  value,
  onChange,
  label,
}: {
  tabs: readonly Tab[];
  value: string;
  onChange: (id: string) => void;
  label: string;
}) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const shown = tabs.find((tab) => tab.id === value) ?? tabs[0];
  if (!shown) return null;
  const step = (by: number) => {
    const next = tabs[(tabs.indexOf(shown) + by + tabs.length) % tabs.length];
    if (!next) return;
    onChange(next.id);
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(`${base}-${next.id}`)}`)?.focus();
  };
  return (
    <>
      <div
        className="tabs"
        role="tablist"
        aria-label={label}
        ref={list}
        onKeyDown={(event) => {
          if (event.key === "ArrowRight") step(1);
          else if (event.key === "ArrowLeft") step(-1);
        }}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${base}-${tab.id}`}
            type="button"
            role="tab"
            aria-selected={tab.id === shown.id}
            aria-controls={`${base}-panel`}
            tabIndex={tab.id === shown.id ? 0 : -1}
            onClick={() => onChange(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id={`${base}-panel`} role="tabpanel" aria-labelledby={`${base}-${shown.id}`} className="tab-panel">
        <h2 className="unseen">{shown.label}</h2>
        {shown.content()}
      </div>
    </>
  );
}
