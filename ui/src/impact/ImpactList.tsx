/** What a change reaches, as a list in groups. */
import { impactUrl, nodeUrl, runUrl } from "../address/links";
import { platform, shortNode, spoken } from "../address/nodes";
import { exact } from "../address/times";
import { KindIcon } from "../design/icons";
import { Link } from "../design/Link";
import { Marks } from "../design/Marks";
import { RunState } from "../design/RunState";
import { When } from "../design/When";
import { MARKS } from "../graph/marks";
import "./impact.css";
import { type Grouping, NO_OWNER, type Reached, grouped } from "./reach";
import { KIND_WORDS, counted } from "./words";

export interface ImpactListProps {
  /** What is shown. */
  reached: readonly Reached[];
  by: Grouping;
  /** The names of contracts that lie on the way, by their node ids. */
  contracts: ReadonlyMap<string, string>;
}

export function ImpactList({ reached, by, contracts }: ImpactListProps) {
  return (
    <>
      {grouped(reached, by).map((group) => (
        <section key={group.key} className="card impact-group" aria-label={groupTitle(group.key, by)}>
          <h2 className="spread">
            {groupTitle(group.key, by)}
            <span className="faint">{group.rows.length}</span>
          </h2>
          <ul>
            {group.rows.map((one) => (
              <ReachedRow key={one.id} one={one} contracts={contracts} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function groupTitle(key: string, by: Grouping): string {
  if (by === "owner") return key === NO_OWNER ? "No owner is stated" : key;
  if (by === "distance") return `${counted(Number(key), "step")} away`;
  if (by === "certainty") return key === "certain" ? "Certainly" : "Possibly";
  return KIND_WORDS[key]?.many ?? key;
}

function ReachedRow({ one, contracts }: { one: Reached; contracts: ReadonlyMap<string, string> }) {
  return (
    <li className="reached">
      <span className="name">
        <KindIcon type={one.type === "DATASET_FIELD" ? "DATASET" : one.type} platform={platform(one.namespace)} />
        <span className="grow">
          <Title one={one} />
          <Way path={one.path} contracts={contracts} />
        </span>
      </span>
      <span className="reached-facts">
        {one.certainty === "possible" && <Marks marks={[MARKS.possible]} />}
        {one.run && (
          <Link href={runUrl(one.run.id)} className="row" title={`Last run: ${exact(one.run.startedAt)}`}>
            <RunState state={one.run.state} assumed={one.run.assumedEnd} /> <When at={one.run.startedAt} />
          </Link>
        )}
        <span className="faint reached-distance">{counted(one.distance, "step")}</span>
      </span>
    </li>
  );
}

function Title({ one }: { one: Reached }) {
  if (one.type === "CONTRACT") {
    return (
      <>
        <Link className="title" href={nodeUrl(one.id)}>
          {one.name}
        </Link>{" "}
        <span className="faint">contract</span>
      </>
    );
  }
  const { title, place } = spoken(one.name);
  return (
    <>
      <Link className="title" href={hrefOf(one)} title={`${one.namespace}: ${one.name}`}>
        {title}
        {one.field && `.${one.field}`}
      </Link>{" "}
      <span className="faint">
        {platform(one.namespace)}
        {place && ` · ${place}`}
      </span>
    </>
  );
}

function hrefOf(one: Reached): string {
  return one.type === "DATASET_FIELD" ? impactUrl(one.id) : nodeUrl(one.id);
}

/** What lies between the start and the end of a path. */
function Way({ path, contracts }: { path: readonly string[]; contracts: ReadonlyMap<string, string> }) {
  const between = path.slice(1, -1);
  if (between.length === 0) return <span className="faint reached-way">directly</span>;
  return (
    <span className="faint reached-way" title={path.map(shortNode).join(" → ")}>
      via {between.map((id) => contracts.get(id) ?? lastWord(id)).join(" → ")}
    </span>
  );
}

function lastWord(id: string): string {
  const short = shortNode(id);
  if (!id.startsWith("datasetField:")) return spoken(short).title;
  const colon = short.lastIndexOf(":");
  return `${spoken(short.slice(0, colon)).title}.${short.slice(colon + 1)}`;
}
