/** Where one goes from a node. */
import { impactUrl, jobUrl, watchUrl } from "../address/links";
import { Link } from "../design/Link";

export function Ways({ node }: { node: string }) {
  return (
    <div className="row wrap">
      {node.startsWith("job:") && (
        <Link className="button small" href={jobUrl(node)} title="Its runs, what it starts, and how its code changed">
          Runs and code
        </Link>
      )}
      <Link className="button small" href={impactUrl(node)} title="Everything that depends on it, and who owns that">
        Impact
      </Link>
      <Link className="button small" href={watchUrl(node)} title="Be told when something happens to it">
        Watch
      </Link>
    </div>
  );
}
