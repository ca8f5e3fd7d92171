/** Contracts and products, what depends on what, and where what runs is not what was declared. */
import { useMemo } from "react";
import type { Schemas } from "../api/client";
import { type Asked, useAnswer } from "../api/useAnswer";
import { contractUrl } from "../address/links";
import { go, useQuery } from "../address/location";
import { splitNode } from "../address/nodes";
import { ago } from "../address/times";
import { Link } from "../design/Link";
import { Empty, Failed, Waiting } from "../design/Notice";
import { Segments } from "../design/Segments";
import { type Tab, Tabs } from "../design/Tabs";
import { drawContracts } from "../drawings/contracts";
import { Canvas } from "../graph/Canvas";
import { GraphFrame } from "../graph/GraphFrame";
import { Busy } from "../graph/notes";
import { useLayout } from "../graph/useLayout";
import { Panel } from "../panel/Panel";
import { Findings } from "./Findings";
import { byGraveness, graveness } from "./graveness";

const LEVELS = [
  { value: "contract", label: "Contracts" },
  { value: "product", label: "Products" },
] as const;

const FINDING_LEVELS = [
  { value: "all", label: "All" },
  { value: "error", label: "Errors" },
  { value: "warning", label: "Warnings" },
] as const;
type FindingLevel = (typeof FINDING_LEVELS)[number]["value"];

export function ContractsView() {
  const [query, change] = useQuery();
  const level = LEVELS.find((one) => one.value === query.get("level"))?.value ?? "contract";
  const graph = useAnswer("/api/v1/contracts/lineage", { query: { level } });
  const drift = useAnswer("/api/v1/contracts/drift", { query: { limit: 200 } });
  const grave = useMemo(() => graveness(drift.answer?.findings ?? []), [drift.answer]);
  const drawing = useMemo(
    () => (graph.answer ? drawContracts(graph.answer, grave, graph.of ?? "") : null),
    [graph.answer, graph.of, grave],
  );
  const { drawing: drawn, layout } = useLayout(drawing);
  if (graph.problem) return <Failed problem={graph.problem} retry={graph.reload} isPage />;
  if (graph.answer?.graph.length === 0) return <NoContracts />;
  const findingLevel = FINDING_LEVELS.find((one) => one.value === query.get("findings"))?.value ?? "all";
  const setFindingLevel = (value: FindingLevel) => change({ findings: value === "all" ? null : value });
  const tabs: Tab[] = [
    {
      id: "findings",
      label: `Findings${drift.answer ? ` ${drift.answer.totalCount}` : ""}`,
      content: () => <FindingList drift={drift} level={findingLevel} onLevel={setFindingLevel} />,
    },
    { id: "all", label: "All contracts", content: () => <ContractList /> },
  ];
  const toolbar = (
    <>
      <h1>Contracts</h1>
      <Segments
        label="Level"
        choices={LEVELS}
        value={level}
        onChange={(value) => change({ level: value === "contract" ? null : value })}
      />
      <span className="grow" />
      <StateCounts states={drift.answer?.states ?? {}} />
    </>
  );
  const panel = (
    <Panel wide>
      <Tabs label="Pages" tabs={tabs} value={query.get("tab") ?? "findings"} onChange={(tab) => change({ tab })} />
    </Panel>
  );
  return (
    <GraphFrame label="Contracts" toolbar={toolbar} panel={panel}>
      <Canvas drawing={drawn} layout={layout} start={null} selected={null} onSelect={openIfAny} onOpen={openContract}>
        {graph.loading && <Busy />}
      </Canvas>
    </GraphFrame>
  );
}

/** Products have no view of their own. */
function openContract(node: string): void {
  const { kind, rest } = splitNode(node);
  if (kind === "contract") go(contractUrl(rest));
}

function openIfAny(node: string | null): void {
  if (node) openContract(node);
}

function NoContracts() {
  return (
    <Empty title="No contract is registered" isPage>
      <p>
        Once data contracts (ODCS) and products (ODPS) are registered, this page compares what they declare with what
        runs. <a href="/docs">The description of the API</a> says how they are registered.
      </p>
    </Empty>
  );
}

/** How many contracts are clean, drift, or cannot be verified. */
function StateCounts({ states }: { states: Readonly<Record<string, number>> }) {
  return Object.entries(states).map(([state, count]) => (
    <span key={state} className={`chip ${state === "clean" ? "good" : state === "drift" ? "bad" : "warn"}`}>
      {count} {state}
    </span>
  ));
}

interface FindingListProps {
  drift: Asked<Schemas["DriftReport"]>;
  level: FindingLevel;
  onLevel: (level: FindingLevel) => void;
}

function FindingList({ drift, level, onLevel }: FindingListProps) {
  if (drift.problem) return <Failed problem={drift.problem} />;
  if (!drift.answer) return <Waiting />;
  const { findings, names, totalCount } = drift.answer;
  if (totalCount === 0) {
    return (
      <Empty title="Nothing drifts">
        <p>What runs is what the contracts declare, as far as that can be told.</p>
      </Empty>
    );
  }
  return (
    <>
      <Segments label="Level of findings" choices={FINDING_LEVELS} value={level} onChange={onLevel} />
      <Findings findings={byGraveness(findings, level === "all" ? null : level)} names={names} />
      {totalCount > findings.length && <p className="faint">{totalCount - findings.length} more are not shown.</p>}
    </>
  );
}

function ContractList() {
  const { answer, problem } = useAnswer("/api/v1/contracts", { query: { limit: 1000 } });
  if (problem) return <Failed problem={problem} />;
  if (!answer) return <Waiting />;
  return (
    <ul>
      {answer.contracts.map((one) => (
        <li key={`${one.kind} ${one.id}`} className="event-line">
          <Link href={contractUrl(one.id)}>
            <b>{one.name}</b>
          </Link>
          <span className="faint">
            {[one.product, `v${one.version}`, one.status, one.standard, `registered ${ago(one.registeredAt)}`]
              .filter(Boolean)
              .join(" · ")}
          </span>
        </li>
      ))}
      {answer.totalCount > answer.contracts.length && (
        <li className="faint">{answer.totalCount - answer.contracts.length} more are not shown.</li>
      )}
    </ul>
  );
}
