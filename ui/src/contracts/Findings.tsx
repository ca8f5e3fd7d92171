/** What was found wrong with contracts, each with a way to what shows it. */
import type { Schemas } from "../api/client";
import { contractUrl, lineageUrl, runUrl } from "../address/links";
import { inPlainWords } from "../address/nodes";
import { Link } from "../design/Link";
import { NodeLink } from "../design/NodeName";
import { Dated } from "../design/When";
import { findingTitle } from "./codes";
import "./contracts.css";

type Finding = Schemas["ContractFinding"];

const TONES: Record<string, string> = { error: "bad", warning: "warn", info: "plain" };

/** The names of contracts by id. */
type Names = Readonly<Record<string, string>>;

interface FindingsProps {
  findings: readonly Finding[];
  names: Names;
  /** Whether all findings are about one contract, which need not be named. */
  ofOne?: boolean;
}

export function Findings({ findings, names, ofOne = false }: FindingsProps) {
  return (
    <ul aria-label="Findings">
      {findings.map((finding, index) => (
        <li key={`${finding.code} ${index}`} className="event-line">
          <span className="row">
            <span className={`chip ${TONES[finding.level] ?? "plain"}`}>{finding.level}</span>
            <b title={finding.code}>{findingTitle(finding.code)}</b>
          </span>
          {!ofOne && finding.contract && (
            <Link href={contractUrl(finding.contract)} title={finding.contract}>
              {names[finding.contract] ?? finding.contract}
            </Link>
          )}
          <span className="wraps-anywhere" title={finding.message}>
            <Dated text={inPlainWords(finding.message, names)} />
          </span>
          <Evidence finding={finding} names={names} />
        </li>
      ))}
    </ul>
  );
}

/** Links to what shows that a finding is true. The server leaves out the parts for which there is nothing to show. */
function Evidence({ finding, names }: { finding: Finding; names: Names }) {
  const evidence: Partial<Schemas["FindingEvidence"]> = finding.evidence;
  const { dataset, job, run, path = [], contracts = [] } = evidence;
  const end = path.at(-1);
  const start = path[0];
  return (
    <span className="row wrap evidence">
      {path.length > 1 && start && end && (
        <Link
          className="button small"
          href={lineageUrl(end, {
            direction: "upstream",
            hops: String(Math.min(30, Math.ceil(path.length / 2))),
            selected: start,
          })}
        >
          Show the path
        </Link>
      )}
      {dataset && path.length < 2 && (
        <Link className="button small" href={lineageUrl(dataset, { tab: "columns" })}>
          Show the dataset
        </Link>
      )}
      {run && (
        <Link className="button small" href={runUrl(run)}>
          Show the run
        </Link>
      )}
      {job && <NodeLink id={job} />}
      {contracts
        .filter((one) => one !== finding.contract)
        .map((one) => (
          <OtherContract key={one} spelled={one} names={names} />
        ))}
    </span>
  );
}

/** Another contract, or one version of it, which is spelled `id@version`. */
function OtherContract({ spelled, names }: { spelled: string; names: Names }) {
  const [id, version] = spelled in names ? [spelled, null] : splitVersion(spelled);
  return (
    <Link href={contractUrl(id)} title={spelled}>
      {names[id] ?? id}
      {version && ` v${version}`}
    </Link>
  );
}

function splitVersion(spelled: string): [string, string | null] {
  const at = spelled.lastIndexOf("@");
  return at < 0 ? [spelled, null] : [spelled.slice(0, at), spelled.slice(at + 1)];
}
