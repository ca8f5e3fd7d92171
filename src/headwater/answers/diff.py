"""Two moments of a graph, or two runs, compared."""

from typing import Any, Literal, TypeAlias

import msgspec

from headwater.answers.graph import Node, Truncated
from headwater.answers.moments import Instant
from headwater.answers.runs import RunList, RunSummary
from headwater.answers.versions import CodeVersion, JobChange, SchemaChange

Change: TypeAlias = Literal["same", "added", "removed", "changed"]


class JobAt(msgspec.Struct, frozen=True):
    """The version of a job that holds at a moment."""

    id: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    code: CodeVersion


class JobVersionDiff(msgspec.Struct, frozen=True):
    before: JobAt | None
    after: JobAt | None
    change: JobChange


class ColumnDiff(msgspec.Struct, frozen=True, order=True):
    """A column edge; it is changed where its transformations are others."""

    origin: str
    destination: str
    change: Change


class NodeDiff(msgspec.Struct, frozen=True, kw_only=True):
    """A job or dataset of either moment."""

    id: str
    type: Literal["JOB", "DATASET"]
    namespace: str
    name: str
    change: Change
    before: Node | None
    after: Node | None


class EdgeDiff(msgspec.Struct, frozen=True, order=True):
    """An edge of either moment; it is changed where its basis is another one."""

    origin: str
    destination: str
    basis: str
    change: Change


class NodeChange(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What is different in a node that is there at both moments."""

    id: str
    type: Literal["JOB", "DATASET"]
    version: JobVersionDiff | None = None
    schema: SchemaChange | None = None
    columns: tuple[ColumnDiff, ...] = ()
    marks_gained: tuple[str, ...] = ()
    marks_lost: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        return self == NodeChange(id=self.id, type=self.type)


class GraphDiff(msgspec.Struct, frozen=True, kw_only=True):
    """The graphs of both moments on top of each other."""

    since: Instant
    until: Instant | None
    """None for the current graph."""
    nodes: tuple[NodeDiff, ...]
    edges: tuple[EdgeDiff, ...]
    changes: tuple[NodeChange, ...]
    """One for each node that has changed."""
    truncated: Truncated | None


Counted: TypeAlias = Literal["written", "read"]


class JobInstance(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The nearest run of a job."""

    run: str
    state: str
    started_at: Instant
    ended_at: Instant | None
    version: str | None
    """The version of the job that the run belongs to."""
    code: CodeVersion
    """As the run says, else as its job's version does."""
    assumed: bool
    """Whether its inputs are those of its job's version, as it reported none."""
    parameters: dict[str, Any]
    error: str | None
    distance: int

    @property
    def duration(self) -> int | None:
        """In µs."""
        return None if self.ended_at is None else self.ended_at - self.started_at


class DatasetInstance(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The nearest version of a dataset; without a version it is an output that was not written."""

    version: str | None = None
    kind: str | None = None
    since: Instant | None = None
    storage_version: str | None = None
    run: str | None = None
    """The run that wrote it, or that wrote the version it follows."""
    job: str | None = None
    follows: str | None = None
    row_count: int | None = None
    bytes: int | None = None
    counted: Counted | None = None
    """Who counted: the run that wrote it, or the nearest one that read it."""
    distance: int


JobAspect: TypeAlias = Literal[
    "code", "literals", "inputs", "outputs", "state", "duration", "parameters", "error"
]

DatasetAspect: TypeAlias = Literal["version", "schema", "storageVersion", "run", "rows", "bytes"]


class JobDiff(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A job by its nearest run on either side."""

    id: str
    role: Literal["run", "upstream"]
    change: Change
    changed: tuple[JobAspect, ...]
    version: JobChange | None
    """How the versions of the job differ, where they do."""
    before: JobInstance | None
    after: JobInstance | None


class DatasetDiff(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A dataset by its nearest version on either side; outputs are matched with outputs."""

    id: str
    role: Literal["output", "upstream"]
    change: Change
    changed: tuple[DatasetAspect, ...]
    schema: SchemaChange | None
    contradiction: SchemaChange | None
    """How what was read (after) differs from the version it follows, where only a read shows it."""
    before: DatasetInstance | None
    after: DatasetInstance | None


class LinkDiff(msgspec.Struct, frozen=True, order=True):
    """Between jobs and datasets, in the direction data flowed."""

    origin: str
    destination: str
    change: Change


class RunDiff(msgspec.Struct, frozen=True, kw_only=True):
    before: RunSummary
    after: RunSummary
    runs: RunList
    """The runs of the job after the first up to and including the second, the newest first."""
    jobs: tuple[JobDiff, ...]
    datasets: tuple[DatasetDiff, ...]
    """The nearest first."""
    edges: tuple[LinkDiff, ...]
    """What fed what, on either side."""
    truncated: Truncated | None
