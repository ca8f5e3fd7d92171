/** The time slider: the graph as of any moment, with a tick wherever it changed. */
import { useEffect, useMemo, useState } from "react";
import type { Schemas } from "../api/client";
import { exact, minute } from "../address/times";
import { Sign } from "../design/icons";
import { momentAt, scaleOf, share, stepFrom, ticksOf } from "./timeline";

const STEPS = 1000;

export interface TimeBarProps {
  changes: Schemas["Changes"] | null;
  at: string | null;
  from: string | null;
  onMove: (at: string | null) => void;
  onCompare: (from: string | null) => void;
}

export function TimeBar({ changes, at, from, onMove, onCompare }: TimeBarProps) {
  const scale = useMemo(() => (changes ? scaleOf(changes) : null), [changes]);
  const ticks = useMemo(() => (changes ? ticksOf(changes) : []), [changes]);
  const [dragged, setDragged] = useState<{ moment: number; since: string | null } | null>(null);
  useEffect(() => {
    if (dragged === null) return;
    const wait = setTimeout(() => onMove(new Date(dragged.moment).toISOString()), 180);
    return () => clearTimeout(wait);
  }, [dragged, onMove]);
  // What was dragged counts until the URL says otherwise.
  const moment = dragged?.since === at ? dragged.moment : at ? Date.parse(at) : null;
  const jump = (by: 1 | -1) => onMove(stepFrom(ticks, moment, by)?.text ?? null);
  const here = ticks.find((tick) => tick.at === moment);

  return (
    <section className="time" aria-label="Time">
      <button
        type="button"
        className="button"
        aria-label="Previous change"
        title="Previous change"
        disabled={ticks.length === 0}
        onClick={() => jump(-1)}
      >
        <Sign name="back" />
      </button>
      <button
        type="button"
        className="button"
        aria-label="Next change"
        title="Next change"
        disabled={ticks.length === 0 || at === null}
        onClick={() => jump(1)}
      >
        <Sign name="forward" />
      </button>
      <div className="time-track">
        {scale && (
          <>
            <div className="time-ticks" aria-hidden>
              {ticks.map((tick) => (
                <span
                  key={tick.text}
                  className="time-tick"
                  style={{ left: `${share(scale, tick.at) * 100}%`, height: `${Math.min(7 + tick.size * 2, 18)}px` }}
                  title={`${exact(tick.at)}: ${tick.words}`}
                  onClick={() => onMove(tick.text)}
                />
              ))}
              {from && <span className="time-from" style={{ left: `${share(scale, Date.parse(from)) * 100}%` }} />}
            </div>
            <input
              type="range"
              aria-label="Moment shown"
              min={0}
              max={STEPS}
              value={moment === null ? STEPS : Math.round(share(scale, moment) * STEPS)}
              aria-valuetext={moment === null ? "now" : exact(moment)}
              onChange={(event) =>
                setDragged({ moment: momentAt(scale, Number(event.target.value) / STEPS), since: at })
              }
              onKeyDown={(event) => {
                if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
                  event.preventDefault();
                  jump(event.key === "ArrowLeft" ? -1 : 1);
                }
              }}
            />
            <div className="time-ends faint" aria-hidden>
              <span>{minute(scale.first)}</span>
              <span>{minute(scale.last)}</span>
            </div>
          </>
        )}
        {changes && !scale && <span className="faint">Nothing is known to have changed here.</span>}
      </div>
      <div className="time-now">
        <output className="mono">{moment === null ? "now" : `${minute(moment)} UTC`}</output>
        <span className="faint cut">
          {here ? here.words : moment === null ? "the current graph" : "as of this moment"}
        </span>
      </div>
      <label className="row time-go">
        <input
          type="datetime-local"
          className="field"
          aria-label="Go to a moment (UTC)"
          value={moment === null ? "" : new Date(moment).toISOString().slice(0, 16)}
          onChange={(event) => onMove(event.target.value ? `${event.target.value}:00Z` : null)}
        />
        <span className="faint" aria-hidden>
          UTC
        </span>
      </label>
      <button type="button" className="button" disabled={at === null} onClick={() => onMove(null)}>
        Now
      </button>
      {from === null ? (
        <button
          type="button"
          className="button"
          disabled={ticks.length === 0}
          title="Compare this moment with another"
          onClick={() => onCompare(at ?? stepFrom(ticks, null, -1)?.text ?? null)}
        >
          <Sign name="compare" /> Compare
        </button>
      ) : (
        <button
          type="button"
          className="button"
          aria-pressed
          onClick={() => onCompare(null)}
          title="End the comparison"
        >
          <Sign name="close" /> since {minute(from)}
        </button>
      )}
    </section>
  );
}
