"""What columns are derived from."""

from typing import Literal

import msgspec

from headwater.answers.graph import Transformation, Truncated


class InputField(msgspec.Struct, frozen=True):
    """One source of a field; `field` is None where the source is a dataset as a whole."""

    id: str
    namespace: str
    name: str
    field: str | None
    transformations: tuple[Transformation, ...]
    jobs: tuple[str, ...]
    """The jobs that say so; none where a dataset event does."""


class FieldNode(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A field; or a dataset, for what is said of it as a whole."""

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
    """From a source field to the field derived from it."""

    origin: str
    destination: str


class ColumnGraph(msgspec.Struct, frozen=True):
    nodes: tuple[FieldNode, ...]
    edges: tuple[ColumnEdge, ...]
    truncated: Truncated | None


class SourceColumn(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    namespace: str
    name: str
    field: str | None
    """None where the source is a dataset as a whole."""
    transformation_description: str | None
    transformation_type: str | None
    """In the old words (semantics 7.1); this and the description only where all agree."""
    transformations: tuple[Transformation, ...]


class DerivedColumn(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    name: str
    input_fields: tuple[SourceColumn, ...]
    transformation_description: str | None
    transformation_type: str | None
