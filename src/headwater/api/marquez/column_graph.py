"""The graph of columns in Marquez's shape."""

from typing import Annotated, Literal

import msgspec

from headwater.answers.columns import ColumnEdge, ColumnGraph, FieldNode, InputField
from headwater.answers.graph import Transformation, Truncated
from headwater.model.directions import Direction
from headwater.query.facets.agreement import agreed
from headwater.query.graph.by_node import edges_by_node
from headwater.questions.graph import ColumnsQuestion

WHOLE = "*"
"""The name of the field that stands for a dataset as a whole."""


class ColumnsRequest(ColumnsQuestion, frozen=True, kw_only=True):
    """The question, with Marquez's word for the direction."""

    with_downstream: Annotated[
        bool,
        msgspec.Meta(
            description="This says whether to show also what is derived from the columns."
            " `direction` takes precedence over it."
        ),
    ] = False

    @property
    def way(self) -> Direction:
        return self.direction or ("both" if self.with_downstream else "upstream")


class ColumnInput(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is a field that another field is derived from."""

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
    """This is what is known of a field, or of a dataset as a whole, with its inputs."""

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
    """This is a field, or a dataset as a whole, with its edges."""

    id: str
    type: Literal["DATASET_FIELD", "DATASET"]
    data: ColumnData
    in_edges: tuple[ColumnEdge, ...]
    """Edges from this field to its inputs. Only in this answer do edges point this way, as in
    Marquez."""
    out_edges: tuple[ColumnEdge, ...]
    hidden_upstream: int
    hidden_downstream: int


class ColumnAnswer(msgspec.Struct, frozen=True):
    """This is the graph of columns in Marquez's shape."""

    graph: tuple[ColumnNode, ...]
    truncated: Truncated | None


def column_answer(graph: ColumnGraph) -> ColumnAnswer:
    """The graph in Marquez's shape."""
    into, out_of = edges_by_node(graph.edges)
    nodes = tuple(
        ColumnNode(
            id=node.id,
            type=node.type,
            data=_data(node),
            in_edges=tuple(sorted(ColumnEdge(node.id, edge.origin) for edge in into[node.id])),
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
        dataset_version=field.version,
        field=field.field or WHOLE,
        transformation_type=agreed(how.old_type for how in field.transformations),
        transformation_description=agreed(how.description for how in field.transformations),
        transformations=field.transformations,
        jobs=field.jobs,
    )
