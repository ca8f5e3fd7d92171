/** All that is known of the node or edge that was chosen. */
import type { ReactNode } from "react";
import { useAnswer } from "../api/useAnswer";
import { platform } from "../address/nodes";
import { minute } from "../address/times";
import { Breakable } from "../design/Breakable";
import { KindIcon, Sign } from "../design/icons";
import { Failed, Waiting } from "../design/Notice";
import { type Tab, Tabs } from "../design/Tabs";
import { ContractsOf } from "../panel/ContractsOf";
import { DatasetColumns, DatasetHistory, DatasetOverview } from "../panel/DatasetPages";
import { EdgeEvidence } from "../panel/EdgePages";
import { FacetList } from "../panel/FacetList";
import { JobCode, JobHistory, JobOverview } from "../panel/JobPages";
import { Runs } from "../panel/Runs";
import { type GraphNode, marksOf } from "./drawn";
import type { View } from "./view";

export interface SidePanelProps {
  view: View;
  node: GraphNode | null;
  edge: { origin: string; destination: string } | null;
  onChange: (change: Partial<View>) => void;
  onOpen: (node: string) => void;
}

export function SidePanel({ view, node, edge, onChange, onOpen }: SidePanelProps) {
  if (edge) {
    return (
      <Frame title="Edge" onClose={() => onChange({ edge: null })}>
        <div className="tab-panel">
          <EdgeEvidence origin={edge.origin} destination={edge.destination} />
        </div>
      </Frame>
    );
  }
  if (!node) return null;
  const Pages = node.type === "JOB" ? JobPages : DatasetPages;
  return (
    <Frame
      title={node.data.name}
      icon={<KindIcon type={node.type} kind={node.data.kind} platform={platform(node.data.namespace)} />}
      onClose={view.selected ? () => onChange({ selected: null }) : null}
      below={
        <>
          <div className="row wrap">
            <span className="faint">{node.data.namespace}</span>
            {marksOf(node.data).map((mark) => (
              <span key={mark.word} className={`chip ${mark.tone}`} title={mark.meaning}>
                {mark.word}
              </span>
            ))}
          </div>
          {view.at && <p className="faint">What is known now; the graph is as of {minute(view.at)} UTC.</p>}
          {node.id !== view.node && (
            <button type="button" className="button" onClick={() => onOpen(node.id)}>
              Look around this {node.type === "JOB" ? "job" : "dataset"}
            </button>
          )}
        </>
      }
    >
      <Pages key={node.id} node={node} view={view} onChange={onChange} />
    </Frame>
  );
}

function Frame({
  title,
  icon,
  below,
  onClose,
  children,
}: {
  title: string;
  icon?: ReactNode;
  below?: ReactNode;
  onClose: (() => void) | null;
  children: ReactNode;
}) {
  return (
    <aside className="panel" aria-label="Details">
      <div className="panel-head">
        <div className="row">
          {icon}
          <h2 className="grow">
            <Breakable name={title} />
          </h2>
          {onClose && (
            <button type="button" className="button plain" aria-label="Close the details" onClick={onClose}>
              <Sign name="close" />
            </button>
          )}
        </div>
        {below}
      </div>
      {children}
    </aside>
  );
}

interface PagesProps {
  node: GraphNode;
  view: View;
  onChange: (change: Partial<View>) => void;
}

function JobPages({ node, view, onChange }: PagesProps) {
  const { namespace, name } = node.data;
  const { answer, problem } = useAnswer("/api/v1/namespaces/{namespace}/jobs/{job}", {
    path: { namespace, job: name },
  });
  if (problem) return <Failed problem={problem} />;
  if (!answer) return <Waiting />;
  const tabs: Tab[] = [
    { id: "overview", label: "Overview", content: () => <JobOverview job={answer} /> },
    { id: "runs", label: "Runs", content: () => <Runs node={node.id} /> },
    { id: "code", label: "Code", content: () => <JobCode job={answer} /> },
    { id: "history", label: "History", content: () => <JobHistory job={answer} onMoment={(at) => onChange({ at })} /> },
    { id: "facets", label: "Facets", content: () => <FacetList facets={answer.facets} /> },
  ];
  return <Tabs label="Pages" tabs={tabs} value={view.tab ?? "overview"} onChange={(tab) => onChange({ tab })} />;
}

function DatasetPages({ node, view, onChange }: PagesProps) {
  const { namespace, name } = node.data;
  const { answer, problem } = useAnswer("/api/v1/namespaces/{namespace}/datasets/{dataset}", {
    path: { namespace, dataset: name },
  });
  if (problem) return <Failed problem={problem} />;
  if (!answer) return <Waiting />;
  const light = (field: string) => onChange({ columns: true, field: { node: node.id, field } });
  const tabs: Tab[] = [
    { id: "overview", label: "Overview", content: () => <DatasetOverview dataset={answer} /> },
    { id: "columns", label: "Columns", content: () => <DatasetColumns dataset={answer} onLight={light} /> },
    {
      id: "history",
      label: "History",
      content: () => <DatasetHistory dataset={answer} onMoment={(at) => onChange({ at })} />,
    },
    { id: "runs", label: "Runs", content: () => <Runs node={node.id} withJobs /> },
    ...(node.data.contracts.length > 0
      ? [{ id: "contracts", label: "Contracts", content: () => <ContractsOf contracts={node.data.contracts} /> }]
      : []),
    { id: "facets", label: "Facets", content: () => <FacetList facets={answer.facets} /> },
  ];
  return <Tabs label="Pages" tabs={tabs} value={view.tab ?? "overview"} onChange={(tab) => onChange({ tab })} />;
}
