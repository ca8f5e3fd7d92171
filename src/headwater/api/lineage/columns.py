"""`GET /column-lineage`: what columns are derived from (semantics 7)."""

from typing import Annotated

import msgspec

from headwater.answers.columns import ColumnGraph
from headwater.answers.graph import Direction
from headwater.api.http.operations import Plain, RequestContext, get
from headwater.api.http.parameters import Depth, Flag, Moment
from headwater.api.marquez.column_graph import ColumnAnswer, column_answer
from headwater.errors import BadRequestError
from headwater.query.columns.columns import columns, columns_at
from headwater.query.node_ids import parse
from headwater.store import Snapshot


class ColumnsAsked(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    node_id: Annotated[
        tuple[str, ...],
        msgspec.Meta(
            min_length=1,
            description="datasetField:NAMESPACE:NAME:FIELD, a dataset, or a job; a dataset or"
            " field with #VERSION asks what that version was made from. May be repeated.",
        ),
    ]
    depth: Annotated[
        Depth | None,
        msgspec.Meta(
            description="Further edges to follow; 0: the field, with the names of its inputs. If"
            " left out, 0 for what lies upstream, and 1 where what lies downstream is asked for."
        ),
    ] = None
    with_downstream: Annotated[
        Flag, msgspec.Meta(description="Also what is derived from the columns.")
    ] = False
    direction: Annotated[
        Direction | None, msgspec.Meta(description="Says more than withDownstream, and goes first.")
    ] = None
    at: Annotated[
        Moment | None,
        msgspec.Meta(description="As of this time: what was stated then, not by versions."),
    ] = None
    dataset_version: Annotated[
        str | None, msgspec.Meta(description="A version of the dataset asked for.")
    ] = None
    lineage_at: Annotated[
        Moment | None,
        msgspec.Meta(description="The latest version at a time: unix seconds or RFC 3339."),
    ] = None


@get("/column-lineage", tag="Graphs", summary="Where columns come from, and where they go")
def column_lineage(
    context: RequestContext, asked: ColumnsAsked
) -> ColumnAnswer | Plain[ColumnGraph]:
    """Now, by a version of a dataset, or by the latest version at a time; with a version or time,
    ids end in #VERSION, and what was not there yet gives an empty graph."""
    graph = _graph(context.snapshot, asked)
    return Plain(graph) if context.wants_plain else column_answer(graph)


def _graph(snapshot: Snapshot, asked: ColumnsAsked) -> ColumnGraph:
    nodes = asked.node_id
    if asked.dataset_version is not None:
        nodes = tuple(_versioned(node, asked) for node in nodes)
    depth = asked.depth
    direction = asked.direction or ("both" if asked.with_downstream else "upstream")
    if asked.lineage_at is None:
        return columns(snapshot, *nodes, at=asked.at, depth=depth, direction=direction)
    if asked.at is not None:
        raise BadRequestError("lineageAt goes by versions, and at does not: leave out one of them")
    return columns_at(snapshot, *nodes, at=asked.lineage_at, depth=depth, direction=direction)


def _versioned(node: str, asked: ColumnsAsked) -> str:
    if asked.lineage_at is not None or parse(node).version:
        raise BadRequestError(
            "datasetVersion stands for one version: leave out lineageAt and #VERSION"
        )
    versioned = f"{node}#{asked.dataset_version}"
    if parse(versioned).version is None:
        raise BadRequestError(
            f"datasetVersion is {asked.dataset_version!r}; expected the UUID of a version"
        )
    return versioned
