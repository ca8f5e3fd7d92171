/** A version of a dataset: when it began, who made it, what it holds, what changed. */
import type { Schemas } from "../api/client";
import { useAnswer } from "../api/useAnswer";
import { lineageUrl, runUrl } from "../address/links";
import { splitNode } from "../address/nodes";
import { exact } from "../address/times";
import { Link } from "../design/Link";
import { Failed, Waiting } from "../design/Notice";
import { RunState } from "../design/RunState";
import { SchemaLines } from "../panel/DatasetPages";

export function VersionFacts({ node }: { node: Schemas["RunGraphNode"] | null }) {
  const version = node?.data.version ?? null;
  const { answer, problem } = useAnswer(
    "/api/v1/namespaces/{namespace}/datasets/{dataset}/versions/{version}",
    node && version ? { path: { namespace: node.data.namespace, dataset: node.data.name, version } } : null,
  );
  if (!node) return null;
  if (problem) return <Failed problem={problem} />;
  if (!answer) return <Waiting />;
  return (
    <>
      <dl className="facts">
        <dt>Dataset</dt>
        <dd>
          <Link href={lineageUrl(splitNode(node.id).kind + ":" + node.data.namespace + ":" + node.data.name)}>
            {node.data.name}
          </Link>
        </dd>
        <dt>From</dt>
        <dd>{answer.createdAt ? exact(answer.createdAt) : "before all events"}</dd>
        <dt>Until</dt>
        <dd>{answer.until ? exact(answer.until) : "now"}</dd>
        {answer.storageVersion && (
          <>
            <dt>Storage version</dt>
            <dd className="mono">{answer.storageVersion}</dd>
          </>
        )}
        {answer.rowCount !== null && (
          <>
            <dt>Rows</dt>
            <dd>{answer.rowCount.toLocaleString("en")}</dd>
          </>
        )}
        {answer.createdByRun && (
          <>
            <dt>Written by</dt>
            <dd>
              <Link href={runUrl(answer.createdByRun.id)} className="row">
                <RunState state={answer.createdByRun.state} /> {answer.createdByRun.job.name}
              </Link>
            </dd>
          </>
        )}
      </dl>
      {answer.schemaChange && (
        <section className="list">
          <h3>Changed from the version before</h3>
          <SchemaLines change={answer.schemaChange} />
        </section>
      )}
      <section className="list">
        <h3>Columns{answer.schemaInherited ? ", as the version before had them" : ""}</h3>
        {answer.fields.map((field) => (
          <div key={field.name} className="spread">
            <span>{field.name}</span>
            <span className="mono faint">{field.type?.toLowerCase()}</span>
          </div>
        ))}
      </section>
    </>
  );
}
