"""`GET /edges`: why there is an edge (semantics 6.2)."""

import msgspec

from headwater.answers.lineage import EdgeEvidence
from headwater.api.http.operations import RequestContext, get
from headwater.api.lineage.lineage import NodeId
from headwater.query.lineage.edge_evidence import edge as ask_edge


class EdgeAsked(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    origin: NodeId
    destination: NodeId


@get("/edges", tag="Graphs", summary="What an edge rests on")
def edge(context: RequestContext, asked: EdgeAsked) -> EdgeEvidence:
    """Who says so, from when to when, how many runs show it, and the latest of those; also for an
    edge that holds no more."""
    return ask_edge(context.snapshot, asked.origin, asked.destination)
