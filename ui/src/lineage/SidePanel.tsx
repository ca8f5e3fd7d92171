/** All that is known of the node or edge that was chosen. */
import { useAnswer } from "../api/useAnswer";
import { platform } from "../address/nodes";
import { minute } from "../address/times";
import { KindIcon } from "../design/icons";
import { Marks } from "../design/Marks";
import { Failed, Waiting } from "../design/Notice";
import { type Tab, Tabs } from "../design/Tabs";
import { ContractsOf } from "../panel/ContractsOf";
import { DatasetColumns, DatasetHistory, DatasetOverview } from "../panel/DatasetPages";
import { EdgeEvidence } from "../panel/EdgePages";
import { FacetList } from "../panel/FacetList";
import { JobCode, JobHistory, JobOverview } from "../panel/JobPages";
import { Panel, PanelHead } from "../panel/Panel";
import { Runs } from "../panel/Runs";
import type { GraphNode } from "../drawings/lineage";
import { marksOf } from "../drawings/marks";
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
      <Panel>
        <PanelHead title="Edge" onClose={() => onChange({ edge: null })} />
        <div className="tab-panel">
          <EdgeEvidence origin={edge.origin} destination={edge.destination} />
        </div>
      </Panel>
    );
  }
  if (!node) return null;
  const Pages = node.type === "JOB" ? JobPages : DatasetPages;
  return (
    <Panel>
      <PanelHead
        title={node.data.name}
        icon={<KindIcon type={node.type} kind={node.data.kind} platform={platform(node.data.namespace)} />}
        onClose={view.selected ? () => onChange({ selected: null }) : null}
      >
        <div className="row wrap">
          <span className="faint">{node.data.namespace}</span>
          <Marks marks={marksOf(node.data)} />
        </div>
        {view.at && <p className="faint">What is known now; the graph is as of {minute(view.at)} UTC.</p>}
        {node.id !== view.node && (
          <button type="button" className="button" onClick={() => onOpen(node.id)}>
            Look around this {node.type === "JOB" ? "job" : "dataset"}
          </button>
        )}
      </PanelHead>
      <Pages key={node.id} node={node} view={view} onChange={onChange} />
    </Panel>
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
