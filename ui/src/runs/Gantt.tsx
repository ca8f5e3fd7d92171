/** Runs as bars on an axis of time, each below the run that started it. */
import { runUrl } from "../address/links";
import { spoken } from "../address/nodes";
import { duration, exact, tookMs } from "../address/times";
import { Link } from "../design/Link";
import { stateWord } from "../design/RunState";
import { StateIcon } from "../design/icons";
import "./gantt.css";
import { type Span, type TimedRun, tickLabel, ticks, timeline } from "./spans";

const MOST_TICKS = 7;

export function Gantt({ runs, label }: { runs: readonly TimedRun[]; label: string }) {
  const { rows, from, to } = timeline(runs);
  const place = (at: number) => `${((at - from) / (to - from)) * 100}%`;
  return (
    <div className="gantt">
      <div className="gantt-axis" aria-hidden>
        {ticks(from, to, MOST_TICKS).map((at) => (
          <span key={at} style={{ left: place(at) }}>
            {tickLabel(at, to - from)}
          </span>
        ))}
      </div>
      <ol aria-label={label}>
        {rows.map((row) => (
          <GanttRow key={row.run.id} row={row} />
        ))}
      </ol>
    </div>
  );
}

/** A bar that is longer than this has room for its own duration. */
const LONG = 0.6;

/** Beside a bar there is more room on the one side or on the other. */
function tookPlace(left: number, width: number) {
  const end = left + width;
  if (width > LONG) return { right: `${(1 - end) * 100}%` };
  return end > 0.65 ? { right: `${(1 - left) * 100}%` } : { left: `${end * 100}%` };
}

function GanttRow({ row }: { row: Span<TimedRun> }) {
  const { run, depth, left, width } = row;
  const took = duration(tookMs(run));
  const attempt = run.attempt !== null && run.attempt > 1 ? `, attempt ${run.attempt}` : "";
  const words = `${run.name}: ${stateWord(run.state)}, ${exact(run.startedAt)}, ${took}${attempt}`;
  return (
    <li>
      <Link href={runUrl(run.id)} className={`gantt-row ${run.state}`} title={words}>
        <span className="gantt-name" style={{ paddingLeft: `${depth * 14}px` }}>
          <span className={`state ${run.state}`}>
            <StateIcon state={run.state} />
          </span>
          <span className="cut">{spoken(run.name).title}</span>
          <span className="unseen">
            , {stateWord(run.state)}, {exact(run.startedAt)},
          </span>
          {attempt && (
            <span className="chip">
              <span className="unseen">attempt </span>
              {run.attempt}
            </span>
          )}
        </span>
        <span className="gantt-lane">
          <span className="gantt-bar" style={{ left: `${left * 100}%`, width: `${width * 100}%` }} />
          <span className={width > LONG ? "gantt-took inside" : "gantt-took"} style={tookPlace(left, width)}>
            {took}
          </span>
        </span>
      </Link>
    </li>
  );
}
