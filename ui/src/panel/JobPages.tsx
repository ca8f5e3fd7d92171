/** What is known of a job, page by page. */
import type { Schemas } from "../api/client";
import { useAnswer } from "../api/useAnswer";
import { shortNode } from "../address/nodes";
import { exact, minute } from "../address/times";
import { Fact, Facts } from "../design/Facts";
import { Tags } from "../design/Marks";
import { Failed, Waiting } from "../design/Notice";
import { NodeLink } from "../design/NodeName";
import { owners, sourceOf, sqlOf, webLink } from "./facets";

type Job = Schemas["Job"];

function datasetNode(id: { namespace: string; name: string }): string {
  return `dataset:${id.namespace}:${id.name}`;
}

export function JobOverview({ job }: { job: Job }) {
  const ownedBy = owners(job.facets);
  return (
    <>
      {job.description && <p>{job.description}</p>}
      <Facts>
        <Fact name="Kind">{job.type.toLowerCase()}</Fact>
        <Fact name="Started by">{job.parent && <NodeLink id={job.parent} />}</Fact>
        <Fact name="Owners">{ownedBy.length > 0 && ownedBy.join(", ")}</Fact>
        <Fact name="Tags" className="row wrap">
          {job.tags.length > 0 && <Tags tags={job.tags} />}
        </Fact>
        <Fact name="First seen">{job.createdAt && exact(job.createdAt)}</Fact>
        <Fact name="Last seen">{job.updatedAt && exact(job.updatedAt)}</Fact>
      </Facts>
      <Ends title="Reads" ids={job.inputs} />
      <Ends title="Writes" ids={job.outputs} />
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

export function JobCode({ job }: { job: Job }) {
  const sql = sqlOf(job.facets);
  const source = sourceOf(job.facets);
  const link = webLink(job.location);
  if (!sql && !source && !job.location) return <p className="faint">Nothing is known of its code.</p>;
  return (
    <>
      {job.location && (
        <p>
          {link ? (
            <a href={link} target="_blank" rel="noreferrer">
              {job.location}
            </a>
          ) : (
            <code>{job.location}</code>
          )}
        </p>
      )}
      {sql && (
        <section className="list">
          <h3>SQL{sql.dialect ? ` (${sql.dialect})` : ""}</h3>
          <pre className="code" tabIndex={0}>
            {sql.query}
          </pre>
        </section>
      )}
      {source && (
        <section className="list">
          <h3>Source{source.language ? ` (${source.language})` : ""}</h3>
          <pre className="code" tabIndex={0}>
            {source.code}
          </pre>
        </section>
      )}
    </>
  );
}

export function JobHistory({ job, onMoment }: { job: Job; onMoment: (at: string) => void }) {
  const { answer, problem } = useAnswer("/api/v1/namespaces/{namespace}/jobs/{job}/versions", {
    path: { namespace: job.namespace, job: job.name },
  });
  if (problem) return <Failed problem={problem} />;
  if (!answer) return <Waiting />;
  if (answer.versions.length === 0) return <p className="faint">No version is known.</p>;
  return (
    <ol>
      {answer.versions.map((version) => (
        <li key={version.version} className="event-line">
          <span className="spread">
            <b>{version.createdAt ? minute(version.createdAt) : "from the beginning"}</b>
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
      {change.codeBefore && (
        <span className="soft">
          new code, before it{" "}
          <span className="mono">{(change.codeBefore.version ?? change.codeBefore.url ?? "").slice(0, 12)}</span>
        </span>
      )}
    </>
  );
}
