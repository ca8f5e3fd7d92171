/** Who is told when something happens: subscriptions, how their telling goes, and making one. */
import { useState } from "react";
import { type Problem, type Schemas, send } from "../api/client";
import { useAnswer } from "../api/useAnswer";
import { useQuery } from "../address/location";
import { exact } from "../address/times";
import { Empty, Failed, Waiting, withoutCommands } from "../design/Notice";
import { NodeLink } from "../design/NodeName";
import { When } from "../design/When";
import { readAbout } from "./about";
import "./alerts.css";
import { NewAlert } from "./NewAlert";

type Subscription = Schemas["SubscriptionState"];

/** The server sends a message that is tried out within a second or two. */
const DELIVERY_MS = 2500;

export function AlertsView() {
  const [query] = useQuery();
  const { answer, problem, reload } = useAnswer("/api/v1/subscriptions", {});
  const about = query.get("about");
  return (
    <div className="content alerts">
      <div>
        <h1>Alerts</h1>
        <p className="soft">Who is told when something happens to the lineage. Only administrators see this.</p>
      </div>
      {problem ? (
        <Failed problem={problem} retry={reload} />
      ) : !answer ? (
        <Waiting lines={6} />
      ) : (
        <>
          {about !== null && <NewAlert key={about} about={about} onMade={reload} />}
          <section className="card" aria-label="Subscriptions">
            {answer.subscriptions.length === 0 ? (
              <Empty title="Nobody is told of anything yet">
                <p>Make a subscription here, or press “Watch” beside a job or dataset.</p>
              </Empty>
            ) : (
              <SubscriptionTable subscriptions={answer.subscriptions} onChanged={reload} />
            )}
          </section>
          {about === null && <NewAlert about="everything" onMade={reload} />}
        </>
      )}
    </div>
  );
}

interface TableProps {
  subscriptions: readonly Subscription[];
  onChanged: () => void;
}

function SubscriptionTable({ subscriptions, onChanged }: TableProps) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">About</th>
          <th scope="col">When</th>
          <th scope="col">Told to</th>
          <th scope="col">How it goes</th>
          <th scope="col">
            <span className="unseen">Try or remove</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {subscriptions.map((one) => (
          <tr key={one.name}>
            <td>
              <b>{one.name}</b>
            </td>
            <td>
              <AboutCell about={one.about} />
            </td>
            <td>
              <span className="row wrap">
                {one.on.map((occasion) => (
                  <span key={occasion} className="chip">
                    {occasion}
                  </span>
                ))}
              </span>
            </td>
            <td className="wraps-anywhere">
              {one.to === "log" ? "the server’s log" : one.to}
              {one.form !== "cloudevents" && <span className="chip">{one.form}</span>}
            </td>
            <td>
              <HowItGoes subscription={one} />
            </td>
            <td>
              <Actions name={one.name} onChanged={onChanged} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function AboutCell({ about }: { about: string }) {
  const { scope } = readAbout(about);
  return scope === "node" || scope === "contract" ? <NodeLink id={about} /> : about;
}

function HowItGoes({ subscription }: { subscription: Subscription }) {
  const { error, failures, nextTryAt, lastDeliveredAt } = subscription;
  const delivered = lastDeliveredAt && (
    <span>
      last delivered <When at={lastDeliveredAt} />
    </span>
  );
  if (error) {
    return (
      <span className="list">
        <span className="row wrap">
          <span className="chip bad">not delivered</span>
          <span className="faint">{failures === 1 ? "tried once" : `tried ${failures} times`}</span>
        </span>
        <span className="wraps-anywhere">{error}</span>
        <span className="faint">
          {nextTryAt && <span title={exact(nextTryAt)}>tried again soon</span>}
          {delivered && <>, {delivered}</>}
        </span>
      </span>
    );
  }
  if (delivered) return <span className="chip good">{delivered}</span>;
  return <span className="faint">nothing was sent yet</span>;
}

function Actions({ name, onChanged }: { name: string; onChanged: () => void }) {
  const [isSure, setSure] = useState(false);
  const [outcome, setOutcome] = useState("");
  const url = `/api/v1/subscriptions/${encodeURIComponent(name)}`;
  const change = (method: "POST" | "DELETE", at: string, after: () => void) =>
    void send(method, at)
      .then(after)
      .catch((problem: unknown) => setOutcome(withoutCommands((problem as Problem).message)));
  const test = () =>
    change("POST", `${url}/test`, () => {
      setOutcome("A message is on its way");
      setTimeout(() => {
        setOutcome("");
        onChanged();
      }, DELIVERY_MS);
    });
  return (
    <span className="list">
      <span className="row alert-actions">
        <button type="button" className="button small" aria-label={`Test ${name}`} onClick={test}>
          Test
        </button>
        {isSure ? (
          <button
            type="button"
            className="button small danger"
            autoFocus
            onBlur={() => setSure(false)}
            onClick={() => change("DELETE", url, onChanged)}
          >
            Really remove
          </button>
        ) : (
          <button type="button" className="button small" aria-label={`Remove ${name}`} onClick={() => setSure(true)}>
            Remove
          </button>
        )}
      </span>
      <span className="faint" role="status">
        {outcome}
      </span>
    </span>
  );
}
