import type { Schemas } from "../api/client";
import { useAnswer } from "../api/useAnswer";
import { contractUrl } from "../address/links";
import { inPlainWords } from "../address/nodes";
import { Link } from "../design/Link";

/** The contracts that a dataset is under, and how what runs differs from them. */
export function ContractsOf({ contracts }: { contracts: readonly Schemas["ContractMark"][] }) {
  if (contracts.length === 0) return <p className="faint">No contract covers it.</p>;
  return (
    <ul>
      {contracts.map((contract) => (
        <li key={contract.id} className="event-line">
          <Link href={contractUrl(contract.id)}>
            <b>{contract.name}</b>
          </Link>
          <span className="faint">
            {["v" + contract.version, contract.status, contract.binding].filter(Boolean).join(" · ")}
          </span>
          <Drift contract={contract.id} />
        </li>
      ))}
    </ul>
  );
}

const MOST_FINDINGS = 3;

function Drift({ contract }: { contract: string }) {
  const { answer } = useAnswer("/api/v1/contracts/{contract}/drift", { path: { contract } });
  if (!answer) return null;
  if (answer.findings.length === 0) return <span className="chip good">no drift</span>;
  return (
    <>
      {answer.findings.slice(0, MOST_FINDINGS).map((finding) => (
        <span key={finding.message} className={finding.level === "error" ? "minus" : "soft"} title={finding.message}>
          {inPlainWords(finding.message, answer.names)}
        </span>
      ))}
      {answer.findings.length > MOST_FINDINGS && (
        <span className="faint">{answer.findings.length - MOST_FINDINGS} more findings</span>
      )}
    </>
  );
}
