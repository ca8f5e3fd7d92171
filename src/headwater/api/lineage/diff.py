"""`GET /lineage/diff` and `GET /runlineage/diff`: two moments, or two runs (semantics 8.1, 8.2)."""

from typing import Annotated

import msgspec

from headwater.answers.diff import GraphDiff, RunDiff
from headwater.api.http.operations import Plain, RequestContext, get
from headwater.api.http.parameters import Depth, Moment
from headwater.api.lineage.lineage import NodeId
from headwater.api.marquez.graph_diff import GraphDiffAnswer, graph_diff_answer
from headwater.query.diff.graph_diff import compare
from headwater.query.diff.run_diff import run_diff as ask_run_diff
from headwater.query.lineage.lineage import DEPTH, Scope
from headwater.query.names.run_ids import run_node

RunId = Annotated[str, msgspec.Meta(description="The id of a run.")]


class GraphDiffAsked(
    msgspec.Struct, frozen=True, kw_only=True, rename={"node_id": "nodeId", "since": "from"}
):
    node_id: NodeId
    since: Annotated[Moment, msgspec.Meta(description="The earlier moment.")]
    to: Annotated[Moment | None, msgspec.Meta(description="The later one; now, if left out.")] = (
        None
    )
    depth: Annotated[Depth, msgspec.Meta(description="Hops from job to job.")] = DEPTH
    scope: Scope = "neighbourhood"


@get("/lineage/diff", tag="Graphs", summary="The graph around a node at two moments")
def graph_diff(
    context: RequestContext, asked: GraphDiffAsked
) -> GraphDiffAnswer | Plain[GraphDiff]:
    """Nodes and edges that are the same, added, removed or changed, and what changed: job
    versions, schemas, columns, marks."""
    compared = compare(
        context.snapshot,
        asked.node_id,
        since=asked.since,
        until=asked.to,
        depth=asked.depth,
        scope=asked.scope,
    )
    return Plain(compared.diff) if context.wants_plain else graph_diff_answer(compared)


class RunDiffAsked(msgspec.Struct, frozen=True, kw_only=True, rename={"before": "from"}):
    before: RunId
    to: RunId
    depth: Annotated[Depth, msgspec.Meta(description="Hops from run to run.")] = DEPTH


@get("/runlineage/diff", tag="Graphs", summary="Two runs of a job, and what went into them")
def run_diff(context: RequestContext, asked: RunDiffAsked) -> RunDiff:
    """Jobs and datasets matched by what they are, each with what is different: versions, schemas,
    code, state, duration, parameters, rows. `runs` are those of the job after the first, up to
    and with the second."""
    first, second = run_node(asked.before), run_node(asked.to)
    return ask_run_diff(context.snapshot, first, second, depth=asked.depth)
