/** Runs by day, stacked by how they ended. */
import { useAnswer } from "../api/useAnswer";
import { Empty, Failed, Waiting } from "../design/Notice";

const DAYS = 30;
const FEWEST = 14;
const HIGH = 120;
const STATES = ["completed", "running", "aborted", "failed", "new"] as const;

export function RunDays() {
  const { answer, problem, reload } = useAnswer("/api/v1/stats/runs", { query: { days: DAYS } });
  if (problem) return <Failed problem={problem} retry={reload} />;
  if (!answer) return <Waiting lines={4} />;
  if (answer.length === 0) return <Empty title="Nothing ran yet" />;
  // Days before the first run of all say nothing; some are shown, so that a day is not as wide as the chart.
  const first = answer.findIndex((day) => STATES.some((state) => day[state] > 0));
  const days = answer.slice(Math.max(0, Math.min(first, answer.length - FEWEST)));
  const most = Math.max(1, ...days.map((day) => STATES.reduce((sum, state) => sum + day[state], 0)));
  return (
    <>
      <ol className="days" aria-label="Runs by day">
        {days.map((day) => {
          const date = day.day.slice(0, 10);
          const words = STATES.filter((state) => day[state] > 0).map((state) => `${day[state]} ${state}`);
          return (
            <li key={day.day} title={`${date}: ${words.join(", ") || "nothing ran"}`}>
              <span className="unseen">
                {date}: {words.join(", ") || "nothing ran"}
              </span>
              {STATES.map((state) => (
                <span
                  key={state}
                  className={`day-part ${state}`}
                  style={{ height: `${(day[state] / most) * HIGH}px` }}
                />
              ))}
            </li>
          );
        })}
      </ol>
      <div className="spread faint days-key">
        <span className="one-line">{days[0]?.day.slice(0, 10)}</span>
        <span className="row wrap" aria-hidden>
          {STATES.slice(0, 4).map((state) => (
            <span key={state} className="row">
              <span className={`day-key ${state}`} /> {state}
            </span>
          ))}
        </span>
        <span className="one-line">{days.at(-1)?.day.slice(0, 10)}</span>
      </div>
    </>
  );
}
