"""`GET /nodes`: what a node id stands for (semantics 2.4)."""

from typing import Annotated

import msgspec

from headwater.api.operations import Reading, get
from headwater.api.parameters import Moment
from headwater.query.identity import Identity, identity


class NodeAsked(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    node_id: Annotated[
        str, msgspec.Meta(description="Of a job, dataset, field or run, by any of its names.")
    ]
    at: Annotated[Moment | None, msgspec.Meta(description="As of this time.")] = None


@get("/nodes", tag="Graphs", summary="What a node id stands for")
def node(reading: Reading, asked: NodeAsked) -> Identity:
    """Its canonical name, as the graphs have it."""
    return identity(reading.snapshot, asked.node_id, at=asked.at)
