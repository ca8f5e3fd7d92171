/** What an edge rests on: who stated it, and which runs used it. */
import { useAnswer } from "../api/useAnswer";
import { runUrl } from "../address/links";
import { Fact, Facts } from "../design/Facts";
import { Link } from "../design/Link";
import { Failed, Waiting } from "../design/Notice";
import { NodeLink } from "../design/NodeName";
import { RunState } from "../design/RunState";
import { Moment, When } from "../design/When";

const BASES: Record<string, string> = {
  listed: "The job's runs list the dataset among their inputs or outputs",
  explicit: "It is stated as lineage in so many words",
  column: "Column lineage names it",
  control: "One job waits for the other",
};

export function EdgeEvidence({ origin, destination }: { origin: string; destination: string }) {
  const { answer, problem } = useAnswer("/api/v1/edges", { query: { origin, destination } });
  if (problem) return <Failed problem={problem} />;
  if (!answer) return <Waiting />;
  return (
    <>
      <section className="list">
        <NodeLink id={answer.origin} />
        <span className="faint">feeds</span>
        <NodeLink id={answer.destination} />
      </section>
      <p className="row wrap">
        <span className="chip">{answer.basis}</span>
        {!answer.isCurrent && <span className="chip bad">no longer</span>}
        <span className="faint">{BASES[answer.basis]}.</span>
      </p>
      <Facts>
        <Fact name="First seen">{answer.firstSeen ? <When at={answer.firstSeen} /> : "from the beginning"}</Fact>
        <Fact name="Last seen">{answer.lastSeen ? <When at={answer.lastSeen} /> : "–"}</Fact>
        <Fact name="Runs">{answer.runCount}</Fact>
      </Facts>
      <section className="list">
        <h3>Who says so</h3>
        {answer.statements.map((statement) => (
          <div key={`${statement.statedBy} ${statement.basis} ${statement.since ?? ""}`} className="event-line">
            <NodeLink id={statement.statedBy} />
            <span className="faint">
              {statement.basis}, {statement.since ? <Moment at={statement.since} /> : "from the beginning"} to{" "}
              {statement.until ? <Moment at={statement.until} /> : "now"}
            </span>
          </div>
        ))}
      </section>
      <section className="list">
        <h3>Latest runs</h3>
        {answer.latestRuns.map((run) => (
          <Link key={run.id} href={runUrl(run.id)} className="row">
            <RunState state={run.state} /> <When at={run.startedAt} />
          </Link>
        ))}
        {answer.latestRuns.length === 0 && <span className="faint">None.</span>}
      </section>
    </>
  );
}
