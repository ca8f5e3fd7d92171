"""`GET /edges`: why there is an edge (semantics 6.2)."""

import msgspec

from headwater.api.lineage import NodeId
from headwater.api.operations import Reading, get
from headwater.query.edge_evidence import EdgeEvidence
from headwater.query.edge_evidence import edge as ask_edge


class EdgeAsked(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    origin: NodeId
    destination: NodeId


@get("/edges", tag="Graphs", summary="What an edge rests on")
def edge(reading: Reading, asked: EdgeAsked) -> EdgeEvidence:
    """Who says so, from when to when, how many runs show it, and the latest of those; also for an
    edge that holds no more."""
    return ask_edge(reading.snapshot, asked.origin, asked.destination)
