/** A version of a dataset: when it began, who made it, what it holds, what changed. */
import type { Schemas } from "../api/client";
import { useAnswer } from "../api/useAnswer";
import { lineageUrl, runUrl } from "../address/links";
import { splitNode } from "../address/nodes";
import { Fact, Facts } from "../design/Facts";
import { Link } from "../design/Link";
import { Failed, Waiting } from "../design/Notice";
import { RunState } from "../design/RunState";
import { Moment } from "../design/When";
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
      <Facts>
        <Fact name="Dataset">
          <Link href={lineageUrl(`${splitNode(node.id).kind}:${node.data.namespace}:${node.data.name}`)}>
            {node.data.name}
          </Link>
        </Fact>
        <Fact name="From">{answer.createdAt ? <Moment at={answer.createdAt} exactly /> : "before all events"}</Fact>
        <Fact name="Until">{answer.until ? <Moment at={answer.until} exactly /> : "now"}</Fact>
        <Fact name="Storage version" className="mono">
          {answer.storageVersion}
        </Fact>
        <Fact name="Rows">{answer.rowCount?.toLocaleString("en")}</Fact>
        <Fact name="Written by">
          {answer.createdByRun && (
            <Link href={runUrl(answer.createdByRun.id)} className="row">
              <RunState state={answer.createdByRun.state} /> {answer.createdByRun.job.name}
            </Link>
          )}
        </Fact>
      </Facts>
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
