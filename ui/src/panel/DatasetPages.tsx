/** What is known of a dataset, page by page. */
import type { Schemas } from "../api/client";
import { useAnswer } from "../api/useAnswer";
import { runUrl } from "../address/links";
import { exact, minute } from "../address/times";
import { Fact, Facts } from "../design/Facts";
import { Link } from "../design/Link";
import { Tags } from "../design/Marks";
import { Failed, Waiting } from "../design/Notice";
import { NodeLink } from "../design/NodeName";
import { RunState } from "../design/RunState";
import { owners } from "./facets";

type Dataset = Schemas["Dataset"];

export function DatasetOverview({ dataset }: { dataset: Dataset }) {
  const ownedBy = owners(dataset.facets);
  return (
    <>
      {dataset.description && <p>{dataset.description}</p>}
      <Facts>
        <Fact name="Kind">{(dataset.kind ?? dataset.type).toLowerCase().replace("_", " ")}</Fact>
        <Fact name="Source">{dataset.sourceName}</Fact>
        <Fact name="Owners">{ownedBy.length > 0 && ownedBy.join(", ")}</Fact>
        <Fact name="Tags" className="row wrap">
          {dataset.tags.length > 0 && <Tags tags={dataset.tags} />}
        </Fact>
        <Fact name="Also known as">
          {dataset.aliases.length > 0 && dataset.aliases.map((alias) => <code key={alias}>{alias}</code>)}
        </Fact>
        <Fact name="Changed">{dataset.lastModifiedAt && exact(dataset.lastModifiedAt)}</Fact>
        <Fact name="First seen">{dataset.createdAt && exact(dataset.createdAt)}</Fact>
      </Facts>
      {dataset.producedBy && (
        <section className="list">
          <h3>Last written by</h3>
          <NodeLink id={dataset.producedBy.job} />
          <Link href={runUrl(dataset.producedBy.run.id)} className="row">
            <RunState state={dataset.producedBy.run.state} /> {exact(dataset.producedBy.run.startedAt)}
          </Link>
        </section>
      )}
    </>
  );
}

export function DatasetColumns({ dataset, onLight }: { dataset: Dataset; onLight: (field: string) => void }) {
  if (dataset.fields.length === 0) return <p className="faint">Nobody has said which columns it has.</p>;
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Column</th>
          <th scope="col">Type</th>
        </tr>
      </thead>
      <tbody>
        {dataset.fields.map((field) => (
          <tr key={field.name}>
            <td>
              <button
                type="button"
                className="link-button"
                onClick={() => onLight(field.name)}
                title="Light its path in the graph"
              >
                {field.name}
              </button>
              <Tags tags={field.tags} />
              {field.description && <div className="faint">{field.description}</div>}
            </td>
            <td className="mono">{field.type?.toLowerCase()}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function DatasetHistory({ dataset, onMoment }: { dataset: Dataset; onMoment: (at: string) => void }) {
  const { answer, problem } = useAnswer("/api/v1/namespaces/{namespace}/datasets/{dataset}/versions", {
    path: { namespace: dataset.namespace, dataset: dataset.name },
    query: { limit: 100 },
  });
  if (problem) return <Failed problem={problem} />;
  if (!answer) return <Waiting />;
  return (
    <>
      <p className="faint">
        The last {answer.versions.length} of {answer.totalCount} versions; those that changed the schema are open.
      </p>
      <ol>
        {answer.versions.map((version) => (
          <li key={version.version} className="event-line">
            <span className="spread">
              <span className="row">
                <b>{version.createdAt ? minute(version.createdAt) : "before all events"}</b>
                {version.kind !== "write" && <span className="chip">{version.kind}</span>}
                {version.rowCount !== null && (
                  <span className="faint">{version.rowCount.toLocaleString("en")} rows</span>
                )}
              </span>
              <span className="row">
                {version.createdByRun && <Link href={runUrl(version.createdByRun.id)}>run</Link>}
                {version.schemaChange && version.createdAt && (
                  <button
                    type="button"
                    className="button small"
                    onClick={() => version.createdAt && onMoment(version.createdAt)}
                  >
                    Show then
                  </button>
                )}
              </span>
            </span>
            {version.renamedFrom && <span className="soft">renamed from {version.renamedFrom}</span>}
            {version.schemaChange && <SchemaLines change={version.schemaChange} />}
          </li>
        ))}
      </ol>
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
