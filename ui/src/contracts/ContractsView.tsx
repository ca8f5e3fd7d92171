/** Contracts and products, what depends on what, and where what runs is not what was declared. */
import { useCallback, useEffect, useMemo } from "react";
import { useAnswer } from "../api/useAnswer";
import { contractUrl } from "../address/links";
import { go, usePlace, withQuery } from "../address/location";
import { splitNode } from "../address/nodes";
import { ago } from "../address/times";
import { Link } from "../design/Link";
import { Empty, Failed, Waiting } from "../design/Notice";
import { Segments } from "../design/Segments";
import { type Tab, Tabs } from "../design/Tabs";
import { Canvas } from "../graph/Canvas";
import { warmUp } from "../graph/elk";
import { useLayout } from "../graph/useLayout";
import "../lineage/lineage.css";
import "../run/run.css";
import { byGraveness, drawDesign, graveness } from "./drawnDesign";
import { Findings } from "./Findings";

const LEVELS = [
  { value: "contract", label: "Contracts" },
  { value: "product", label: "Products" },
] as const;

const GRAVE = [
  { value: "all", label: "All" },
  { value: "error", label: "Errors" },
  { value: "warning", label: "Warnings" },
] as const;

export function ContractsView() {
  const { path, query } = usePlace();
  const level = LEVELS.find((one) => one.value === query.get("level"))?.value ?? "contract";
  const graph = useAnswer("/api/v1/contracts/lineage", { query: { level } });
  const drift = useAnswer("/api/v1/contracts/drift", { query: { limit: 200 } });
  useEffect(warmUp, []);
  const grave = useMemo(() => graveness(drift.answer?.findings ?? []), [drift.answer]);
  const drawing = useMemo(
    () => (graph.answer ? drawDesign(graph.answer, grave, graph.of ?? "") : null),
    [graph.answer, graph.of, grave],
  );
  const { drawing: drawn, layout } = useLayout(drawing);
  const names = useMemo(
    () => new Map((graph.answer?.graph ?? []).map((node) => [splitNode(node.id).rest, node.data.name])),
    [graph.answer],
  );
  const chosen = GRAVE.find((one) => one.value === query.get("findings"))?.value ?? "all";
  const set = useCallback(
    (change: Record<string, string | null>) => {
      const next = new URLSearchParams(query);
      for (const [name, value] of Object.entries(change)) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      go(withQuery(path, next));
    },
    [path, query],
  );
  const onOpen = useCallback((node: string) => {
    const { kind, rest } = splitNode(node);
    if (kind === "contract") go(contractUrl(rest));
  }, []);
  const onSelect = useCallback((node: string | null) => node && onOpen(node), [onOpen]);
  if (graph.problem) return <Failed problem={graph.problem} retry={graph.reload} />;
  if (graph.answer?.graph.length === 0) {
    return (
      <Empty title="No contract is registered">
        <p>
          Register data contracts (ODCS) and products (ODPS) with <code>headwater contracts register FILE</code> or{" "}
          <code>POST /api/v1/contracts</code>; this page then compares what they declare with what runs.
        </p>
      </Empty>
    );
  }
  const tabs: Tab[] = [
    {
      id: "findings",
      label: `Findings${drift.answer ? ` ${drift.answer.totalCount}` : ""}`,
      content: () =>
        drift.problem ? (
          <Failed problem={drift.problem} />
        ) : !drift.answer ? (
          <Waiting />
        ) : drift.answer.totalCount === 0 ? (
          <Empty title="Nothing drifts">
            <p>What runs is what the contracts declare, as far as that can be told.</p>
          </Empty>
        ) : (
          <>
            <Segments
              label="Level of findings"
              choices={GRAVE}
              value={chosen}
              onChange={(value) => set({ findings: value === "all" ? null : value })}
            />
            <Findings findings={byGraveness(drift.answer.findings, chosen === "all" ? null : chosen)} names={names} />
            {drift.answer.totalCount > drift.answer.findings.length && (
              <p className="faint">Truncated: {drift.answer.totalCount - drift.answer.findings.length} more.</p>
            )}
          </>
        ),
    },
    { id: "all", label: "All contracts", content: () => <ContractList /> },
  ];
  return (
    <div className="lineage">
      <div className="toolbar" role="toolbar" aria-label="Contracts">
        <h1>Contracts</h1>
        <Segments
          label="Level"
          choices={LEVELS}
          value={level}
          onChange={(value) => set({ level: value === "contract" ? null : value })}
        />
        <span className="grow" />
        {drift.answer &&
          Object.entries(drift.answer.states).map(([state, count]) => (
            <span key={state} className={`chip ${state === "clean" ? "good" : state === "drift" ? "bad" : "warn"}`}>
              {count} {state}
            </span>
          ))}
      </div>
      <div className="lineage-body">
        <div className="lineage-graph">
          <Canvas drawing={drawn} layout={layout} start={null} selected={null} onSelect={onSelect} onOpen={onOpen} />
        </div>
        <aside className="panel wide" aria-label="Details">
          <Tabs label="Pages" tabs={tabs} value={query.get("tab") ?? "findings"} onChange={(tab) => set({ tab })} />
        </aside>
      </div>
    </div>
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
            <b>{one.name ?? one.id}</b>
          </Link>
          <span className="faint">
            {[one.product, `v${one.version}`, one.status, one.standard, `registered ${ago(one.registeredAt)}`]
              .filter(Boolean)
              .join(" · ")}
          </span>
        </li>
      ))}
      {answer.totalCount > answer.contracts.length && (
        <li className="faint">Truncated: {answer.totalCount - answer.contracts.length} more.</li>
      )}
    </ul>
  );
}
