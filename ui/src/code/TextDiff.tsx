/** Code before and after, with what was removed and added. */
import { useMemo, useState } from "react";
import { Coloured } from "./CodeText";
import "./code.css";
import { type Line, diffLines, folded } from "./lines";
import type { Language } from "./tokens";

export interface TextDiffProps {
  before: string;
  after: string;
  language: Language;
  /** What is compared, for screen readers. */
  label: string;
}

const SIGNS = { same: " ", added: "+", removed: "−" } as const;

export function TextDiff({ before, after, language, label }: TextDiffProps) {
  const [whole, setWhole] = useState(false);
  const lines = useMemo(() => diffLines(before, after), [before, after]);
  const shown = useMemo(() => (whole ? lines : folded(lines)), [lines, whole]);
  const count = (change: Line["change"]) => lines.filter((line) => line.change === change).length;
  return (
    <figure className="text-diff" aria-label={label}>
      <figcaption className="spread">
        <span className="row">
          <span className="plus">+{count("added")}</span>
          <span className="minus">−{count("removed")}</span>
          <span className="faint">lines</span>
        </span>
        {lines.length > shown.length || whole ? (
          <button type="button" className="link-button" onClick={() => setWhole(!whole)}>
            {whole ? "Only what changed" : "All lines"}
          </button>
        ) : null}
      </figcaption>
      <div className="diff-lines" tabIndex={0} role="group" aria-label="Lines">
        {shown.map((line, index) =>
          typeof line === "number" ? (
            <div key={index} className="diff-fold">
              {line} {line === 1 ? "line is" : "lines are"} the same
            </div>
          ) : (
            <DiffLine key={index} line={line} language={language} />
          ),
        )}
      </div>
    </figure>
  );
}

function DiffLine({ line, language }: { line: Line; language: Language }) {
  return (
    <div className={`diff-line ${line.change}`}>
      <span className="diff-number">{line.before}</span>
      <span className="diff-number">{line.after}</span>
      <span className="diff-sign">{SIGNS[line.change]}</span>
      <code>
        <MarkedText line={line} language={language} />
      </code>
    </div>
  );
}

function MarkedText({ line, language }: { line: Line; language: Language }) {
  const [from, to] = line.marked ?? [0, 0];
  if (from === to) return <Coloured text={line.text} language={language} />;
  return (
    <>
      <Coloured text={line.text.slice(0, from)} language={language} />
      <mark>{line.text.slice(from, to)}</mark>
      <Coloured text={line.text.slice(to)} language={language} />
    </>
  );
}
