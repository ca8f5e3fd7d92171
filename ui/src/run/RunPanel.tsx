/** The panel beside the graph of a run: of the run itself, or of the node that was selected in its graph. */
import type { Schemas } from "../api/client";
import { useAnswer } from "../api/useAnswer";
import { splitNode } from "../address/nodes";
import { Link } from "../design/Link";
import { Waiting } from "../design/Notice";
import { type Tab, Tabs } from "../design/Tabs";
import { FacetList } from "../panel/FacetList";
import { Panel } from "../panel/Panel";
import { RunFacts } from "./RunFacts";
import { VersionFacts } from "./VersionFacts";
import { type PathToCause, Why } from "./Why";

type RunGraphNode = Schemas["RunGraphNode"];

interface PagesProps {
  /** Whether the page of causes is open at first. */
  why: boolean;
  tab: string | null;
  onTab: (tab: string) => void;
  /** Called when a cause is chosen, or with null when none is. */
  onPathToCause: PathToCause;
}

export interface RunPanelProps extends PagesProps {
  node: string;
  /** The nodes of the graph; null while they are asked for. */
  graph: readonly RunGraphNode[] | null;
  selected: string | null;
  onSelect: (node: string | null) => void;
}

export function RunPanel({ node, graph, selected, onSelect, ...pages }: RunPanelProps) {
  const { kind, rest } = splitNode(node);
  const find = (id: string) => graph?.find((one) => one.id === id) ?? null;
  const other = selected && selected !== node ? find(selected) : null;
  if (other) {
    return (
      <Panel wide>
        <SelectedNode node={other} onBack={() => onSelect(null)} />
      </Panel>
    );
  }
  return (
    <Panel wide>
      {kind === "run" ? (
        <RunPages run={rest} {...pages} />
      ) : (
        <div className="tab-panel">{graph ? <VersionFacts node={find(node)} /> : <Waiting />}</div>
      )}
    </Panel>
  );
}

function SelectedNode({ node, onBack }: { node: RunGraphNode; onBack: () => void }) {
  return (
    <div className="tab-panel">
      <span className="spread">
        <h2>{node.data.name}</h2>
        <button type="button" className="button small" onClick={onBack}>
          Back
        </button>
      </span>
      {node.type === "RUN" && node.data.run ? <RunFacts id={node.data.run.id} /> : <VersionFacts node={node} />}
    </div>
  );
}

function RunPages({ run, why, tab, onTab, onPathToCause }: PagesProps & { run: string }) {
  const { answer } = useAnswer("/api/v1/jobs/runs/{id}", { path: { id: run } });
  if (!answer) return <Waiting />;
  const tabs: Tab[] = [
    { id: "why", label: "Why", content: () => <Why run={run} onPathToCause={onPathToCause} /> },
    { id: "run", label: "Run", content: () => <RunFacts id={run} /> },
    { id: "facets", label: "Facets", content: () => <FacetList facets={answer.facets ?? {}} /> },
    {
      id: "events",
      label: "Events",
      content: () => (
        <p>
          <Link href={`/events?run=${encodeURIComponent(run)}`}>The events of this run, as they were sent</Link>
        </p>
      ),
    },
  ];
  const first = why || answer.state === "FAILED" ? "why" : "run";
  return <Tabs label="Pages" tabs={tabs} value={tab ?? first} onChange={onTab} />;
}
