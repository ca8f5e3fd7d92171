import { platform, shortNode, splitNode, spoken } from "../address/nodes";
import { nodeUrl } from "../address/links";
import { Breakable } from "./Breakable";
import { KindIcon } from "./icons";
import { Link } from "./Link";

/** A job or dataset by name, with what it is and where it lies; a link to its lineage. */
export function NodeName({
  id,
  namespace,
  name,
  type,
  kind,
  href,
}: {
  id: string;
  namespace: string;
  name: string;
  type: string;
  kind?: string | null;
  href?: string;
}) {
  const { title, place } = spoken(name);
  return (
    <span className="name">
      <KindIcon type={type} kind={kind ?? null} platform={platform(namespace)} />
      <span className="grow">
        <Link className="title" href={href ?? nodeUrl(id)} title={`${namespace}: ${name}`}>
          {title}
        </Link>
        <span className="faint cut" style={{ display: "block", fontSize: "12px" }}>
          {platform(namespace)}
          {place && ` · ${place}`}
        </span>
      </span>
    </span>
  );
}

/** A link to a node of which only the id is known. */
export function NodeLink({ id, href }: { id: string; href?: string }) {
  const { kind } = splitNode(id);
  const type = kind === "job" ? "JOB" : kind === "run" ? "RUN" : kind === "contract" ? "CONTRACT" : "DATASET";
  return (
    <Link className="row" href={href ?? nodeUrl(id)} title={id}>
      <KindIcon type={type} />
      <span>
        <Breakable name={shortNode(id)} />
      </span>
    </Link>
  );
}
