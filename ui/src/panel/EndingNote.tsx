/** What became of a dataset that is there no more, and when it was last in use. */
import type { Schemas } from "../api/client";
import { lineageUrl, runUrl } from "../address/links";
import { shortNode } from "../address/nodes";
import { exact } from "../address/times";
import { Link } from "../design/Link";
import { When } from "../design/When";

export function EndingNote({ dataset, ending }: { dataset: string; ending: Schemas["Ending"] }) {
  return (
    <section className="ending">
      <p>
        {ending.renamedTo ? (
          <>
            Renamed to <Link href={lineageUrl(ending.renamedTo)}>{shortNode(ending.renamedTo)}</Link>
          </>
        ) : (
          "Dropped"
        )}{" "}
        <When at={ending.at} />
        {ending.job && ending.run && (
          <>
            {" "}
            by <Link href={runUrl(ending.run)}>{shortNode(ending.job)}</Link>
          </>
        )}
        .
      </p>
      {ending.lastConnected && (
        <p>
          <Link
            href={lineageUrl(dataset, { at: justBefore(ending.lastConnected) })}
            title={exact(ending.lastConnected)}
          >
            See it as it was last connected
          </Link>
          , <When at={ending.lastConnected} />.
        </p>
      )}
    </section>
  );
}

/** The last edge ended at that moment, so that the graph before it still has it. */
function justBefore(at: string): string {
  return new Date(Date.parse(at) - 1000).toISOString();
}
