"""`GET /nodes`: what a node id stands for (semantics 2.4)."""

from typing import Annotated

import msgspec

from headwater.answers.names import Identity
from headwater.api.http.operations import RequestContext, get
from headwater.api.http.parameters import Moment
from headwater.query.catalog.identity import identity


class NodeAsked(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    node_id: Annotated[
        str, msgspec.Meta(description="Of a job, dataset, field or run, by any of its names.")
    ]
    at: Annotated[Moment | None, msgspec.Meta(description="As of this time.")] = None


@get("/nodes", tag="Graphs", summary="What a node id stands for")
def node(context: RequestContext, asked: NodeAsked) -> Identity:
    """Its canonical name, as the graphs have it."""
    return identity(context.snapshot, asked.node_id, at=asked.at)
