/** What is different between two moments, in words. */
import { shortNode, splitNode } from "../address/nodes";
import { Breakable } from "../design/Breakable";
import { Empty } from "../design/Notice";
import { KindIcon } from "../design/icons";
import { Moment } from "../design/When";
import { JobChangeLines } from "../panel/JobPages";
import { Panel } from "../panel/Panel";
import { SchemaLines } from "../panel/DatasetPages";
import { type Diff, tally } from "../drawings/diff";

export function ChangeList({ diff, onSelect }: { diff: Diff; onSelect: (node: string) => void }) {
  const { added, removed, changed } = tally(diff);
  const changes = new Map(diff.changes.map((change) => [change.id, change]));
  const different = diff.graph.filter((node) => node.change !== "same");
  return (
    <Panel label="Changes">
      <div className="panel-head">
        <h2>
          <Moment at={diff.from} /> to {diff.to ? <Moment at={diff.to} /> : "now"}
        </h2>
        <p className="row">
          <span className="chip good">{added} added</span>
          <span className="chip bad">{removed} removed</span>
          <span className="chip warn">{changed} changed</span>
        </p>
      </div>
      <div className="tab-panel">
        {different.length === 0 ? (
          <Empty title="Nothing changed">
            <p>Both moments show the same graph.</p>
          </Empty>
        ) : (
          <ul>
            {different.map((node) => {
              const change = changes.get(node.id);
              return (
                <li key={node.id} className="event-line">
                  <button type="button" className="link-button row" onClick={() => onSelect(node.id)}>
                    <KindIcon type={splitNode(node.id).kind === "job" ? "JOB" : "DATASET"} />
                    <span>
                      <Breakable name={shortNode(node.id)} />
                    </span>
                    <span className={`chip ${TONES[node.change]}`}>{changeWord(node.change, change)}</span>
                  </button>
                  {change && <ChangeLines change={change} />}
                </li>
              );
            })}
          </ul>
        )}
      </div>
    </Panel>
  );
}

/** How one node differs, line by line. */
function ChangeLines({ change }: { change: Diff["changes"][number] }) {
  const columns = change.columns.length;
  return (
    <>
      {change.version && <JobChangeLines change={change.version.change} />}
      {change.schema && <SchemaLines change={change.schema} />}
      {columns > 0 && (
        <span className="soft">{columns === 1 ? "1 column edge differs" : `${columns} column edges differ`}</span>
      )}
      {change.marksGained.map((mark) => (
        <span key={mark} className="soft">
          became {mark}
        </span>
      ))}
      {change.marksLost.map((mark) => (
        <span key={mark} className="soft">
          no longer {mark}
        </span>
      ))}
    </>
  );
}

/** What is still there, but connected with nothing that is compared, has left the neighbourhood; it is not removed. */
function changeWord(change: string, details: Diff["changes"][number] | undefined): string {
  return details?.neighbourhood ? `${details.neighbourhood} the neighbourhood` : change;
}

const TONES: Record<string, string> = { added: "good", removed: "bad", changed: "warn" };
