"""`GET /lineage/impact`: what a change to a node reaches, and whom to tell (semantics 8.4)."""

from typing import Annotated, Literal

import msgspec

from headwater.answers.graph import OneWay
from headwater.answers.impact import Impact
from headwater.api.http.operations import RequestContext, Text, get
from headwater.api.http.parameters import Depth, Moment
from headwater.query.formats.texts import impact_table
from headwater.query.impact.impact import impact as ask_impact
from headwater.query.lineage.lineage import DEPTH


class ImpactAsked(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    node_id: Annotated[
        str, msgspec.Meta(description="A job, a dataset, or a field of one (columns too).")
    ]
    direction: OneWay = "downstream"
    depth: Annotated[Depth, msgspec.Meta(description="Hops from job to job.")] = DEPTH
    at: Annotated[Moment | None, msgspec.Meta(description="As of this time.")] = None
    format: Literal["json", "csv"] = "json"


@get(
    "/lineage/impact", tag="Graphs", summary="All that is reached from a node", media=("text/csv",)
)
def impact(context: RequestContext, asked: ImpactAsked) -> Impact | Text:
    """Each job, dataset, column and contract reached along the flows of data, with its distance,
    one shortest path, and who owns it. From a column, what lies where nobody says which columns
    went on is `possible`."""
    found = ask_impact(
        context.snapshot,
        asked.node_id,
        direction=asked.direction,
        depth=asked.depth,
        at=asked.at,
    )
    return found if asked.format == "json" else Text("text/csv", impact_table(found))
