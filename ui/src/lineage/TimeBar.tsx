/** The time slider: the graph as of any moment, or between two, with a tick wherever it changed. */
import { useEffect, useMemo, useState } from "react";
import type { Schemas } from "../api/client";
import { exact } from "../address/times";
import { MomentField } from "../design/MomentField";
import { Sign } from "../design/icons";
import { Moment } from "../design/When";
import "./time.css";
import { type Scale, type Tick, earlierThan, momentAt, scaleOf, share, stepFrom, ticksOf } from "./timeline";

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
  /** Begins a comparison with the first of these moments that shows a difference. */
  onBeginComparison: (moments: readonly string[]) => void;
}

export function TimeBar({ changes, at, from, onMove, onCompare, onBeginComparison }: TimeBarProps) {
  const scale = useMemo(() => (changes ? scaleOf(changes) : null), [changes]);
  const ticks = useMemo(() => (changes ? ticksOf(changes) : []), [changes]);
  const later = useDragging(at, onMove);
  const earlier = useDragging(from, onCompare);
  const jump = (by: 1 | -1) => {
    const to = stepFrom(ticks, later.moment, by);
    if (!to || earlier.moment === null || to.at > earlier.moment) later.move(to?.text ?? null);
  };
  const jumpFrom = (by: 1 | -1) => {
    const to = stepFrom(ticks, earlier.moment, by);
    if (to && to.at < (later.moment ?? Infinity)) earlier.move(to.text);
  };
  const isComparing = from !== null;
  return (
    <section className="time" aria-label="Time">
      <StepButton name="Previous change" sign="back" disabled={ticks.length === 0} onClick={() => jump(-1)} />
      <StepButton
        name="Next change"
        sign="forward"
        disabled={ticks.length === 0 || at === null}
        onClick={() => jump(1)}
      />
      <div className={isComparing ? "time-track two" : "time-track"}>
        {scale && (
          <>
            <Ticks scale={scale} ticks={ticks} onMove={later.move} />
            {isComparing && (
              <>
                <Span scale={scale} from={earlier.moment} to={later.moment} />
                <Handle name="Compared with" scale={scale} dragging={earlier} onJump={jumpFrom} most={later.moment} />
              </>
            )}
            <Handle name="Moment shown" scale={scale} dragging={later} onJump={jump} least={earlier.moment} />
            <div className="time-ends faint" aria-hidden>
              <Moment at={scale.first} />
              <Moment at={scale.last} />
            </div>
          </>
        )}
        {changes && !scale && <span className="faint">Nothing is known to have changed here.</span>}
      </div>
      {isComparing ? (
        <MomentField label="Compared with" value={earlier.moment} onChange={(moment) => earlier.move(moment ?? from)} />
      ) : (
        <MomentInWords moment={later.moment} ticks={ticks} />
      )}
      <MomentField label="Moment shown" placeholder="now" value={later.moment} onChange={later.move} />
      <button type="button" className="button" disabled={at === null} onClick={() => later.move(null)}>
        Now
      </button>
      <CompareButton
        isComparing={isComparing}
        disabled={scale === null}
        onBegin={() => scale && onBeginComparison(earlierThan(ticks, scale, later.moment))}
        onEnd={() => onCompare(null)}
      />
    </section>
  );
}

interface Dragging {
  /** The moment that the handle shows; null is now. */
  moment: number | null;
  /** Moves the handle; once it rests, the graph follows. */
  drag: (moment: number) => void;
  /** Goes to a moment at once, wherever the handle was dragged to. */
  move: (at: string | null) => void;
}

function useDragging(at: string | null, onMove: (at: string | null) => void): Dragging {
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

/** A tick for each moment at which the graph changed. */
function Ticks({ scale, ticks, onMove }: { scale: Scale; ticks: readonly Tick[]; onMove: (at: string) => void }) {
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
    </div>
  );
}

/** The stretch between the two moments that are compared. */
function Span({ scale, from, to }: { scale: Scale; from: number | null; to: number | null }) {
  const left = from === null ? 0 : share(scale, from);
  const right = to === null ? 1 : share(scale, to);
  return (
    <div className="time-span" aria-hidden>
      <span style={{ left: `${left * 100}%`, right: `${(1 - right) * 100}%` }} />
    </div>
  );
}

interface HandleProps {
  name: string;
  scale: Scale;
  dragging: Dragging;
  onJump: (by: 1 | -1) => void;
  /** The handle stays after this moment, or before that one, where two moments are compared. */
  least?: number | null;
  most?: number | null;
}

/** Dragged, it goes anywhere; by arrow keys, from change to change. */
function Handle({ name, scale, dragging, onJump, least = null, most = null }: HandleProps) {
  const { moment, drag } = dragging;
  const inside = (place: number) => {
    const lowest = least === null ? 0 : Math.round(share(scale, least) * STEPS) + 1;
    const highest = most === null ? STEPS : Math.round(share(scale, most) * STEPS) - 1;
    return Math.min(Math.max(place, lowest), Math.max(highest, lowest));
  };
  return (
    <input
      type="range"
      aria-label={name}
      min={0}
      max={STEPS}
      value={moment === null ? STEPS : Math.round(share(scale, moment) * STEPS)}
      aria-valuetext={moment === null ? "now" : exact(moment)}
      onChange={(event) => drag(momentAt(scale, inside(Number(event.target.value)) / STEPS))}
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
    <output className="time-now faint cut">
      {tick ? tick.words : moment === null ? "now: the current graph" : "as of this moment"}
    </output>
  );
}

interface CompareButtonProps {
  isComparing: boolean;
  disabled: boolean;
  onBegin: () => void;
  onEnd: () => void;
}

function CompareButton({ isComparing, disabled, onBegin, onEnd }: CompareButtonProps) {
  if (isComparing) {
    return (
      <button type="button" className="button" aria-label="End comparison" aria-pressed onClick={onEnd}>
        <Sign name="close" /> <span className="time-word">End comparison</span>
      </button>
    );
  }
  return (
    <button
      type="button"
      className="button"
      disabled={disabled}
      aria-label="Compare"
      title="Compare this moment with an earlier one"
      onClick={onBegin}
    >
      <Sign name="compare" /> <span className="time-word">Compare</span>
    </button>
  );
}
