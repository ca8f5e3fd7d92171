"""Answers that compare two moments of a graph, or two runs."""

from typing import Any, Literal, TypeAlias

import msgspec

from headwater.answers.graph import Node, Truncated
from headwater.answers.moments import Instant, time_taken
from headwater.answers.runs import RunList, RunSummary
from headwater.answers.versions import CodeVersion, JobChange, SchemaChange

ChangeKind: TypeAlias = Literal["same", "added", "removed", "changed"]

Move: TypeAlias = Literal["left", "joined"]


class JobAt(msgspec.Struct, frozen=True):
    """This is the version of a job that is in force at a moment."""

    id: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    code: CodeVersion


class JobVersionDiff(msgspec.Struct, frozen=True):
    """This is a job at two moments, with the versions that were in force and what changed."""

    before: JobAt | None
    after: JobAt | None
    change: JobChange


class ColumnDiff(msgspec.Struct, frozen=True, order=True):
    """This is a column edge at either moment. It is changed if its transformations differ."""

    origin: str
    destination: str
    change: ChangeKind


class NodeDiff(msgspec.Struct, frozen=True, kw_only=True):
    """This is a job or dataset that is in the graph at either moment."""

    id: str
    type: Literal["JOB", "DATASET"]
    namespace: str
    name: str
    change: ChangeKind
    before: Node | None
    after: Node | None


class EdgeDiff(msgspec.Struct, frozen=True, order=True):
    """This is an edge that is in the graph at either moment. It is changed if its basis differs."""

    origin: str
    destination: str
    basis: str
    change: ChangeKind


class NodeChange(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This says what differs in a node that is in the graph at both moments."""

    id: str
    type: Literal["JOB", "DATASET"]
    version: JobVersionDiff | None = None
    schema: SchemaChange | None = None
    columns: tuple[ColumnDiff, ...] = ()
    marks_gained: tuple[str, ...] = ()
    marks_lost: tuple[str, ...] = ()
    neighbourhood: Move | None = None
    """Whether the node left the nodes that are compared, or joined them. At the other moment it
    exists as well, but is connected elsewhere."""

    @property
    def is_empty(self) -> bool:
        return self == NodeChange(id=self.id, type=self.type)


class GraphDiff(msgspec.Struct, frozen=True, kw_only=True):
    """These are the graphs of two moments laid on top of each other."""

    since: Instant
    until: Instant | None
    """The later moment, or None for the current graph."""
    nodes: tuple[NodeDiff, ...]
    edges: tuple[EdgeDiff, ...]
    changes: tuple[NodeChange, ...]
    """What has changed, for each node that has."""
    truncated: Truncated | None


Counted: TypeAlias = Literal["written", "read"]


class JobInstance(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is the run of a job that is nearest to the compared run."""

    run: str
    state: str
    started_at: Instant
    ended_at: Instant | None
    version: str | None
    """The version of the job that the run belongs to."""
    code: CodeVersion
    """The code version that the run states or, failing that, the one of its job's version."""
    assumed: bool
    """Whether the inputs are taken from the job's version because the run reported none."""
    parameters: dict[str, Any]
    error: str | None
    distance: int

    @property
    def duration(self) -> int | None:
        """The duration in microseconds, or None where start or end are not known."""
        return time_taken(self.started_at, self.ended_at)


class DatasetInstance(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is the version of a dataset nearest to the run. `version` is null for an unwritten
    output."""

    version: str | None = None
    kind: str | None = None
    since: Instant | None = None
    storage_version: str | None = None
    run: str | None = None
    """The run that wrote this version or, failing that, the version that it follows."""
    job: str | None = None
    follows: str | None = None
    row_count: int | None = None
    bytes: int | None = None
    counted: Counted | None = None
    """Whether the run that wrote the version counted, or the nearest run that read it."""
    distance: int


JobAspect: TypeAlias = Literal[
    "code", "literals", "inputs", "outputs", "state", "duration", "parameters", "error"
]

DatasetAspect: TypeAlias = Literal["version", "schema", "storageVersion", "run", "rows", "bytes"]


class JobDiff(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is a job of two runs, compared by its nearest run on each side."""

    id: str
    role: Literal["run", "upstream"]
    change: ChangeKind
    changed: tuple[JobAspect, ...]
    version: JobChange | None
    """How the two versions of the job differ, if they do."""
    before: JobInstance | None
    after: JobInstance | None


class DatasetDiff(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is a dataset of two runs. It is compared by its nearest version on each side, outputs
    with outputs."""

    id: str
    role: Literal["output", "upstream"]
    change: ChangeKind
    changed: tuple[DatasetAspect, ...]
    schema: SchemaChange | None
    contradiction: SchemaChange | None
    """How a version that only a read has shown differs from the one that it follows."""
    before: DatasetInstance | None
    after: DatasetInstance | None


class RunEdgeDiff(msgspec.Struct, frozen=True, order=True):
    """This is an edge between a job and a dataset, in the direction in which data flowed."""

    origin: str
    destination: str
    change: ChangeKind


class RunDiff(msgspec.Struct, frozen=True, kw_only=True):
    """These are two runs of a job compared, with all that led to them."""

    before: RunSummary
    after: RunSummary
    runs: RunList
    """The runs of the job after the first run, up to and including the second, newest first."""
    jobs: tuple[JobDiff, ...]
    datasets: tuple[DatasetDiff, ...]
    """The datasets, nearest first."""
    edges: tuple[RunEdgeDiff, ...]
    """The edges along which data flowed before either run."""
    truncated: Truncated | None
