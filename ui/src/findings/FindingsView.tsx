/** What is odd in producers' events: by producer and kind, each with an example and what to do about it. */
import type { Schemas } from "../api/client";
import { useAnswer } from "../api/useAnswer";
import { nodeUrl } from "../address/links";
import { shortNode, spoken } from "../address/nodes";
import { Link } from "../design/Link";
import { Empty, Failed, Waiting } from "../design/Notice";
import { When } from "../design/When";
import { adviceOn, producerName } from "./advice";
import "./findings.css";

type Group = Schemas["FindingGroup"];

export function FindingsView() {
  const { answer, problem, reload } = useAnswer("/api/v1/findings/groups", {});
  return (
    <div className="content findings">
      <div>
        <h1>Findings</h1>
        <p className="soft">
          What is odd in the events that producers sent. They count all the same, as far as they can.
        </p>
      </div>
      {problem ? (
        <Failed problem={problem} retry={reload} />
      ) : !answer ? (
        <Waiting lines={9} />
      ) : answer.groups.length === 0 ? (
        <Empty title="Nothing is odd">
          <p>Every event is as OpenLineage defines it.</p>
        </Empty>
      ) : (
        byProducer(answer.groups).map(([producer, groups]) => (
          <Producer key={producer ?? ""} producer={producer} groups={groups} />
        ))
      )}
    </div>
  );
}

function byProducer(groups: readonly Group[]): [string | null, Group[]][] {
  const found = new Map<string | null, Group[]>();
  for (const group of groups) found.set(group.producer, [...(found.get(group.producer) ?? []), group]);
  return [...found];
}

function Producer({ producer, groups }: { producer: string | null; groups: readonly Group[] }) {
  const { name, version } = producerName(producer);
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  return (
    <section className="card producer" aria-label={name}>
      <h2 className="spread" title={producer ?? "What they are from cannot be read"}>
        <span className="row wrap">
          {name}
          {version && <span className="chip">{version}</span>}
        </span>
        <span className="faint whole">{count === 1 ? "1 finding" : `${count.toLocaleString("en")} findings`}</span>
      </h2>
      {groups.map((group) => (
        <Kind key={group.code} group={group} />
      ))}
    </section>
  );
}

function Kind({ group }: { group: Group }) {
  const { title, meaning, todo } = adviceOn(group.code);
  const { example } = group;
  return (
    <article className="finding">
      <div className="spread wrap">
        <h3>
          {title} <span className="chip warn">{group.count.toLocaleString("en")}</span>
        </h3>
        {group.last && (
          <span className="faint">
            last <When at={group.last} />
          </span>
        )}
      </div>
      <p>{meaning}</p>
      <p>
        <b>What to do:</b> {todo}
      </p>
      <dl className="facts finding-example">
        <dt>Example</dt>
        <dd>
          <code>{example.path}</code> {example.detail}
          {example.node?.startsWith("job:") && (
            <>
              {" · "}
              <Link href={`/events?${new URLSearchParams({ kind: "all", job: example.node }).toString()}`}>
                events of {spoken(shortNode(example.node)).title}
              </Link>
            </>
          )}
        </dd>
        {group.nodes.length > 0 && (
          <>
            <dt>About</dt>
            <dd className="row wrap">
              {group.nodes.map((node) => (
                <Link key={node} href={nodeUrl(node)} title={node}>
                  {spoken(shortNode(node)).title}
                </Link>
              ))}
              {group.nodeCount > group.nodes.length && (
                <span className="faint">and {group.nodeCount - group.nodes.length} more</span>
              )}
            </dd>
          </>
        )}
      </dl>
    </article>
  );
}
