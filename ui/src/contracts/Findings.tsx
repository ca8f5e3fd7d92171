/** What was found wrong with contracts, each with a way to what shows it. */
import type { Schemas } from "../api/client";
import { contractUrl, lineageUrl, runUrl } from "../address/links";
import { inPlainWords } from "../address/nodes";
import { Link } from "../design/Link";
import { NodeLink } from "../design/NodeName";
import "./contracts.css";

type Finding = Schemas["ContractFinding"];

const TONES: Record<string, string> = { error: "bad", warning: "warn", info: "plain" };

const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** `names` has the names of contracts by id. With `ofOne` all findings are about one contract, which is not named. */
export function Findings({
  findings,
  names = NO_NAMES,
  ofOne = false,
}: {
  findings: readonly Finding[];
  names?: ReadonlyMap<string, string>;
  ofOne?: boolean;
}) {
  return (
    <ul aria-label="Findings">
      {findings.map((finding, index) => (
        <li key={`${finding.code} ${index}`} className="event-line">
          <span className="row wrap">
            <span className={`chip ${TONES[finding.level] ?? "plain"}`}>{finding.level}</span>
            <b>{finding.code.replaceAll("-", " ")}</b>
          </span>
          {!ofOne && finding.contract && (
            <Link href={contractUrl(finding.contract)} title={finding.contract}>
              {names.get(finding.contract) ?? finding.contract}
            </Link>
          )}
          <span className="wraps-anywhere" title={finding.message}>
            {inPlainWords(finding.message)}
          </span>
          <Evidence evidence={finding.evidence} />
        </li>
      ))}
    </ul>
  );
}

/** Links to what shows that a finding is true. The server leaves out the parts for which there is nothing to show. */
function Evidence({ evidence }: { evidence: Partial<Schemas["FindingEvidence"]> }) {
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
      {contracts.map((one) => (
        <Link key={one} href={contractUrl(one.split("@")[0] ?? one)}>
          {one}
        </Link>
      ))}
    </span>
  );
}
