/** The time slider: the graph as of any moment, with a tick wherever it changed. */
import { useEffect, useMemo, useState } from "react";
import type { Schemas } from "../api/client";
import { exact, minute } from "../address/times";
import { Sign } from "../design/icons";
import "./time.css";
import { type Scale, type Tick, momentAt, scaleOf, share, stepFrom, ticksOf } from "./timeline";

/** How many places the slider has. */
const STEPS = 1000;
/** The slider has to rest so long until the graph follows it. */
const REST_MS = 180;

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
  const { moment, drag, move } = useDragging(at, onMove);
  const jump = (by: 1 | -1) => move(stepFrom(ticks, moment, by)?.text ?? null);
  return (
    <section className="time" aria-label="Time">
      <StepButton name="Previous change" sign="back" disabled={ticks.length === 0} onClick={() => jump(-1)} />
      <StepButton
        name="Next change"
        sign="forward"
        disabled={ticks.length === 0 || at === null}
        onClick={() => jump(1)}
      />
      <div className="time-track">
        {scale && (
          <>
            <Ticks scale={scale} ticks={ticks} from={from} onMove={move} />
            <Slider scale={scale} moment={moment} onDrag={drag} onJump={jump} />
            <div className="time-ends faint" aria-hidden>
              <span>{minute(scale.first)}</span>
              <span>{minute(scale.last)}</span>
            </div>
          </>
        )}
        {changes && !scale && <span className="faint">Nothing is known to have changed here.</span>}
      </div>
      <MomentInWords moment={moment} ticks={ticks} />
      <MomentField moment={moment} onMove={move} />
      <button type="button" className="button" disabled={at === null} onClick={() => move(null)}>
        Now
      </button>
      <CompareButton
        from={from}
        disabled={ticks.length === 0}
        onBegin={() => onCompare(at ?? stepFrom(ticks, null, -1)?.text ?? null)}
        onEnd={() => onCompare(null)}
      />
    </section>
  );
}

interface Dragging {
  /** The moment that the slider shows; null is now. */
  moment: number | null;
  /** Moves the slider; once it rests, the graph follows. */
  drag: (moment: number) => void;
  /** Goes to a moment at once, wherever the slider was dragged to. */
  move: (at: string | null) => void;
}

function useDragging(at: string | null, onMove: TimeBarProps["onMove"]): Dragging {
  const [dragged, setDragged] = useState<number | null>(null);
  useEffect(() => {
    if (dragged === null) return;
    const wait = setTimeout(() => {
      onMove(new Date(dragged).toISOString());
      setDragged(null);
    }, REST_MS);
    return () => clearTimeout(wait);
  }, [dragged, onMove]);
  const move = (to: string | null) => {
    setDragged(null);
    onMove(to);
  };
  return { moment: dragged ?? (at ? Date.parse(at) : null), drag: setDragged, move };
}

interface StepButtonProps {
  name: string;
  sign: "back" | "forward";
  disabled: boolean;
  onClick: () => void;
}

function StepButton({ name, sign, disabled, onClick }: StepButtonProps) {
  return (
    <button type="button" className="button" aria-label={name} title={name} disabled={disabled} onClick={onClick}>
      <Sign name={sign} />
    </button>
  );
}

interface TicksProps {
  scale: Scale;
  ticks: readonly Tick[];
  from: string | null;
  onMove: (at: string) => void;
}

/** A tick for each moment at which the graph changed, and a line where a comparison begins. */
function Ticks({ scale, ticks, from, onMove }: TicksProps) {
  return (
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
  );
}

interface SliderProps {
  scale: Scale;
  moment: number | null;
  onDrag: (moment: number) => void;
  onJump: (by: 1 | -1) => void;
}

/** Dragged, it goes anywhere; by arrow keys, from change to change. */
function Slider({ scale, moment, onDrag, onJump }: SliderProps) {
  return (
    <input
      type="range"
      aria-label="Moment shown"
      min={0}
      max={STEPS}
      value={moment === null ? STEPS : Math.round(share(scale, moment) * STEPS)}
      aria-valuetext={moment === null ? "now" : exact(moment)}
      onChange={(event) => onDrag(momentAt(scale, Number(event.target.value) / STEPS))}
      onKeyDown={(event) => {
        if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
          event.preventDefault();
          onJump(event.key === "ArrowLeft" ? -1 : 1);
        }
      }}
    />
  );
}

function MomentInWords({ moment, ticks }: { moment: number | null; ticks: readonly Tick[] }) {
  const tick = ticks.find((one) => one.at === moment);
  return (
    <div className="time-now">
      <output className="mono">{moment === null ? "now" : `${minute(moment)} UTC`}</output>
      <span className="faint cut">
        {tick ? tick.words : moment === null ? "the current graph" : "as of this moment"}
      </span>
    </div>
  );
}

function MomentField({ moment, onMove }: { moment: number | null; onMove: TimeBarProps["onMove"] }) {
  return (
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
  );
}

interface CompareButtonProps {
  from: string | null;
  disabled: boolean;
  onBegin: () => void;
  onEnd: () => void;
}

function CompareButton({ from, disabled, onBegin, onEnd }: CompareButtonProps) {
  if (from !== null) {
    return (
      <button type="button" className="button" aria-pressed onClick={onEnd} title="End the comparison">
        <Sign name="close" /> since {minute(from)}
      </button>
    );
  }
  return (
    <button
      type="button"
      className="button"
      disabled={disabled}
      title="Compare this moment with another"
      onClick={onBegin}
    >
      <Sign name="compare" /> Compare
    </button>
  );
}
