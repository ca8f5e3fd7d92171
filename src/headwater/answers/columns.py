"""Answers about column lineage: what columns are derived from."""

from typing import Literal

import msgspec

from headwater.answers.graph import Transformation, Truncated


class InputField(msgspec.Struct, frozen=True):
    """This is a source of a field. `field` is null if the source is a dataset as a whole."""

    id: str
    namespace: str
    name: str
    field: str | None
    version: str | None
    transformations: tuple[Transformation, ...]
    jobs: tuple[str, ...]
    """The jobs that state this source. It is empty if a dataset event states it."""


class FieldNode(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is a field, or a dataset as a whole if the column lineage names no field of it."""

    id: str
    type: Literal["DATASET_FIELD", "DATASET"]
    namespace: str
    name: str
    field: str | None
    field_type: str | None
    version: str | None
    input_fields: tuple[InputField, ...]
    hidden_upstream: int
    hidden_downstream: int


class ColumnEdge(msgspec.Struct, frozen=True, order=True):
    """This edge leads from a source field to the field that is derived from it."""

    origin: str
    destination: str


class ColumnGraph(msgspec.Struct, frozen=True):
    """This graph has fields, and the fields that they are derived from."""

    nodes: tuple[FieldNode, ...]
    edges: tuple[ColumnEdge, ...]
    """Every edge of a node in the direction asked for. Its other end may lie beyond the depth, and
    is then not among the nodes."""
    truncated: Truncated | None


class SourceColumn(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is a field that another one is derived from."""

    namespace: str
    name: str
    field: str | None
    """The source field, or None if the source is a dataset as a whole."""
    transformation_description: str | None
    transformation_type: str | None
    """The transformation in the terms of the former `transformationType` (semantics 7.1). This
    and the description are given only if all transformations agree."""
    transformations: tuple[Transformation, ...]


class DerivedColumn(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is a field of a dataset, with the fields that it is derived from."""

    name: str
    input_fields: tuple[SourceColumn, ...]
    transformation_description: str | None
    transformation_type: str | None
