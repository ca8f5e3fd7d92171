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

interface EmptyProps {
  title: string;
  children?: ReactNode;
  sign?: SignName;
  /** Whether it is all that a view shows, so that its title is that of the page. */
  isPage?: boolean;
}

export function Empty({ title, children, sign = "empty", isPage = false }: EmptyProps) {
  const Title = isPage ? "h1" : "h2";
  return (
    <div className="notice">
      <Sign name={sign} />
      <Title>{title}</Title>
      {children}
    </div>
  );
}

const TITLES: Record<number, string> = {
  400: "This question cannot be answered",
  401: "A key is needed",
  403: "Your key does not allow this",
  404: "Nothing by that name",
  503: "The server is busy",
  504: "Still waiting for the pipeline",
};

/** What the server says, as a sentence, without the parts that are advice for its command line. */
export function withoutCommands(message: string): string {
  const parts = message.split("; ").filter((part) => !/\bheadwater\b|`|(^|\s)--\w/.test(part));
  const sentence = parts.join("; ");
  return sentence && `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${/[.!?]$/.test(sentence) ? "" : "."}`;
}

interface FailedProps {
  problem: Problem;
  retry?: () => void;
  /** Whether it is all that a view shows, as in `Empty`. */
  isPage?: boolean;
}

export function Failed({ problem, retry, isPage = false }: FailedProps) {
  const Title = isPage ? "h1" : "h2";
  return (
    <div className="notice bad" role="alert">
      <Sign name="warning" />
      <Title>{TITLES[problem.status] ?? "Something went wrong"}</Title>
      <p>{withoutCommands(problem.message)}</p>
      {problem.status === 404 && <p>Search above for part of its name. It may have another name, or be deleted.</p>}
      {retry && (
        <button type="button" className="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
