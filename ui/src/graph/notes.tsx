/** Short notes that lie on top of a graph. */
import type { ReactNode } from "react";
import type { Lit } from "./lighting";
import "./notes.css";

/** Says that a newer graph is on its way. */
export function Busy() {
  return (
    <div className="graph-busy" role="status">
      Drawing…
    </div>
  );
}

/** The corner in which notes stand, one below the other. */
export function Notes({ children }: { children: ReactNode }) {
  return <div className="graph-notes">{children}</div>;
}

export function Note({ children }: { children: ReactNode }) {
  return (
    <div className="graph-note" role="note">
      {children}
    </div>
  );
}

/** Says why a node is drawn without any edge. */
export function Alone({ children }: { children: ReactNode }) {
  return (
    <div className="graph-alone" role="note">
      {children}
    </div>
  );
}

/** Says what is lit while a column is: what is certain, and what is possible. */
export function LitKey({ lit }: { lit: Lit }) {
  if (lit.possible.size === 0) return null;
  const count = lit.possible.size;
  return (
    <p className="graph-key">
      <span className="key-possible" aria-hidden /> {count} more may be on its path: nobody says which columns{" "}
      {count === 1 ? "it uses" : "they use"}
    </p>
  );
}
