"""The identifiers by which answers refer to jobs, datasets and their versions."""

from typing import Literal, TypeAlias

import msgspec

EntityKind: TypeAlias = Literal["job", "dataset"]

NodeKind: TypeAlias = Literal["job", "dataset", "datasetField", "run"]


class JobId(msgspec.Struct, frozen=True, order=True, gc=False):
    """This is the name of a job."""

    namespace: str
    name: str


class NamedJob(msgspec.Struct, frozen=True, rename="camel", gc=False):
    """This is a job that an answer refers to, by its node id and its name."""

    node_id: str
    namespace: str
    name: str


class DatasetId(msgspec.Struct, frozen=True, order=True, gc=False):
    """This is the name of a dataset."""

    namespace: str
    name: str


class JobVersionId(msgspec.Struct, frozen=True, order=True, gc=False):
    """This is the name of a job, with the id of one of its versions."""

    namespace: str
    name: str
    version: str


class DatasetVersionId(msgspec.Struct, frozen=True, order=True, gc=False):
    """This is the name of a dataset, with the id of one of its versions."""

    namespace: str
    name: str
    version: str


class Identity(msgspec.Struct, frozen=True, kw_only=True):
    """This is a job, dataset, field or run that a node id stands for, with its canonical name."""

    id: str
    kind: NodeKind
    namespace: str
    """The namespace. A field has the namespace and name of its dataset, a run those of its job."""
    name: str
    field: str | None
    version: str | None
    run: str | None
    """The id that answers show the run by, if the node id stands for a run."""
