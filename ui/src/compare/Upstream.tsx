/** Datasets and jobs of two runs, each with what is different in it. */
import type { ReactNode } from "react";
import type { Schemas } from "../api/client";
import { runUrl } from "../address/links";
import { duration, exact, tookMs } from "../address/times";
import { TextDiff } from "../code/TextDiff";
import { languageOf } from "../code/tokens";
import { Link } from "../design/Link";
import { NodeLink } from "../design/NodeName";
import { RunState } from "../design/RunState";
import { SchemaLines } from "../panel/DatasetPages";
import { JobChangeLines } from "../panel/JobPages";
import "./compare.css";
import { growth } from "./volumes";

type DatasetDiff = Schemas["DatasetDiff"];
type JobDiff = Schemas["JobDiff"];

/** Of any two runs, the versions and the runs that wrote them are others: that alone says nothing. */
const USUAL = new Set(["version", "run", "storageVersion", "duration"]);

function isDifferent(one: DatasetDiff | JobDiff): boolean {
  return one.change === "added" || one.change === "removed" || one.changed.some((aspect) => !USUAL.has(aspect));
}

const WORDS: Record<string, string> = {
  schema: "schema",
  rows: "rows",
  bytes: "bytes",
  code: "code",
  literals: "literals",
  inputs: "inputs",
  outputs: "outputs",
  state: "state",
  parameters: "parameters",
  error: "error",
};

function Aspects({ one }: { one: DatasetDiff | JobDiff }) {
  if (one.change === "added") return <span className="chip good">only after</span>;
  if (one.change === "removed") return <span className="chip bad">only before</span>;
  return one.changed
    .filter((aspect) => aspect in WORDS)
    .map((aspect) => (
      <span key={aspect} className="chip warn">
        {WORDS[aspect]}
      </span>
    ));
}

interface ListProps {
  title: string;
  count: number;
  hidden: number;
  children: ReactNode;
}

function ComparedList({ title, count, hidden, children }: ListProps) {
  return (
    <section className="card compare-list" aria-label={title}>
      <h2>{title}</h2>
      {count > 0 && <ul>{children}</ul>}
      {hidden > 0 && (
        <p className="faint">
          {count > 0 ? `${hidden} more are` : hidden === 1 ? "One is" : `All ${hidden} are`} as before, but for the
          moment.
        </p>
      )}
    </section>
  );
}

interface DatasetsProps {
  title: string;
  datasets: readonly DatasetDiff[];
  isWhole: boolean;
}

export function ComparedDatasets({ title, datasets, isWhole }: DatasetsProps) {
  const shown = isWhole ? datasets : datasets.filter(isDifferent);
  if (datasets.length === 0) return null;
  return (
    <ComparedList title={title} count={shown.length} hidden={datasets.length - shown.length}>
      {shown.map((one) => (
        <li key={one.id}>
          <div className="compare-row">
            <NodeLink id={one.id} />
            <span className="row wrap">
              <Aspects one={one} />
            </span>
            <Rows one={one} />
          </div>
          {one.schema && (
            <div className="list compare-lines">
              <SchemaLines change={one.schema} />
            </div>
          )}
        </li>
      ))}
    </ComparedList>
  );
}

function Rows({ one }: { one: DatasetDiff }) {
  const [before, after] = [one.before?.rowCount ?? null, one.after?.rowCount ?? null];
  const change = growth(before, after);
  if (before === null && after === null) return <span />;
  return (
    <span className="compare-rows">
      {counted(before)}
      {after === null && " rows"} → {counted(after)}
      {after !== null && " rows"}
      {change && <span className="faint"> {change}</span>}
    </span>
  );
}

function counted(rows: number | null): string {
  return rows === null ? "not told" : rows.toLocaleString("en");
}

export function ComparedJobs({ jobs, isWhole }: { jobs: readonly JobDiff[]; isWhole: boolean }) {
  const shown = isWhole ? jobs : jobs.filter(isDifferent);
  if (jobs.length === 0) return null;
  return (
    <ComparedList title="Jobs upstream" count={shown.length} hidden={jobs.length - shown.length}>
      {shown.map((job) => (
        <li key={job.id}>
          <div className="compare-row">
            <NodeLink id={job.id} />
            <span className="row wrap">
              <Aspects one={job} />
            </span>
            <span className="compare-rows row">
              <Ran side={job.before} /> → <Ran side={job.after} />
            </span>
          </div>
          {job.version && (
            <div className="list compare-lines">
              <JobChangeLines change={job.version} />
              {job.version.texts.map((text) => (
                <TextDiff
                  key={text.kind}
                  before={text.before}
                  after={text.after}
                  language={languageOf(text.kind)}
                  label={`Code of ${job.id}`}
                />
              ))}
            </div>
          )}
        </li>
      ))}
    </ComparedList>
  );
}

function Ran({ side }: { side: Schemas["JobInstance"] | null }) {
  if (!side) return <span className="faint">no run</span>;
  return (
    <Link className="row" href={runUrl(side.run)} title={exact(side.startedAt)}>
      <RunState state={side.state} quiet /> {duration(tookMs(side))}
    </Link>
  );
}
