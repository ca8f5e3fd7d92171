/** A hint for who looks at the demo for the first time: where its stories are. */
import { useState } from "react";
import { useAnswer } from "../api/useAnswer";
import { lineageUrl, whyUrl } from "../address/links";
import { Sign } from "../design/icons";
import { Link } from "../design/Link";

const SEEN = "headwater.stories";
const WAREHOUSE = "snowflake://brightwater-eu1";
const DIM_CUSTOMERS = `dataset:${WAREHOUSE}:ANALYTICS.MARTS.DIM_CUSTOMERS`;
const EXPORT_JOB = "job:dashboards:export_dashboards";
const DAG = "job:airflow-prod:shop_daily";

export function Stories() {
  const [seen, setSeen] = useState(() => localStorage.getItem(SEEN) !== null);
  const warehouse = useAnswer(
    "/api/v1/catalog",
    seen ? null : { query: { kind: "dataset", namespace: WAREHOUSE, limit: 1 } },
  );
  const isDemo = !seen && (warehouse.answer?.rows.length ?? 0) > 0;
  const failed = useAnswer("/api/v1/incidents", isDemo ? { query: { nodeId: DAG, limit: 1 } } : null);
  if (!isDemo) return null;
  const incident = failed.answer?.incidents[0];
  const stories = [
    ...(incident
      ? [{ words: "A number became text in an export, and a table failed", url: whyUrl(incident.run.id) }]
      : []),
    { words: "A job stopped writing a file", url: lineageUrl(EXPORT_JOB, { tab: "history" }) },
    {
      words: "What becomes of a customer’s e-mail address, column by column",
      url: lineageUrl(DIM_CUSTOMERS, { hops: "6", columns: "shown", field: "EMAIL_HASH", fieldOf: DIM_CUSTOMERS }),
    },
    { words: "What is odd in the events of three producers", url: "/findings" },
  ];
  const close = () => {
    localStorage.setItem(SEEN, "seen");
    setSeen(true);
  };
  return (
    <section className="card stories" aria-labelledby="stories">
      <div className="spread">
        <h2 id="stories">This is the demo: three weeks of a small shop. Where to begin:</h2>
        <button type="button" className="button plain small" aria-label="Do not show this again" onClick={close}>
          <Sign name="close" />
        </button>
      </div>
      <ol>
        {stories.map(({ words, url }) => (
          <li key={url}>
            <Link href={url}>{words}</Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
