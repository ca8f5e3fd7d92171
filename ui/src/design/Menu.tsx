import { type ReactNode, useEffect, useRef, useState } from "react";

interface MenuProps {
  label: ReactNode;
  /** What the button is called, where its label is a sign alone on some windows. */
  name?: string;
  /** Why the menu cannot be opened now; its button is disabled, and tells it. */
  without?: string | null;
  children: (close: () => void) => ReactNode;
}

/** A button that opens a list; Escape, or a click elsewhere, closes it. */
export function Menu({ label, name, without, children }: MenuProps) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    const outside = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", outside);
    return () => document.removeEventListener("pointerdown", outside);
  }, [open]);
  const close = () => setOpen(false);
  return (
    <div
      className="menu"
      ref={box}
      onKeyDown={(event) => {
        if (event.key === "Escape" && open) {
          event.stopPropagation();
          close();
          event.currentTarget.querySelector("button")?.focus();
        }
      }}
    >
      <button
        type="button"
        className="button"
        aria-label={name}
        aria-expanded={open}
        disabled={Boolean(without)}
        title={without ?? name}
        onClick={() => setOpen(!open)}
      >
        {label}
      </button>
      {open && !without && <div className="menu-list">{children(close)}</div>}
    </div>
  );
}
