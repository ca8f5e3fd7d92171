import type { Schemas } from "../api/client";
import { contractUrl } from "../address/links";
import { Link } from "../design/Link";

/** The contracts that a dataset is under. */
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
        </li>
      ))}
    </ul>
  );
}
