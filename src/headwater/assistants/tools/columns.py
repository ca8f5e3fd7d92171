"""The tool that shows what columns are derived from."""

from collections.abc import Iterator
from typing import Annotated

import msgspec

from headwater.answers.columns import ColumnGraph, InputField
from headwater.assistants.lists import at_most, beyond, noted
from headwater.assistants.tool import Arguments, Ask, AtTime, Most, tool
from headwater.assistants.views import Views
from headwater.model.directions import Direction
from headwater.questions.graph import ColumnsQuestion
from headwater.questions.question import Depth
from headwater.words.numbers import counted


class ColumnsArguments(Arguments, frozen=True, kw_only=True):
    node: Annotated[
        str,
        msgspec.Meta(
            description="A field as datasetField:NAMESPACE:NAME:FIELD, or a dataset or job for all"
            " of its fields."
        ),
    ]
    direction: Direction = "upstream"
    depth: Annotated[
        Depth, msgspec.Meta(description="How many steps from column to column to go further.")
    ] = 0
    at: AtTime = None
    most: Most = 30


@tool
def columns(ask: Ask, views: Views, given: ColumnsArguments) -> Iterator[str]:
    """Show column lineage: which columns a column is derived from, how, and by which job; or, with
    the direction `downstream`, which columns are derived from it."""
    graph = ask(
        ColumnsQuestion(
            node_id=(given.node,), direction=given.direction, depth=given.depth, at=given.at
        )
    )
    edges = list(_edges(graph))
    yield f"{counted(len(edges), 'column edge')} of {given.node}:"
    yield from at_most(given.most, edges)
    yield from beyond(graph.truncated)
    yield views.lineage(_shown(given.node), columns="shown", at=given.at)


def _edges(graph: ColumnGraph) -> Iterator[str]:
    sources = {(source.id, node.id): source for node in graph.nodes for source in node.input_fields}
    for edge in graph.edges:
        source = sources.get((edge.origin, edge.destination))
        yield noted(f"{edge.origin} > {edge.destination}", _how(source) if source else ())


def _how(source: InputField) -> Iterator[str]:
    for change in source.transformations:
        if change.old_type:
            yield " ".join(filter(None, (change.old_type, change.description)))
    if source.jobs:
        yield f"by {', '.join(source.jobs)}"


def _shown(node: str) -> str:
    """The dataset that the page shows for a field."""
    if not node.startswith("datasetField:"):
        return node
    return f"dataset:{node.removeprefix('datasetField:').rpartition(':')[0]}"
