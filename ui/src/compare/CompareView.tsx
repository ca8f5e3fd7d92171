/** Two runs of a job side by side: themselves, what they wrote, and everything that went into them. */
import type { Schemas } from "../api/client";
import { useAnswer } from "../api/useAnswer";
import { compareUrl, jobUrl, runUrl } from "../address/links";
import { useQuery } from "../address/location";
import { spoken } from "../address/nodes";
import { duration, tookMs } from "../address/times";
import { useTitle } from "../address/title";
import { TextDiff } from "../code/TextDiff";
import { languageOf } from "../code/tokens";
import { CopyAddress } from "../design/CopyAddress";
import { KindIcon, Sign } from "../design/icons";
import { Link } from "../design/Link";
import { Empty, Failed, Waiting } from "../design/Notice";
import { RunState } from "../design/RunState";
import { Moment } from "../design/When";
import { JobChangeLines } from "../panel/JobPages";
import "./compare.css";
import { RunAspects } from "./RunAspects";
import { ComparedDatasets, ComparedJobs } from "./Upstream";

type RunDiff = Schemas["RunDiff"];

export function CompareView() {
  const [query, change] = useQuery();
  const from = query.get("before") ?? "";
  const to = query.get("after") ?? "";
  const asked = useAnswer("/api/v1/runlineage/diff", from && to ? { query: { from, to } } : null);
  useTitle(asked.answer ? `Two runs of ${spoken(asked.answer.after.name).title}` : "Two runs");
  if (!from || !to) {
    return (
      <Empty title="Choose two runs" sign="compare" isPage>
        <p>
          Tick two runs of one job in <Link href="/runs">the list of runs</Link>, and compare them.
        </p>
      </Empty>
    );
  }
  if (asked.problem) return <Failed problem={asked.problem} retry={asked.reload} isPage />;
  if (!asked.answer) return <Waiting lines={9} />;
  const isWhole = query.get("show") === "all";
  return <Compared diff={asked.answer} isWhole={isWhole} onWhole={(whole) => change({ show: whole ? "all" : null })} />;
}

interface ComparedProps {
  diff: RunDiff;
  /** Whether what is the same in both is shown as well. */
  isWhole: boolean;
  onWhole: (whole: boolean) => void;
}

function Compared({ diff, isWhole, onWhole }: ComparedProps) {
  const own = diff.jobs.find((job) => job.role === "run");
  const texts = own?.version?.texts ?? [];
  const upstream = diff.datasets.filter((one) => one.role === "upstream");
  return (
    <div className="content compare">
      <Head diff={diff} />
      <div className="compare-sides">
        <Side word="Before" run={diff.before} />
        <Side word="After" run={diff.after} />
      </div>
      {own && (
        <section className="card" aria-labelledby="run">
          <h2 id="run">The run</h2>
          <RunAspects job={own} />
          {own.version && (
            <div className="list compare-lines">
              <JobChangeLines change={own.version} />
            </div>
          )}
        </section>
      )}
      {texts.map((text) => (
        <section key={text.kind} className="card" aria-label={text.kind === "sql" ? "SQL" : "Source code"}>
          <h2>{text.kind === "sql" ? "SQL" : "Source code"}</h2>
          <TextDiff
            before={text.before}
            after={text.after}
            language={languageOf(text.kind)}
            label={`${text.kind === "sql" ? "SQL" : "Source code"} of the two runs`}
          />
        </section>
      ))}
      <ComparedDatasets title="What it wrote" datasets={diff.datasets.filter((one) => one.role === "output")} isWhole />
      <div className="spread wrap">
        <h2>What went into it</h2>
        <label className="row">
          <input type="checkbox" checked={isWhole} onChange={(event) => onWhole(event.target.checked)} />
          Show what is the same as well
        </label>
      </div>
      <ComparedDatasets title="Datasets upstream" datasets={upstream} isWhole={isWhole} />
      <ComparedJobs jobs={diff.jobs.filter((job) => job.role === "upstream")} isWhole={isWhole} />
      {diff.truncated && (
        <p className="faint">{diff.truncated.hidden} more lie further upstream, and are not compared.</p>
      )}
    </div>
  );
}

function Head({ diff }: { diff: RunDiff }) {
  const { job, name, namespace } = diff.after;
  const between = diff.runs.totalCount - 1;
  return (
    <header className="spread wrap">
      <div>
        <h1 className="row wrap">
          <KindIcon type="JOB" />
          Two runs of{" "}
          <Link href={jobUrl(job)} title={`${namespace}: ${name}`}>
            {spoken(name).title}
          </Link>
        </h1>
        <p className="faint">
          {between > 0
            ? `${between} ${between === 1 ? "run lies" : "runs lie"} between them`
            : between === 0
              ? "One right after the other"
              : ""}
        </p>
      </div>
      <div className="row wrap">
        <Link className="button" href={compareUrl(diff.after.id, diff.before.id)}>
          <Sign name="compare" /> Swap
        </Link>
        <CopyAddress />
      </div>
    </header>
  );
}

function Side({ word, run }: { word: string; run: Schemas["RunSummary"] }) {
  return (
    <section className="card compare-side" aria-label={word}>
      <h2 className="faint">{word}</h2>
      <Link href={runUrl(run.id)}>
        <Moment at={run.startedAt} exactly />
      </Link>
      <span className="row wrap">
        <RunState state={run.state} assumed={run.assumedEnd} />
        <span className="faint">{duration(tookMs(run))}</span>
        {run.attempt !== null && run.attempt > 1 && <span className="chip">attempt {run.attempt}</span>}
      </span>
    </section>
  );
}
