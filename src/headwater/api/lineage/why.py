"""`GET /runlineage/why`: why a run failed, or came out otherwise (semantics 8.3)."""

from typing import Annotated

import msgspec

from headwater.answers.why import Why
from headwater.api.http.operations import RequestContext, get
from headwater.api.http.parameters import Depth
from headwater.api.lineage.diff import RunId
from headwater.query.lineage.lineage import DEPTH
from headwater.query.names.run_ids import run_node
from headwater.query.why.why import why as ask_why


class WhyAsked(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    run_id: RunId
    against: Annotated[
        str | None,
        msgspec.Meta(description="Another run of the job; the last completed one before, if none."),
    ] = None
    depth: Annotated[Depth, msgspec.Meta(description="Hops from run to run.")] = DEPTH


@get("/runlineage/why", tag="Graphs", summary="Why a run failed, or came out otherwise")
def why(context: RequestContext, asked: WhyAsked) -> Why:
    """The likely causes, the likeliest first, each with its evidence: runs, versions, and the path
    from the cause to the run."""
    against = run_node(asked.against) if asked.against is not None else None
    return ask_why(context.snapshot, run_node(asked.run_id), against=against, depth=asked.depth)
