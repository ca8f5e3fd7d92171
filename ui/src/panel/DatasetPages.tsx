/** What is known of a dataset, page by page. */
import type { Schemas } from "../api/client";
import { useAnswer } from "../api/useAnswer";
import { impactUrl, runUrl } from "../address/links";
import { shortNode } from "../address/nodes";
import { Fact, Facts } from "../design/Facts";
import { Link } from "../design/Link";
import { Tags } from "../design/Marks";
import { Failed, Waiting } from "../design/Notice";
import { NodeLink } from "../design/NodeName";
import { RunState } from "../design/RunState";
import { Moment, When } from "../design/When";
import { EndingNote } from "./EndingNote";
import { owners, rowsOf } from "./facets";
import { Quality, type Tests } from "./Quality";

type Dataset = Schemas["MarquezDataset"];
type Version = Schemas["MarquezVersion"];

/** A dataset, with the version that was in force at the moment shown; null where that moment is now. */
export interface DatasetProps {
  dataset: Dataset;
  version: Version | null;
}

export function DatasetOverview({ dataset, version, tests }: DatasetProps & { tests: Tests | null }) {
  const facets = version?.facets ?? dataset.facets;
  const ownedBy = owners(dataset.facets);
  const { rows, bytes } = rowsOf(facets);
  const tags = dataset.allTags.filter((tag) => tag.field === null);
  const changed = version ? version.createdAt : dataset.lastModifiedAt;
  return (
    <>
      {dataset.ending && <EndingNote dataset={dataset.nodeId} ending={dataset.ending} />}
      {dataset.description && <p>{dataset.description}</p>}
      <Facts>
        <Fact name="Kind">{dataset.kind?.toLowerCase().replace("_", " ")}</Fact>
        <Fact name="Source">{dataset.sourceName}</Fact>
        <Fact name="Owners">{ownedBy.length > 0 && ownedBy.join(", ")}</Fact>
        <Fact name="Tags" className="row wrap">
          {tags.length > 0 && <Tags tags={tags} />}
        </Fact>
        <Fact name="Rows">{(version?.rowCount ?? rows)?.toLocaleString("en")}</Fact>
        <Fact name="Size">{bytes !== null && `${bytes.toLocaleString("en")} bytes`}</Fact>
        <Fact name="Also known as">
          {dataset.aliases.length > 0 && dataset.aliases.map((alias) => <code key={alias}>{alias}</code>)}
        </Fact>
        <Fact name="Changed">{changed && <When at={changed} />}</Fact>
        <Fact name="First seen">
          <When at={dataset.createdAt} />
        </Fact>
      </Facts>
      <LastWriter dataset={dataset} version={version} />
      <Quality facets={facets} tests={tests} />
    </>
  );
}

function LastWriter({ dataset, version }: DatasetProps) {
  const written = version?.createdByRun;
  const now = dataset.producedBy ? { job: dataset.producedBy.job, run: dataset.producedBy.run } : null;
  const then = written ? { job: `job:${written.job.namespace}:${written.job.name}`, run: written } : null;
  const by = version ? then : now;
  if (!by) return null;
  return (
    <section className="list">
      <h3>Last written by</h3>
      <NodeLink id={by.job} />
      <Link href={runUrl(by.run.id)} className="row">
        <RunState state={by.run.state} /> <When at={by.run.startedAt} />
      </Link>
    </section>
  );
}

export function DatasetColumns({ dataset, version, onLight }: DatasetProps & { onLight: (field: string) => void }) {
  const fields = version?.fields ?? dataset.fields;
  const tagsOf = (field: string) => dataset.allTags.filter((tag) => tag.field === field);
  if (fields.length === 0) return <p className="faint">Nobody has said which columns it has.</p>;
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Column</th>
          <th scope="col">Type</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field.name}>
            <td>
              <span className="row wrap">
                <button
                  type="button"
                  className="link-button"
                  onClick={() => onLight(field.name)}
                  title="Light its path in the graph"
                >
                  {field.name}
                </button>
                <Tags tags={tagsOf(field.name)} />
                <Link
                  className="column-impact"
                  href={impactUrl(columnNode(dataset, field.name))}
                  aria-label={`Impact of ${field.name}`}
                >
                  impact
                </Link>
              </span>
              {field.description && <div className="faint">{field.description}</div>}
            </td>
            <td className="mono">{field.type?.toLowerCase()}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function columnNode(dataset: Dataset, field: string): string {
  return `${dataset.nodeId.replace(/^dataset:/, "datasetField:")}:${field}`;
}

interface HistoryProps {
  dataset: Dataset;
  /** Later versions are left out; null is now. */
  at: string | null;
  onMoment: (at: string) => void;
}

export function DatasetHistory({ dataset, at, onMoment }: HistoryProps) {
  const { answer, problem } = useAnswer("/api/v1/namespaces/{namespace}/datasets/{dataset}/versions", {
    path: { namespace: dataset.namespace, dataset: dataset.name },
    query: { limit: 100, ...(at ? { at } : {}) },
  });
  if (problem) return <Failed problem={problem} />;
  if (!answer) return <Waiting />;
  if (answer.versions.length === 0) return <p className="faint">No version had begun by then.</p>;
  return (
    <>
      <p className="faint">
        {answer.versions.length < answer.totalCount ? `The last ${answer.versions.length} of ` : ""}
        {answer.totalCount} versions, with what changed in the schema.
      </p>
      <ol>
        {answer.versions.map((version) => (
          <li key={version.version} className="event-line">
            <VersionLines version={version} onMoment={onMoment} />
          </li>
        ))}
      </ol>
    </>
  );
}

function VersionLines({ version, onMoment }: { version: Version; onMoment: (at: string) => void }) {
  const { createdAt } = version;
  return (
    <>
      <span className="spread">
        <span className="row">
          <b>{createdAt ? <Moment at={createdAt} /> : "before all events"}</b>
          {version.kind !== "write" && <span className="chip">{version.kind}</span>}
          {version.rowCount !== null && <span className="faint">{version.rowCount.toLocaleString("en")} rows</span>}
        </span>
        <span className="row">
          {version.createdByRun && <Link href={runUrl(version.createdByRun.id)}>run</Link>}
          {version.schemaChange && createdAt && (
            <button type="button" className="button small" onClick={() => onMoment(createdAt)}>
              Show then
            </button>
          )}
        </span>
      </span>
      {version.renamedFrom && <span className="soft">renamed from {shortNode(version.renamedFrom)}</span>}
      {version.schemaChange && <SchemaLines change={version.schemaChange} />}
    </>
  );
}

export function SchemaLines({ change }: { change: Schemas["SchemaChange"] }) {
  return (
    <>
      {change.added.map((field) => (
        <span key={`+${field.name}`} className="plus mono">
          + {field.name} {field.type?.toLowerCase()}
        </span>
      ))}
      {change.removed.map((field) => (
        <span key={`-${field.name}`} className="minus mono">
          − {field.name} {field.type?.toLowerCase()}
        </span>
      ))}
      {change.retyped.map((field) => (
        <span key={`~${field.name}`} className="mono" style={{ color: "var(--warn)" }}>
          ~ {field.name} {field.before?.toLowerCase()} → {field.after?.toLowerCase()}
        </span>
      ))}
    </>
  );
}
