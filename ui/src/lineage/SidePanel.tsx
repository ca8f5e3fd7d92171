/** All that is known of the node that was chosen. */
import type { Schemas } from "../api/client";
import { exact } from "../address/times";
import { KindIcon } from "../design/icons";
import { RunState } from "../design/RunState";
import { platform } from "../address/nodes";
import type { View } from "./view";
import { marksOf } from "./drawn";

export function SidePanel({ answer, node, onOpen }: { view: View; answer: Schemas["LineageAnswer"]; node: string; onChange: (change: Partial<View>) => void; onOpen: (node: string) => void }) {
  const found = answer.graph.find((one) => one.id === node);
  if (!found) return null;
  const { data } = found;
  return (
    <aside className="panel" aria-label="Details">
      <div className="panel-head">
        <div className="row">
          <KindIcon type={found.type} kind={data.type} platform={platform(data.namespace)} />
          <h2>{data.name}</h2>
        </div>
        <div className="row wrap">
          <span className="faint">{data.namespace}</span>
          {marksOf(data).map((mark) => <span key={mark.word} className={`chip ${mark.tone}`}>{mark.word}</span>)}
        </div>
        <button type="button" className="button" onClick={() => onOpen(node)}>Look around this</button>
        {data.latestRun && <RunState state={data.latestRun.state} />}
        {data.updatedAt && <span>{exact(data.updatedAt)}</span>}
      </div>
    </aside>
  );
}
