/** What the shapes, lines and colours of a graph mean. */
import { useState } from "react";
import { KindIcon, Sign } from "../design/icons";
import { Marks } from "../design/Marks";
import { RunState } from "../design/RunState";
import "./legend.css";
import { MARKS } from "./marks";
import { Sparkline } from "./Sparkline";

const LINES: readonly [string, string][] = [
  ["listed", "Read or written, as runs say"],
  ["explicit", "Stated as lineage, or by column lineage alone"],
  ["control", "One job waits for the other"],
  ["on-path", "On the way to what is selected"],
  ["column-line", "One column is derived from another"],
  ["possible-line", "May use the column: nobody says which columns it uses"],
];

const CHANGES: readonly [string, string][] = [
  ["added", "There at the later moment only"],
  ["removed", "There at the earlier moment only"],
  ["changed", "There at both, and different"],
];

/** `isComparison` is true where two moments are drawn, whose colours need explaining. */
export function Legend({ isComparison }: { isComparison: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="legend">
      {open && (
        <div className="legend-card" role="group" aria-label="Legend" tabIndex={0}>
          {isComparison && (
            <ul className="list">
              {CHANGES.map(([change, words]) => (
                <li key={change} className="row">
                  <span className={`legend-node ${change}`} aria-hidden /> {words}
                </li>
              ))}
            </ul>
          )}
          <ul className="list">
            <li className="row">
              <KindIcon type="DATASET" /> Dataset: a table, view, file or stream
            </li>
            <li className="row">
              <KindIcon type="JOB" /> Job, with the state of its last run
            </li>
            <li className="row wrap">
              {["COMPLETED", "FAILED", "ABORTED", "RUNNING"].map((state) => (
                <RunState key={state} state={state} />
              ))}
            </li>
          </ul>
          <ul className="list">
            {LINES.map(([line, words]) => (
              <li key={line} className="row">
                <span className={`legend-line ${line}`} aria-hidden /> {words}
              </li>
            ))}
          </ul>
          <ul className="list">
            <li className="row">
              <Sparkline counts={[3, 4, 4, 6, 5]} /> Rows of the last writes, up to the latest
            </li>
          </ul>
          <ul className="legend-marks">
            {Object.values(MARKS).map((mark) => (
              <li key={mark.word}>
                <Marks marks={[mark]} />
                <span>{mark.meaning}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <button type="button" className="button small" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Sign name="question" /> Legend
      </button>
    </div>
  );
}
