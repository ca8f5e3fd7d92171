/** The pages of the panel beside one contract. */
import { useEffect, useState } from "react";
import { type Schemas, askText } from "../api/client";
import { useAnswer } from "../api/useAnswer";
import { contractUrl, impactUrl } from "../address/links";
import { splitNode } from "../address/nodes";
import { Fact, Facts } from "../design/Facts";
import { Link } from "../design/Link";
import { Failed, Waiting } from "../design/Notice";
import { NodeLink } from "../design/NodeName";
import { Moment } from "../design/When";
import { verdictOf } from "./codes";
import "./contracts.css";
import { Findings } from "./Findings";

/** The colour of a contract's state, and what the state means. */
const STATES: Record<string, [string, string]> = {
  clean: ["good", "What runs is what it declares."],
  drift: ["bad", "What runs is not what it declares."],
  unverifiable: ["warn", "It cannot be told: what it declares is bound to nothing that runs."],
};

/** Where what runs differs from what the contract declares. */
export function Drift({ id }: { id: string }) {
  const { answer, problem } = useAnswer("/api/v1/contracts/{contract}/drift", { path: { contract: id } });
  if (problem) return <Failed problem={problem} />;
  if (!answer) return <Waiting />;
  const [tone, words] = STATES[answer.state] ?? ["plain", ""];
  return (
    <>
      <p className="row">
        <span className={`chip ${tone}`}>{answer.state}</span> {words}
      </p>
      {answer.inputs.length > 0 && (
        <section className="list">
          <h3>Inputs</h3>
          {answer.inputs.map((input) => (
            <div key={`${input.contract} ${input.verdict}`} className="spread">
              <Link href={contractUrl(input.contract)} title={input.contract}>
                {answer.names[input.contract] ?? input.contract}
              </Link>
              <span className={`chip ${verdictOf(input.verdict).tone}`}>{verdictOf(input.verdict).words}</span>
            </div>
          ))}
        </section>
      )}
      <Findings findings={answer.findings} names={answer.names} ofOne />
    </>
  );
}

export function Overview({ details }: { details: Schemas["ContractDetails"] }) {
  const { summary, spec, outputs, names } = details;
  return (
    <>
      {spec.description && <p>{spec.description}</p>}
      <Facts>
        <Fact name="Id" className="mono">
          {summary.id}
        </Fact>
        <Fact name="Standard">{summary.standard}</Fact>
        <Fact name="Owners">{summary.owners.length > 0 && summary.owners.join(", ")}</Fact>
        <Fact name="Registered">
          <Moment at={summary.registeredAt} exactly />
        </Fact>
        <Fact name="Consumers">{summary.consumers}</Fact>
      </Facts>
      <section className="list">
        <h3>Depends on</h3>
        {summary.inputs.map((input) => (
          <Link key={input} href={contractUrl(input)} title={input}>
            {names[input] ?? input}
          </Link>
        ))}
        {summary.inputs.length === 0 && <span className="faint">No other contract.</span>}
      </section>
      <section className="list">
        <h3>Bound to</h3>
        {outputs.map((output) => (
          <div key={`${output.namespace} ${output.name}`}>
            {output.dataset ? (
              <NodeLink id={output.dataset} />
            ) : (
              <span>
                {output.name} <span className="chip warn">no such dataset yet</span>
              </span>
            )}
            <span className="faint">{output.binding}</span>
          </div>
        ))}
        {outputs.length === 0 && <span className="faint">No dataset.</span>}
      </section>
    </>
  );
}

/** Whom a change of the contract would concern. */
export function Impact({ id }: { id: string }) {
  const { answer, problem } = useAnswer("/api/v1/contracts/{contract}/impact", { path: { contract: id } });
  if (problem) return <Failed problem={problem} />;
  if (!answer) return <Waiting />;
  const { operational } = answer;
  return (
    <>
      <p>
        <Link href={impactUrl(`contract:${answer.id}`)}>All of it by owner, as a list or graph</Link>
      </p>
      <section className="list">
        <h3>Contracts that depend on it</h3>
        {answer.contracts.map((one) => (
          <div key={one.id} className="spread">
            <span className="row">
              <Link href={contractUrl(one.id)} className="cut" title={one.id}>
                {one.name ?? one.id}
              </Link>
              <span className="faint cut" title={one.product}>
                {splitNode(one.product).rest}
              </span>
            </span>
            <span className="faint whole">{steps(one.distance)}</span>
          </div>
        ))}
        {answer.contracts.length === 0 && <span className="faint">None names it as its input.</span>}
      </section>
      <section className="list">
        <h3>What runs on its data</h3>
        {operational.knowledge === "unknown" && <p>Unknown: {operational.reason}</p>}
        {operational.knowledge === "none" && <p className="faint">Nothing is fed by its datasets.</p>}
        {[...operational.jobs, ...operational.datasets]
          .sort((a, b) => a.distance - b.distance)
          .map((hit) => (
            <div key={hit.id} className="spread">
              <NodeLink id={hit.id} />
              <span className="faint whole">{steps(hit.distance)}</span>
            </div>
          ))}
      </section>
    </>
  );
}

function steps(distance: number): string {
  return distance === 1 ? "1 step" : `${distance} steps`;
}

export function Versions({ id }: { id: string }) {
  const { answer, problem } = useAnswer("/api/v1/contracts/{contract}/versions", { path: { contract: id } });
  if (problem) return <Failed problem={problem} />;
  if (!answer) return <Waiting />;
  return (
    <ol>
      {answer.versions.map((version) => (
        <li key={version.version} className="event-line">
          <span className="row">
            <b>{version.version}</b>
            {version.current && <span className="chip accent">current</span>}
            {version.changes?.breaking && <span className="chip bad">breaking</span>}
            <span className="faint">
              <Moment at={version.registeredAt} exactly />
            </span>
          </span>
          {version.changes?.changes.map((change, index) => (
            <span key={index} className="soft wraps-anywhere">
              {change.message}
            </span>
          ))}
        </li>
      ))}
    </ol>
  );
}

/** The contract exactly as it was registered. */
export function Source({ id }: { id: string }) {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    let wanted = true;
    askText(`/api/v1/contracts/${encodeURIComponent(id)}`, "application/yaml")
      .then((found) => wanted && setText(found))
      .catch((error: unknown) => wanted && setText(String(error)));
    return () => {
      wanted = false;
    };
  }, [id]);
  if (text === null) return <Waiting />;
  return (
    <pre className="code source" tabIndex={0}>
      {text}
    </pre>
  );
}
