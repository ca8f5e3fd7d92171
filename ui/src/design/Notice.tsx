/** What is shown where there is nothing to show: waiting, empty, or gone wrong. */
import type { ReactNode } from "react";
import type { Problem } from "../api/client";
import { Sign, type SignName } from "./icons";

export function Waiting({ lines = 5, label = "Loading" }: { lines?: number; label?: string }) {
  return (
    <div className="waiting" role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} style={{ width: `${92 - ((line * 17) % 50)}%` }} />
      ))}
    </div>
  );
}

export function Empty({ title, children, sign = "empty" }: { title: string; children?: ReactNode; sign?: SignName }) {
  return (
    <div className="notice">
      <Sign name={sign} />
      <h2>{title}</h2>
      {children}
    </div>
  );
}

const TITLES: Record<number, string> = {
  0: "The server cannot be reached",
  400: "This question cannot be answered",
  401: "A key is needed",
  403: "Your key does not allow this",
  404: "Nothing by that name",
  503: "The server is busy",
  504: "Still waiting for the pipeline",
};

export function Failed({ problem, retry }: { problem: Problem; retry?: () => void }) {
  return (
    <div className="notice bad" role="alert">
      <Sign name="warning" />
      <h2>{TITLES[problem.status] ?? "Something went wrong"}</h2>
      <p>{problem.message}</p>
      {retry && (
        <button type="button" className="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
