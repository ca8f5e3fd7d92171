/** The notes on top of a graph of lineage: that it is on its way, not complete, or without any edge. */
import { withQuery } from "../address/location";
import { Link } from "../design/Link";
import { Alone, Busy, Note, Notes } from "../graph/notes";
import type { LineageGraph } from "./useLineageGraph";
import { type View, writeView } from "./view";

export function LineageNotes({ view, graph }: { view: View; graph: LineageGraph }) {
  const { asked, drawing, truncated, hidden, columnsLoading, columnsProblem } = graph;
  return (
    <>
      {(asked.loading || columnsLoading) && <Busy />}
      <Notes>
        {hidden && (
          <Note>
            {truncated?.reason === "maxNodes" ? `Truncated: ${hidden}` : capitalised(`${hidden} ${whereHidden(view)}`)}
          </Note>
        )}
        {columnsProblem && <Note>Columns of both moments cannot be connected: {columnsProblem.message}</Note>}
      </Notes>
      {asked.answer !== null && drawing.edges.length === 0 && (
        <Alone>
          {view.only
            ? "Nothing that is chosen is connected."
            : view.at
              ? "Nothing was connected with it at this moment."
              : "Nothing is connected with it."}
          {mayGroup(view, graph) && (
            <>
              {" "}
              <Link href={withQuery("/lineage", writeView({ ...view, groupBy: "root" }))}>
                Show what its whole pipeline reads and writes
              </Link>
            </>
          )}
        </Alone>
      )}
    </>
  );
}

/** Whether it is a single job, such as a DAG, that may do what it does by others. */
function mayGroup(view: View, { nodes }: LineageGraph): boolean {
  return view.groupBy === "none" && !view.only && !view.from && nodes[0]?.type === "JOB";
}

/** Where the hidden nodes lie that are counted: right beside those shown, and nobody has counted what lies behind them. */
function whereHidden(view: View): string {
  return view.up.length > 0 || view.down.length > 0 ? "beyond what is shown" : "one hop further";
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
