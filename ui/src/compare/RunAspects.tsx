/** What two runs say of themselves, line by line. */
import type { ReactNode } from "react";
import type { Schemas } from "../api/client";
import { duration, tookMs } from "../address/times";
import { RunState } from "../design/RunState";
import "./compare.css";

type JobDiff = Schemas["JobDiff"];
type Instance = Schemas["JobInstance"];

export function RunAspects({ job }: { job: JobDiff }) {
  const changed = new Set<string>(job.changed);
  const rows: [string, string, (side: Instance) => ReactNode][] = [
    ["state", "State", (side) => <RunState state={side.state} />],
    ["duration", "Took", (side) => duration(tookMs(side))],
    ["code", "Code", (side) => (side.code.version ? <code>{side.code.version.slice(0, 12)}</code> : null)],
    ["error", "Error", (side) => side.error && <span className="mono compare-error">{side.error}</span>],
    ...parameterRows(job),
  ];
  return (
    <table className="table compare-table">
      <thead>
        <tr>
          <th scope="col">
            <span className="unseen">Aspect</span>
          </th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([aspect, word, tell]) => {
          const [before, after] = [job.before && tell(job.before), job.after && tell(job.after)];
          if (!before && !after) return null;
          const isChanged = changed.has(aspect.split(":")[0] ?? "") && !aspect.endsWith(":same");
          return (
            <tr key={aspect} className={isChanged ? "changed" : ""}>
              <th scope="row">
                {word}
                {isChanged && <span className="unseen"> is different</span>}
              </th>
              <td data-side="Before">{before || "–"}</td>
              <td data-side="After">{after || "–"}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** One row for each parameter of either run. */
function parameterRows(job: JobDiff): [string, string, (side: Instance) => ReactNode][] {
  const [before, after] = [job.before?.parameters ?? {}, job.after?.parameters ?? {}];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.map((name) => {
    const isSame = JSON.stringify(before[name]) === JSON.stringify(after[name]);
    const tell = (side: Instance) => (name in side.parameters ? <code>{written(side.parameters[name])}</code> : null);
    return [`parameters:${name}${isSame ? ":same" : ""}`, name, tell];
  });
}

function written(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
