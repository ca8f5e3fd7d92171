"""`GET /column-lineage`: what columns are derived from (semantics 7)."""

from collections import defaultdict
from typing import Literal

import msgspec

from headwater.answers.columns import ColumnEdge, ColumnGraph, FieldNode, InputField
from headwater.answers.graph import Transformation, Truncated
from headwater.api.http.operations import Plain, RequestContext, get
from headwater.query.columns.columns import columns
from headwater.query.facets.agreement import agreed
from headwater.query.node_ids import parse
from headwater.questions.graph import ColumnsQuestion

WHOLE = "*"
"""The field of what is said of a dataset as a whole."""


class ColumnInput(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    namespace: str
    name: str
    dataset: str
    dataset_version: str | None
    field: str
    transformation_type: str | None
    transformation_description: str | None
    transformations: tuple[Transformation, ...]
    jobs: tuple[str, ...]


class ColumnData(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    namespace: str
    name: str
    dataset: str
    dataset_version: str | None
    field: str
    type: str | None
    field_type: str | None
    transformation_type: str | None
    transformation_description: str | None
    transformations: tuple[Transformation, ...]
    input_fields: tuple[ColumnInput, ...]


class ColumnNode(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    id: str
    type: Literal["DATASET_FIELD", "DATASET"]
    data: ColumnData
    in_edges: tuple[ColumnEdge, ...]
    """From this field to its inputs: in this answer alone, edges point the way Marquez has it."""
    out_edges: tuple[ColumnEdge, ...]
    hidden_upstream: int
    hidden_downstream: int


class ColumnAnswer(msgspec.Struct, frozen=True):
    graph: tuple[ColumnNode, ...]
    truncated: Truncated | None


@get(ColumnsQuestion.path, tag="Graphs", summary="Where columns come from, and where they go")
def column_lineage(
    context: RequestContext, question: ColumnsQuestion
) -> ColumnAnswer | Plain[ColumnGraph]:
    """Now, by a version of a dataset, or by the latest version at a time; with a version or time,
    ids end in #VERSION, and what was not there yet gives an empty graph."""
    graph = columns(context.snapshot, question)
    return Plain(graph) if context.wants_plain else column_answer(graph)


def column_answer(graph: ColumnGraph) -> ColumnAnswer:
    """The graph in Marquez's form."""
    into: defaultdict[str, list[ColumnEdge]] = defaultdict(list)
    out_of: defaultdict[str, list[ColumnEdge]] = defaultdict(list)
    for edge in graph.edges:
        into[edge.destination].append(ColumnEdge(edge.destination, edge.origin))
        out_of[edge.origin].append(edge)
    nodes = tuple(
        ColumnNode(
            id=node.id,
            type=node.type,
            data=_data(node),
            in_edges=tuple(sorted(into[node.id])),
            out_edges=tuple(out_of[node.id]),
            hidden_upstream=node.hidden_upstream,
            hidden_downstream=node.hidden_downstream,
        )
        for node in graph.nodes
    )
    return ColumnAnswer(nodes, graph.truncated)


def _data(node: FieldNode) -> ColumnData:
    stated = {how for field in node.input_fields for how in field.transformations}
    transformations = tuple(sorted(stated, key=msgspec.json.encode))
    return ColumnData(
        namespace=node.namespace,
        name=node.name,
        dataset=node.name,
        dataset_version=node.version,
        field=node.field or WHOLE,
        type=node.field_type,
        field_type=node.field_type,
        transformation_type=agreed(how.old_type for how in transformations),
        transformation_description=agreed(how.description for how in transformations),
        transformations=transformations,
        input_fields=tuple(_input(field) for field in node.input_fields),
    )


def _input(field: InputField) -> ColumnInput:
    return ColumnInput(
        namespace=field.namespace,
        name=field.name,
        dataset=field.name,
        dataset_version=parse(field.id).version,
        field=field.field or WHOLE,
        transformation_type=agreed(how.old_type for how in field.transformations),
        transformation_description=agreed(how.description for how in field.transformations),
        transformations=field.transformations,
        jobs=field.jobs,
    )
