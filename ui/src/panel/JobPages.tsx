/** What is known of a job, page by page. */
import type { Schemas } from "../api/client";
import { useAnswer } from "../api/useAnswer";
import { runUrl, whyUrl } from "../address/links";
import { shortNode } from "../address/nodes";
import { CodeText } from "../code/CodeText";
import { languageOf } from "../code/tokens";
import { Fact, Facts } from "../design/Facts";
import { Link } from "../design/Link";
import { Tags } from "../design/Marks";
import { Failed, Waiting } from "../design/Notice";
import { NodeLink } from "../design/NodeName";
import { RunState } from "../design/RunState";
import { Moment, When } from "../design/When";
import { locationOf, owners, sourceOf, sqlOf, webLink } from "./facets";

type Job = Schemas["MarquezJob"];
type Version = Schemas["MarquezJobVersion"];
type Facets = Readonly<Record<string, unknown>>;

function datasetNode(id: { namespace: string; name: string }): string {
  return `dataset:${id.namespace}:${id.name}`;
}

/** A job, with the version that was in force at the moment shown; null where that moment is now. */
export function JobOverview({ job, version }: { job: Job; version: Version | null }) {
  const ownedBy = owners(job.facets);
  return (
    <>
      {job.description && <p>{job.description}</p>}
      <Facts>
        <Fact name="Kind">{job.processing.toLowerCase()}</Fact>
        <Fact name="Started by">{job.parent && <NodeLink id={job.parent.nodeId} />}</Fact>
        <Fact name="Owners">{ownedBy.length > 0 && ownedBy.join(", ")}</Fact>
        <Fact name="Tags" className="row wrap">
          {job.tags.length > 0 && <Tags tags={job.allTags} />}
        </Fact>
        <Fact name="Version since">{version && <When at={version.createdAt} />}</Fact>
        <Fact name="First seen">
          <When at={job.createdAt} />
        </Fact>
        <Fact name="Last seen">{!version && <When at={job.updatedAt} />}</Fact>
        <Fact name="Last run" className="row wrap">
          {!version && job.latestRun && (
            <>
              <Link href={runUrl(job.latestRun.id)}>
                <RunState state={job.latestRun.state} />
              </Link>
              {job.latestRun.state === "FAILED" && <Link href={whyUrl(job.latestRun.id)}>Why?</Link>}
            </>
          )}
        </Fact>
      </Facts>
      <Ends title="Reads" ids={version?.inputs ?? job.inputs} />
      <Ends title="Writes" ids={version?.outputs ?? job.outputs} />
    </>
  );
}

function Ends({ title, ids }: { title: string; ids: readonly { namespace: string; name: string }[] }) {
  return (
    <section className="list">
      <h3>
        {title} {ids.length}
      </h3>
      {ids.map((id) => (
        <NodeLink key={datasetNode(id)} id={datasetNode(id)} />
      ))}
    </section>
  );
}

/** The code of a job, or, with the facets of one of its runs, the code of that time. */
export function JobCode({ job, then }: { job: Job; then: Facets | null }) {
  const facets = then ?? job.facets;
  const sql = sqlOf(facets);
  const source = sourceOf(facets);
  const location = then ? locationOf(then) : job.location;
  const link = webLink(location);
  if (!sql && !source && !location) return <p className="faint">Nothing is known of its code.</p>;
  return (
    <>
      {location && (
        <p className="code-location">
          {link ? (
            <a href={link} target="_blank" rel="noreferrer">
              {location}
            </a>
          ) : (
            <code>{location}</code>
          )}
        </p>
      )}
      {sql && (
        <section className="list">
          <h3>SQL{sql.dialect ? ` (${sql.dialect})` : ""}</h3>
          <CodeText text={sql.query} language="sql" />
        </section>
      )}
      {source && (
        <section className="list">
          <h3>Source{source.language ? ` (${source.language})` : ""}</h3>
          <CodeText text={source.code} language={languageOf("source", source.language)} />
        </section>
      )}
    </>
  );
}

interface HistoryProps {
  job: Job;
  /** Later versions are left out; null is now. */
  at: string | null;
  onMoment: (at: string) => void;
}

export function JobHistory({ job, at, onMoment }: HistoryProps) {
  const { answer, problem } = useAnswer("/api/v1/namespaces/{namespace}/jobs/{job}/versions", {
    path: { namespace: job.namespace, job: job.name },
    ...(at ? { query: { at } } : {}),
  });
  if (problem) return <Failed problem={problem} />;
  if (!answer) return <Waiting />;
  if (answer.versions.length === 0) return <p className="faint">No version is known.</p>;
  return (
    <ol>
      {answer.versions.map((version) => (
        <li key={version.version} className="event-line">
          <span className="spread">
            <b>{version.createdAt ? <Moment at={version.createdAt} /> : "from the beginning"}</b>
            {version.createdAt && (
              <button
                type="button"
                className="button small"
                onClick={() => version.createdAt && onMoment(version.createdAt)}
              >
                Show the graph then
              </button>
            )}
          </span>
          {version.lineageUnknown && !version.confirmedAt && <span className="chip warn">lineage unknown</span>}
          <JobChangeLines change={version.change} />
          {version.code.version && <span className="faint mono">code {version.code.version.slice(0, 12)}</span>}
        </li>
      ))}
    </ol>
  );
}

export function JobChangeLines({ change }: { change: Schemas["JobChange"] | null }) {
  if (!change) return <span className="faint">The first version.</span>;
  const lines: [string, string, readonly string[]][] = [
    ["plus", "reads", change.inputsAdded],
    ["minus", "no longer reads", change.inputsRemoved],
    ["plus", "writes", change.outputsAdded],
    ["minus", "no longer writes", change.outputsRemoved],
  ];
  return (
    <>
      {lines.flatMap(([tone, verb, ids]) =>
        ids.map((id) => (
          <span key={`${verb} ${id}`} className={tone}>
            {tone === "plus" ? "+" : "−"} {verb} {shortNode(id)}
          </span>
        )),
      )}
      {change.codeBefore && (change.codeBefore.version ?? change.codeBefore.url) && (
        <span className="soft">
          new code; it was{" "}
          <span className="mono">{(change.codeBefore.version ?? change.codeBefore.url ?? "").slice(0, 12)}</span>
        </span>
      )}
    </>
  );
}
