"""`GET /runlineage`: the graph of runs and the versions they read and wrote (semantics 6.1)."""

from typing import Annotated

import msgspec

from headwater.answers.graph import Direction
from headwater.answers.lineage import RunGraph
from headwater.api.http.operations import Plain, RequestContext, get
from headwater.api.http.parameters import Depth, Moment
from headwater.api.marquez.run_graph import RunLineageAnswer, run_lineage_answer
from headwater.query.lineage.lineage import DEPTH, MAX_NODES
from headwater.query.lineage.run_lineage import run_lineage as ask_run_lineage


class RunLineageAsked(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    node_id: Annotated[
        str,
        msgspec.Meta(
            description="run:ID, dataset:NAMESPACE:NAME#VERSION or job:NAMESPACE:NAME#VERSION;"
            " without a version, the one in force now."
        ),
    ]
    depth: Annotated[Depth, msgspec.Meta(description="Hops from run to run.")] = DEPTH
    direction: Direction = "both"
    at: Annotated[
        Moment | None, msgspec.Meta(description="The version in force at this time, not now.")
    ] = None
    max_nodes: Annotated[int, msgspec.Meta(ge=1, le=MAX_NODES)] = MAX_NODES


@get("/runlineage", tag="Graphs", summary="What went into a run or version, and what came of it")
def run_lineage(
    context: RequestContext, asked: RunLineageAsked
) -> RunLineageAnswer | Plain[RunGraph]:
    """Edges are CONSUMED (a version, by a run), PRODUCED (a version, by a run), IS_VERSION_OF (a
    run, of its job's version) and FOLLOWS (a version, from the one before it)."""
    graph = ask_run_lineage(
        context.snapshot,
        asked.node_id,
        depth=asked.depth,
        direction=asked.direction,
        at=asked.at,
        max_nodes=asked.max_nodes,
    )
    return Plain(graph) if context.wants_plain else run_lineage_answer(graph)
