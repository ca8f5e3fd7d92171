/** What depends on a job, a dataset, a column or a contract: what to look at before it is changed, and whom to tell. */
import type { ReactNode } from "react";
import { nodeUrl } from "../address/links";
import { type QueryChange, useQuery } from "../address/location";
import { platform, spoken } from "../address/nodes";
import { useTitle } from "../address/title";
import { CopyAddress } from "../design/CopyAddress";
import { KindIcon, Sign } from "../design/icons";
import { later } from "../design/later";
import { Link } from "../design/Link";
import { Empty, Failed, Waiting } from "../design/Notice";
import { fileName, save } from "../design/save";
import { Segments } from "../design/Segments";
import "./impact.css";
import { ImpactFilters } from "./ImpactFilters";
import { ImpactList } from "./ImpactList";
import { GROUPINGS, KINDS, type Narrowed, type Reached, csvOf, everyOwner, narrow } from "./reach";
import { type Direction, type Impact, type Start, useImpact } from "./useImpact";
import { KIND_WORDS, counted } from "./words";

// The list is there before the code that draws graphs.
const ImpactGraph = later(() => import("./ImpactGraph").then((part) => part.ImpactGraph));

export function ImpactView() {
  const [query, change] = useQuery();
  const node = query.get("node") ?? "";
  if (node === "") {
    return (
      <Empty title="Choose what is to be changed" sign="search" isPage>
        <p>Search for a job, a dataset or a column above (press /), and choose “Impact” beside its lineage.</p>
      </Empty>
    );
  }
  return <ImpactOfNode key={node} node={node} query={query} change={change} />;
}

interface OfNodeProps {
  node: string;
  query: URLSearchParams;
  change: (change: QueryChange) => void;
}

function ImpactOfNode({ node, query, change }: OfNodeProps) {
  const direction: Direction = query.get("direction") === "upstream" ? "upstream" : "downstream";
  const impact = useImpact(node, direction);
  const { start, reached, problem } = impact;
  useTitle(start ? `Impact of ${spoken(start.name).title}${start.field ? `.${start.field}` : ""}` : "Impact");
  if (problem) return <Failed problem={problem} retry={impact.reload} isPage />;
  if (!start || !reached) return <Waiting lines={9} />;
  const narrowed: Narrowed = {
    kind: query.get("kind"),
    certainty: query.get("certainty"),
    owner: query.get("owner"),
    text: query.get("text") ?? "",
  };
  const shown = narrow(reached, narrowed);
  const asGraph = query.get("as") === "graph";
  const by = GROUPINGS.find((one) => one === query.get("group")) ?? "owner";
  return (
    <div className="content impact">
      <Head start={start} direction={direction} impact={impact} onCsv={() => saveCsv(start, shown)}>
        <Segments
          label="Shown as"
          choices={[
            { value: "list", label: "List" },
            { value: "graph", label: "Graph" },
          ]}
          value={asGraph ? "graph" : "list"}
          onChange={(value) => change({ as: value === "graph" ? value : null, selected: null })}
        />
      </Head>
      <ImpactFilters
        start={start}
        reached={reached}
        narrowed={narrowed}
        by={asGraph ? null : by}
        direction={direction}
        onChange={change}
      />
      {impact.unknown && <p className="soft">What runs on its data is unknown: {impact.unknown}.</p>}
      {shown.length === 0 ? (
        <Nothing isFiltered={reached.length > 0} direction={direction} />
      ) : asGraph ? (
        <ImpactGraph
          start={start}
          reached={reached}
          shown={shown}
          direction={direction}
          selected={query.get("selected")}
          onSelect={(selected) => change({ selected })}
        />
      ) : (
        <ImpactList reached={shown} by={by} contracts={contractNames(reached)} />
      )}
      {impact.truncated && <p className="faint">{impact.truncated.hidden} more come next, and are not shown.</p>}
    </div>
  );
}

function contractNames(reached: readonly Reached[]): Map<string, string> {
  return new Map(reached.filter((one) => one.type === "CONTRACT").map((one) => [one.id, one.name]));
}

function saveCsv(start: Start, shown: readonly Reached[]): void {
  save(new Blob([csvOf(shown)], { type: "text/csv" }), `${fileName("impact", start.id)}.csv`);
}

interface HeadProps {
  start: Start;
  direction: Direction;
  impact: Impact;
  onCsv: () => void;
  children: ReactNode;
}

function Head({ start, direction, impact, onCsv, children }: HeadProps) {
  const { title, place } = start.type === "CONTRACT" ? { title: start.name, place: "" } : spoken(start.name);
  const where = start.type === "CONTRACT" ? ["contract", start.namespace] : [platform(start.namespace), place];
  return (
    <header className="spread wrap impact-head">
      <div>
        <h1 className="row wrap">
          <KindIcon type={start.type} platform={platform(start.namespace)} />
          {direction === "downstream" ? "Impact of" : "What goes into"}{" "}
          <Link href={nodeUrl(start.whole)} title={start.name}>
            {title}
            {start.field && `.${start.field}`}
          </Link>
        </h1>
        <p className="faint">{where.filter(Boolean).join(" · ")}</p>
        {impact.reached && impact.reached.length > 0 && (
          <p className="impact-sum">{inWords(impact.reached, direction)}</p>
        )}
      </div>
      <div className="row wrap">
        {children}
        <button type="button" className="button" onClick={onCsv}>
          <Sign name="download" /> CSV
        </button>
        <CopyAddress />
      </div>
    </header>
  );
}

function inWords(reached: readonly Reached[], direction: Direction): string {
  const kinds = KINDS.map((kind) => [kind, reached.filter((one) => one.type === kind).length] as const)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => counted(count, KIND_WORDS[kind]?.one ?? kind));
  const possible = reached.filter((one) => one.certainty === "possible").length;
  const owners = everyOwner(reached).length;
  const parts = [`${kinds.join(", ")} ${direction === "downstream" ? "depend on it" : "go into it"}`];
  if (possible > 0) parts.push(`${possible} of them possibly`);
  if (owners > 0) parts.push(`${counted(owners, "owner")}${direction === "downstream" ? " to tell" : ""}`);
  return `${parts.join("; ")}.`;
}

function Nothing({ isFiltered, direction }: { isFiltered: boolean; direction: Direction }) {
  if (isFiltered) {
    return (
      <Empty title="Nothing fits the filters">
        <p>Loosen them to see the rest.</p>
      </Empty>
    );
  }
  return (
    <Empty title={direction === "downstream" ? "Nothing depends on it" : "Nothing goes into it"}>
      <p>
        As far as events tell, no job {direction === "downstream" ? "reads" : "writes"} it, and no contract covers it.
      </p>
    </Empty>
  );
}
