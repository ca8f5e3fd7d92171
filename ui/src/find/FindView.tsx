/** Everything that a text was found in: jobs, datasets, contracts and runs, to be narrowed down by facets. */
import { useMemo } from "react";
import { useAnswer } from "../api/useAnswer";
import { useBehind } from "../api/useBehind";
import { jobUrl, nodeUrl, runUrl } from "../address/links";
import { useQuery } from "../address/location";
import { isRunId, platform, spoken } from "../address/nodes";
import { useTitle } from "../address/title";
import { KindIcon } from "../design/icons";
import { Link } from "../design/Link";
import { Tags } from "../design/Marks";
import { Empty, Failed, Waiting } from "../design/Notice";
import {
  type Chosen,
  FACETS,
  type FacetName,
  type FoundItem,
  choicesOf,
  foundContracts,
  foundNodes,
  narrowed,
} from "./facets";
import "./find.css";

const MOST = 500;

export function FindView() {
  const [query, change] = useQuery();
  const text = (query.get("q") ?? "").trim();
  useTitle(text ? `${text} · Search` : "Search");
  const ofRun = isRunId(text);
  const nodes = useAnswer("/api/v1/search", text && !ofRun ? { query: { q: text, limit: MOST } } : null);
  const contracts = useAnswer("/api/v1/contracts", text && !ofRun ? { query: { text, limit: MOST } } : null);
  const run = useAnswer("/api/v1/jobs/runs/{id}", ofRun ? { path: { id: text } } : null);
  const items = useMemo<FoundItem[]>(() => {
    const { answer } = run;
    if (answer) {
      return [{ id: answer.id, kind: "run", ...answer.job, owners: [], tags: [], where: answer.id }];
    }
    return [
      ...(nodes.answer ? foundNodes(nodes.answer) : []),
      ...(contracts.answer ? foundContracts(contracts.answer) : []),
    ];
  }, [run, nodes.answer, contracts.answer]);
  const chosen = Object.fromEntries(FACETS.map((facet) => [facet, query.get(facet)])) as Record<
    FacetName,
    string | null
  >;
  const isWaiting = text !== "" && (ofRun ? run.loading : nodes.loading && !nodes.answer);
  const isBehind = useBehind(!isWaiting && items.length === 0);
  const problem = nodes.problem ?? (run.problem?.status === 404 ? null : run.problem);
  if (problem) return <Failed problem={problem} retry={nodes.reload} />;
  const shown = narrowed(items, chosen);
  const total = nodes.answer?.totalCount ?? 0;
  return (
    <div className="content find">
      <div>
        <h1>{text ? `Search for “${text}”` : "Search"}</h1>
        <p className="soft" role="status">
          {isWaiting ? "Searching…" : `${shown.length} of ${items.length} found`}
          {total > MOST && `; ${total - MOST} more are not shown: write more to narrow it down`}
        </p>
      </div>
      {isWaiting ? (
        <Waiting lines={9} />
      ) : items.length === 0 ? (
        <Empty title="Nothing fits">
          <p>A name is found by any of its parts, in any order: “daily rev” finds DAILY_REVENUE.</p>
          {isBehind && <p>Events are still being read: what is missing may still come.</p>}
        </Empty>
      ) : (
        <div className="find-body">
          <Facets items={items} chosen={chosen} onChoose={(facet, value) => change({ [facet]: value })} />
          <ul className="card find-list" aria-label="Results">
            {shown.map((item) => (
              <Found key={item.id} item={item} />
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

interface FacetsProps {
  items: readonly FoundItem[];
  chosen: Chosen;
  onChoose: (facet: FacetName, value: string | null) => void;
}

const MOST_CHOICES = 12;

function Facets({ items, chosen, onChoose }: FacetsProps) {
  return (
    <div className="find-facets" role="group" aria-label="Facets">
      {FACETS.map((facet) => {
        const choices = choicesOf(items, facet, chosen).slice(0, MOST_CHOICES);
        if (choices.length === 0) return null;
        return (
          <section key={facet} aria-label={facet}>
            <h2>{facet.charAt(0).toUpperCase() + facet.slice(1)}</h2>
            {choices.map(([value, count]) => (
              <button
                key={value}
                type="button"
                className="find-choice"
                aria-pressed={chosen[facet] === value}
                onClick={() => onChoose(facet, chosen[facet] === value ? null : value)}
              >
                <span>{value}</span>
                <span className="faint">{count}</span>
              </button>
            ))}
          </section>
        );
      })}
    </div>
  );
}

const TYPES = { dataset: "DATASET", job: "JOB", contract: "CONTRACT", run: "RUN" } as const;

function Found({ item }: { item: FoundItem }) {
  const { title, place } = item.kind === "contract" ? { title: item.name, place: "" } : spoken(item.name);
  const where = [item.kind, platform(item.namespace), place].filter(Boolean).join(" · ");
  return (
    <li>
      <span className="name">
        <KindIcon type={TYPES[item.kind]} platform={platform(item.namespace)} />
        <span className="grow">
          <Link className="title" href={item.kind === "run" ? runUrl(item.id) : nodeUrl(item.id)}>
            {title}
          </Link>
          <span className="faint find-where">{where}</span>
        </span>
      </span>
      <span className="row wrap">
        {item.where && <span className="chip">{item.where}</span>}
        <Tags tags={item.tags} />
        {item.owners.map((owner) => (
          <span key={owner} className="faint">
            {owner}
          </span>
        ))}
        {item.kind === "job" && <Link href={jobUrl(item.id)}>Runs and code</Link>}
      </span>
    </li>
  );
}
