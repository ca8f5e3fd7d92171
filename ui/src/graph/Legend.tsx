/** What the shapes, lines and colours of a graph mean; what there is to explain is in `legends.ts`. */
import { useState } from "react";
import { KindIcon, Sign } from "../design/icons";
import { Marks } from "../design/Marks";
import { RunState } from "../design/RunState";
import type { Drawing } from "./drawing";
import "./legend.css";
import { type LegendPart, legendsOf } from "./legends";
import { Sparkline } from "./Sparkline";

const CHANGES: readonly [string, string][] = [
  ["added", "There at the later moment only"],
  ["removed", "There at the earlier moment only"],
  ["changed", "There at both, and different"],
];

export function Legend({ drawing }: { drawing: Drawing }) {
  const [open, setOpen] = useState(false);
  const isComparison = drawing.nodes.some((node) => node.change !== "same");
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
          {legendsOf(drawing).map((part) => (
            <Part key={part.shapes[0]?.[0]} part={part} />
          ))}
        </div>
      )}
      <button type="button" className="button small" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Sign name="question" /> Legend
      </button>
    </div>
  );
}

const STATES = ["COMPLETED", "FAILED", "ABORTED", "RUNNING"];

function Part({ part }: { part: LegendPart }) {
  return (
    <>
      <ul className="list">
        {part.shapes.map(([type, words]) => (
          <li key={type} className="row">
            <KindIcon type={type} /> {words}
          </li>
        ))}
        {part.hasStates && (
          <li className="row wrap">
            {STATES.map((state) => (
              <RunState key={state} state={state} />
            ))}
          </li>
        )}
      </ul>
      <ul className="list">
        {part.lines.map(([line, words]) => (
          <li key={line} className="row">
            <span className={`legend-line ${line}`} aria-hidden /> {words}
          </li>
        ))}
        {part.hasRows && (
          <li className="row">
            <Sparkline counts={[3, 4, 4, 6, 5]} /> Rows of the last writes, up to the latest
          </li>
        )}
      </ul>
      <ul className="legend-marks">
        {part.marks.map((mark) => (
          <li key={mark.word}>
            <Marks marks={[mark]} />
            <span>{mark.meaning}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
