/** Where to begin: what broke, what is fresh, what is stale, and how far the server has come. */
import type { ReactNode } from "react";
import type { Schemas } from "../api/client";
import { useAnswer } from "../api/useAnswer";
import { ago } from "../address/times";
import { Link } from "../design/Link";
import { Empty, Failed, Waiting } from "../design/Notice";
import { NodeName } from "../design/NodeName";
import { Dated, When } from "../design/When";
import { SearchBox } from "../search/SearchBox";
import { Incidents } from "./Incidents";
import { RunDays } from "./RunDays";
import { Stories } from "./Stories";
import "./home.css";

export function Home() {
  return (
    <div className="content home">
      <section className="home-search">
        <h1>Where does this come from, and what hangs on it?</h1>
        <SearchBox id="home-search" placeholder="Jobs, datasets, columns, tags, owners" autoFocus />
      </section>
      <Stories />
      <Numbers />
      <section className="card" aria-labelledby="days">
        <h2 id="days">Runs by day</h2>
        <RunDays />
      </section>
      <div className="home-columns">
        <section className="card" aria-labelledby="failures">
          <div className="spread">
            <h2 id="failures">Recent incidents</h2>
            <Link href="/runs?state=FAILED">All failed runs</Link>
          </div>
          <Incidents />
        </section>
        <section className="card" aria-labelledby="freshest">
          <h2 id="freshest">Freshest datasets</h2>
          <Datasets order="desc" />
        </section>
        <section className="card" aria-labelledby="stalest">
          <h2 id="stalest">Quiet for longest</h2>
          <Datasets order="asc" />
        </section>
      </div>
    </div>
  );
}

function Numbers() {
  const { answer, problem, reload } = useAnswer("/api/v1/status", {});
  const day = useAnswer("/api/v1/stats/lineage-events", { query: { period: "DAY" } });
  // The status counts those alone that are stored.
  const odd = useAnswer("/api/v1/findings", { query: { limit: 0 } });
  if (problem) return <Failed problem={problem} retry={reload} />;
  const rows = answer?.rows ?? {};
  const lag = answer?.lag;
  const findings = odd.answer?.totalCount;
  const facts: [string, string, ReactNode][] = [
    [
      "Events",
      count(rows["events"]),
      <Dated
        key="rate"
        text={[rate(day.answer), answer?.lastEvent ? `last ${ago(answer.lastEvent)}` : ""].filter(Boolean).join(", ")}
      />,
    ],
    ["Runs", count(rows["runs"]), ""],
    ["Jobs and datasets", count(rows["entities"]), ""],
    [
      "Pipeline lag",
      lag ? (lag.bytes === 0 ? "none" : `${lag.seconds.toFixed(1)} s`) : "–",
      answer?.pipeline.doing ?? (answer ? "no pipeline follows the log" : ""),
    ],
    [
      "Findings",
      odd.answer ? count(findings) : "…",
      findings ? <Link href="/findings">odd things in events</Link> : odd.answer && "nothing odd in the events",
    ],
  ];
  return (
    <dl className="numbers">
      {facts.map(([label, value, note]) => (
        <div key={label} className="card">
          <dt>{label}</dt>
          <dd>{answer ? value : "…"}</dd>
          <dd className="faint">{note}</dd>
        </div>
      ))}
    </dl>
  );
}

/** How many events came in the last 24 hours. */
function rate(hours: Schemas["EventCount"][] | null): string {
  if (!hours) return "";
  const events = hours.reduce((sum, hour) => sum + hour.fail + hour.start + hour.complete + hour.abort, 0);
  return `${count(events)} in 24 h`;
}

function count(value: number | null | undefined): string {
  return (value ?? 0).toLocaleString("en");
}

function Datasets({ order }: { order: "asc" | "desc" }) {
  const { answer, problem, reload } = useAnswer("/api/v1/catalog", {
    query: { kind: "dataset", sort: "updated", order, limit: 8 },
  });
  if (problem) return <Failed problem={problem} retry={reload} />;
  if (!answer) return <Waiting />;
  if (answer.rows.length === 0) return <Empty title="No dataset is known yet" />;
  return (
    <ul className="list">
      {answer.rows.map((row) => (
        <li key={row.nodeId} className="event-line">
          <NodeName id={row.nodeId} namespace={row.namespace} name={row.name} type="DATASET" kind={row.kind} />
          <span className="faint">
            {row.updatedAt ? (
              <>
                last seen <When at={row.updatedAt} />
              </>
            ) : (
              "never seen at work"
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
