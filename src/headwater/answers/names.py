"""Jobs, datasets and their versions by name, as answers refer to them."""

from typing import Literal, TypeAlias

import msgspec

EntityKind: TypeAlias = Literal["job", "dataset"]

NodeKind: TypeAlias = Literal["job", "dataset", "datasetField", "run"]


class JobId(msgspec.Struct, frozen=True, order=True, gc=False):
    namespace: str
    name: str


class DatasetId(msgspec.Struct, frozen=True, order=True, gc=False):
    namespace: str
    name: str


class JobVersionId(msgspec.Struct, frozen=True, order=True, gc=False):
    namespace: str
    name: str
    version: str


class DatasetVersionId(msgspec.Struct, frozen=True, order=True, gc=False):
    namespace: str
    name: str
    version: str


class Identity(msgspec.Struct, frozen=True, kw_only=True):
    """A job or dataset by its canonical name, or what belongs to it."""

    id: str
    kind: NodeKind
    namespace: str
    """Of a field that of its dataset, of a run that of its job; so the name."""
    name: str
    field: str | None
    version: str | None
    run: str | None
    """The id of a run, as answers have it."""
