/** One contract: what it declares, what runs behind it, whom it concerns. */
import { useCallback, useEffect, useMemo, useState } from "react";
import type { Schemas } from "../api/client";
import { askText } from "../api/client";
import { useAnswer } from "../api/useAnswer";
import { contractUrl, lineageUrl } from "../address/links";
import { go, usePlace, withQuery } from "../address/location";
import { splitNode } from "../address/nodes";
import { exact } from "../address/times";
import { Link } from "../design/Link";
import { Empty, Failed, Waiting } from "../design/Notice";
import { NodeLink } from "../design/NodeName";
import { type Tab, Tabs } from "../design/Tabs";
import { Canvas } from "../graph/Canvas";
import { warmUp } from "../graph/elk";
import { useLayout } from "../graph/useLayout";
import { drawLineage } from "../lineage/drawn";
import "../lineage/lineage.css";
import "../run/run.css";
import { Findings } from "./Findings";

export function ContractView({ id }: { id: string }) {
  const { path, query } = usePlace();
  const details = useAnswer("/api/v1/contracts/{contract}", { path: { contract: id } });
  const behind = useAnswer("/api/v1/contracts/{contract}/operational", { path: { contract: id } });
  useEffect(warmUp, []);
  const drawing = useMemo(
    () => (behind.answer ? drawLineage(behind.answer, { scene: id, columns: false, start: "" }) : null),
    [behind.answer, id],
  );
  const { drawing: drawn, layout } = useLayout(drawing);
  const onTab = useCallback(
    (tab: string) => {
      const next = new URLSearchParams(query);
      next.set("tab", tab);
      go(withQuery(path, next));
    },
    [path, query],
  );
  const onOpen = useCallback((node: string) => go(lineageUrl(node)), []);
  const onSelect = useCallback((node: string | null) => node && onOpen(node), [onOpen]);
  if (details.problem) return <Failed problem={details.problem} retry={details.reload} />;
  const answer = details.answer;
  const tabs: Tab[] = [
    { id: "drift", label: "Drift", content: () => <Drift id={id} /> },
    { id: "overview", label: "Overview", content: () => (answer ? <Overview details={answer} /> : <Waiting />) },
    { id: "impact", label: "Impact", content: () => <Impact id={id} /> },
    { id: "versions", label: "Versions", content: () => <Versions id={id} /> },
    { id: "source", label: "Source", content: () => <Source id={id} /> },
  ];
  return (
    <div className="lineage">
      <div className="toolbar" role="toolbar" aria-label="Contract">
        <Link href="/contracts">Contracts</Link>
        <span aria-hidden>/</span>
        <h1>{answer?.summary.name ?? id}</h1>
        {answer && (
          <span className="faint">
            {[answer.summary.product, `v${answer.summary.version}`, answer.summary.status].filter(Boolean).join(" · ")}
          </span>
        )}
        <span className="grow" />
        <span className="faint">What runs behind it</span>
      </div>
      <div className="lineage-body">
        <div className="lineage-graph">
          {behind.problem ? (
            <Failed problem={behind.problem} retry={behind.reload} />
          ) : behind.answer?.graph.length === 0 ? (
            <Empty title="Nothing is known to run behind it">
              <p>Its outputs are bound to no dataset that events have told of.</p>
            </Empty>
          ) : (
            <Canvas drawing={drawn} layout={layout} start={null} selected={null} onSelect={onSelect} onOpen={onOpen}>
              {behind.answer?.truncated && (
                <div className="truncated" role="note">
                  Truncated: {behind.answer.truncated.hidden} more
                </div>
              )}
            </Canvas>
          )}
        </div>
        <aside className="panel wide" aria-label="Details">
          <Tabs label="Pages" tabs={tabs} value={query.get("tab") ?? "drift"} onChange={onTab} />
        </aside>
      </div>
    </div>
  );
}

const STATES: Record<string, [string, string]> = {
  clean: ["good", "What runs is what it declares."],
  drift: ["bad", "What runs is not what it declares."],
  unverifiable: ["warn", "It cannot be told: what it declares is bound to nothing that runs."],
};

const VERDICTS: Record<string, string> = {
  confirmed: "good",
  unverifiable: "warn",
  unresolved: "warn",
  "declared-not-observed": "bad",
  "observed-not-declared": "bad",
};

function Drift({ id }: { id: string }) {
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
              <Link href={contractUrl(input.contract)} className="cut">
                {input.contract}
              </Link>
              <span className={`chip ${VERDICTS[input.verdict] ?? "plain"}`}>{input.verdict.replaceAll("-", " ")}</span>
            </div>
          ))}
        </section>
      )}
      <Findings findings={answer.findings} ofOne />
    </>
  );
}

function Overview({ details }: { details: Schemas["ContractDetails"] }) {
  const { summary, spec, outputs } = details;
  return (
    <>
      {spec.description && <p>{spec.description}</p>}
      <dl className="facts">
        <dt>Id</dt>
        <dd className="mono">{summary.id}</dd>
        <dt>Standard</dt>
        <dd>{summary.standard}</dd>
        {summary.owners.length > 0 && (
          <>
            <dt>Owners</dt>
            <dd>{summary.owners.join(", ")}</dd>
          </>
        )}
        <dt>Registered</dt>
        <dd>{exact(summary.registeredAt)}</dd>
        <dt>Consumers</dt>
        <dd>{summary.consumers}</dd>
      </dl>
      <section className="list">
        <h3>Depends on</h3>
        {summary.inputs.map((input) => (
          <Link key={input} href={contractUrl(input)}>
            {input}
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

function Impact({ id }: { id: string }) {
  const { answer, problem } = useAnswer("/api/v1/contracts/{contract}/impact", { path: { contract: id } });
  if (problem) return <Failed problem={problem} />;
  if (!answer) return <Waiting />;
  const { operational } = answer;
  return (
    <>
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

function Versions({ id }: { id: string }) {
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
            <span className="faint">{exact(version.registeredAt)}</span>
          </span>
          {version.changes?.changes.map((change, index) => (
            <span key={index} className="soft wraps">
              {change.message}
            </span>
          ))}
        </li>
      ))}
    </ol>
  );
}

/** As it was registered, to the letter. */
function Source({ id }: { id: string }) {
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
