"""`GET /lineage`: the graph of jobs and datasets, now or as of any time (semantics 6)."""

from typing import Annotated, Literal, TypeAlias

import msgspec

from headwater.answers.graph import LineageGraph
from headwater.api.http.operations import Plain, RequestContext, Text, get
from headwater.api.http.parameters import Depth, Flag, Moment
from headwater.api.marquez.graph import LineageAnswer, lineage_answer
from headwater.query.formats.picture import lineage_picture
from headwater.query.formats.texts import dot, edge_list, mermaid
from headwater.query.graph.groups import GroupBy
from headwater.query.lineage.lineage import DEPTH, MAX_NODES, Expansion, Scope, Way, extent
from headwater.query.lineage.shown import show

Form: TypeAlias = Literal["json", "csv", "dot", "mermaid"]
NodeId: TypeAlias = Annotated[
    str,
    msgspec.Meta(
        description="job:NAMESPACE:NAME or dataset:NAMESPACE:NAME, by any of its names; a colon"
        " inside a part may be written as %3A."
    ),
]

MEDIA = {"csv": "text/csv", "dot": "text/vnd.graphviz", "mermaid": "text/vnd.mermaid"}
_WRITERS = {"csv": edge_list, "dot": dot, "mermaid": mermaid}


class LineageAsked(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    node_id: NodeId
    depth: Annotated[Depth, msgspec.Meta(description="Hops from job to job.")] = DEPTH
    direction: Annotated[
        Way,
        msgspec.Meta(
            description="`both`: along edges in either direction; `upstream`, `downstream`: along"
            " the flows of data inside jobs; `flows`: these two together."
        ),
    ] = "both"
    at: Annotated[Moment | None, msgspec.Meta(description="As of this time.")] = None
    scope: Scope = "neighbourhood"
    group_by: GroupBy = "none"
    fold_private: Flag = False
    layers: Annotated[
        str, msgspec.Meta(pattern="^data(,control)?$", description="`data`, or `data,control`.")
    ] = "data"
    max_nodes: Annotated[int, msgspec.Meta(ge=1, le=MAX_NODES)] = MAX_NODES
    expand_upstream: Annotated[
        tuple[str, ...],
        msgspec.Meta(description="Nodes to show with all that feeds them, where they are shown."),
    ] = ()
    expand_downstream: Annotated[
        tuple[str, ...],
        msgspec.Meta(description="Nodes to show with all that they feed, where they are shown."),
    ] = ()
    columns: Annotated[
        Flag, msgspec.Meta(description="With the column edges between the datasets shown.")
    ] = False
    format: Form = "json"


@get(
    "/lineage",
    tag="Graphs",
    summary="The graph around a job or dataset",
    media=tuple(MEDIA.values()),
)
def lineage(
    context: RequestContext, asked: LineageAsked
) -> LineageAnswer | Plain[LineageGraph] | Text:
    """The current graph, or as of a time. `both` goes along edges in either direction; `upstream`
    and `downstream` follow the flows of data inside jobs. A component is the same from each of its
    nodes, and knows neither depth nor direction."""
    found = extent(
        context.snapshot,
        asked.node_id,
        at=asked.at,
        depth=asked.depth,
        direction=asked.direction,
        scope=asked.scope,
        group_by=asked.group_by,
        control="control" in asked.layers,
        max_nodes=asked.max_nodes,
        expand=Expansion(asked.expand_upstream, asked.expand_downstream),
    )
    shown = show(found, fold_private=asked.fold_private, columns=asked.columns)
    if asked.format != "json":
        written = _WRITERS[asked.format](lineage_picture(shown.answer))
        return Text(MEDIA[asked.format], written + "\n")
    return Plain(shown.answer) if context.wants_plain else lineage_answer(shown)
