/** Choosing two runs of a list, to compare them. The URL holds which are chosen. */
import { compareUrl } from "../address/links";
import { useQuery } from "../address/location";
import { spoken } from "../address/nodes";
import { minute } from "../address/times";
import { Link } from "../design/Link";
import "./picks.css";

export interface PickedRun {
  id: string;
  job: string;
  name: string;
  startedAt: string;
}

export interface Picks {
  picked: readonly string[];
  toggle: (run: string) => void;
  clear: () => void;
}

/** At most two runs are chosen: with a third, the first is let go. */
export function usePicks(): Picks {
  const [query, change] = useQuery();
  const picked = (query.get("picked") ?? "").split(",").filter(Boolean);
  const set = (ids: readonly string[]) => change({ picked: ids.length > 0 ? ids.join(",") : null }, "replace");
  return {
    picked,
    toggle: (run) => set(picked.includes(run) ? picked.filter((id) => id !== run) : [...picked.slice(-1), run]),
    clear: () => set([]),
  };
}

export function PickBox({ run, picks }: { run: PickedRun; picks: Picks }) {
  return (
    <input
      type="checkbox"
      className="pick-box"
      aria-label={`Compare the run of ${run.name}, ${minute(run.startedAt)}`}
      checked={picks.picked.includes(run.id)}
      onChange={() => picks.toggle(run.id)}
    />
  );
}

/** What was chosen, and the way to the comparison. `runs` are those that the list shows now. */
export function PickBar({ runs, picks }: { runs: readonly PickedRun[]; picks: Picks }) {
  if (picks.picked.length === 0) return null;
  const known = picks.picked.flatMap((id) => runs.find((run) => run.id === id) ?? []);
  const [first, second] = picks.picked;
  const jobs = new Set(known.map((run) => run.job));
  return (
    <div className="pick-bar card" role="region" aria-label="Runs to compare">
      <span className="grow">
        {first && second
          ? jobs.size > 1
            ? "These are runs of two jobs. Choose two runs of one job."
            : `Two runs of ${spoken(known[0]?.name ?? "a job").title} are chosen.`
          : "One run is chosen. Choose another one of the same job."}
      </span>
      {first && second && jobs.size <= 1 && (
        <Link className="button main-action" href={earlierFirst(first, second, known)}>
          Compare
        </Link>
      )}
      <button type="button" className="button" onClick={picks.clear}>
        Clear
      </button>
    </div>
  );
}

function earlierFirst(first: string, second: string, known: readonly PickedRun[]): string {
  const start = (id: string) => Date.parse(known.find((run) => run.id === id)?.startedAt ?? "");
  return start(first) > start(second) ? compareUrl(second, first) : compareUrl(first, second);
}
