/** What is known of one thing, as a list of names and values. */
import type { ReactNode } from "react";

export function Facts({ children }: { children: ReactNode }) {
  return <dl className="facts">{children}</dl>;
}

/** One of the facts; nothing where the value is null, undefined or false. */
export function Fact({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  if (children === null || children === undefined || children === false) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd className={className}>{children}</dd>
    </>
  );
}
