/** The notes on top of a graph of lineage: that it is on its way, not complete, or without any edge. */
import { Alone, Busy, Note, Notes } from "../graph/notes";
import type { LineageGraph } from "./useLineageGraph";
import type { View } from "./view";

export function LineageNotes({ view, graph }: { view: View; graph: LineageGraph }) {
  const { asked, drawing, pending, truncated, hidden, columnsLoading, columnsProblem } = graph;
  return (
    <>
      {(asked.loading || columnsLoading || pending) && <Busy />}
      <Notes>
        {hidden && (
          <Note>
            {truncated?.reason === "maxNodes"
              ? `Truncated: ${hidden}`
              : capitalised(`${hidden} beyond ${beyond(view)}`)}
          </Note>
        )}
        {columnsProblem && <Note>Columns of both moments cannot be connected: {columnsProblem.message}</Note>}
      </Notes>
      {asked.answer !== null && !pending && drawing.edges.length === 0 && (
        <Alone>
          {view.only
            ? "Nothing that is chosen is connected."
            : view.at
              ? "Nothing was connected with it at this moment."
              : "Nothing is connected with it."}
        </Alone>
      )}
    </>
  );
}

/** Beyond what the hidden nodes lie; once nodes are expanded, that is no longer a number of hops. */
function beyond(view: View): string {
  if (view.up.length > 0 || view.down.length > 0) return "what is shown";
  return `${view.hops} ${view.hops === 1 ? "hop" : "hops"}`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
