"""Further answers about the graph: the graph of runs, the evidence for edges, and its changes."""

from typing import Literal, TypeAlias

import msgspec

from headwater.answers.graph import LatestRun, Truncated
from headwater.answers.moments import Instant
from headwater.answers.runs import RunSummary

NodeType: TypeAlias = Literal["RUN", "DATASET_VERSION", "JOB_VERSION"]

EdgeType: TypeAlias = Literal["CONSUMED", "PRODUCED", "IS_VERSION_OF", "FOLLOWS"]


class RunNode(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A run, or a version of a dataset or of a job."""

    id: str
    type: NodeType
    namespace: str
    name: str
    run: RunSummary | None = None
    version: str | None = None
    kind: str | None = None
    """How a version came to be: write, event, observed, … for a dataset, and run, stream,
    declared, … for a job."""
    storage_version: str | None = None
    since: Instant | None = None
    until: Instant | None = None
    deleted: bool = False
    """Whether the dataset or job was deleted. It stays in the graph if others were made from it
    or by it (semantics 6.1)."""
    hidden_upstream: int = 0
    hidden_downstream: int = 0


class RunEdge(msgspec.Struct, frozen=True, order=True):
    """An edge in the direction in which data flows.

    FOLLOWS leads from a version to the later one.
    """

    origin: str
    destination: str
    type: EdgeType


class RunGraph(msgspec.Struct, frozen=True):
    nodes: tuple[RunNode, ...]
    edges: tuple[RunEdge, ...]
    truncated: Truncated | None


class UpstreamJob(msgspec.Struct, frozen=True):
    namespace: str
    name: str
    version: str | None


class UpstreamRunState(msgspec.Struct, frozen=True):
    id: str
    start: Instant
    end: Instant | None
    status: str


class UpstreamInput(msgspec.Struct, frozen=True, rename="camel"):
    namespace: str
    name: str
    version: str
    produced_by_run_id: str | None
    """The run that wrote the version, or None if no known run did."""


class UpstreamRun(msgspec.Struct, frozen=True):
    job: UpstreamJob
    run: UpstreamRunState
    inputs: tuple[UpstreamInput, ...]


class UpstreamRuns(msgspec.Struct, frozen=True):
    runs: tuple[UpstreamRun, ...]


class Statement(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A period for which the edge was stated on one basis."""

    basis: str
    """One of listed, explicit, column and control."""
    stated_by: str
    """The job that states the edge, or the dataset if a dataset event does."""
    since: Instant | None
    until: Instant | None
    """When the statement ended, or None while it holds."""


class EdgeEvidence(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The statements and the runs that an edge of the graph rests on."""

    origin: str
    destination: str
    basis: str
    """The strongest basis in the current graph or, for a past edge, the strongest ever."""
    is_current: bool
    """Whether the edge is in the current graph."""
    first_seen: Instant | None
    last_seen: Instant | None
    """When the last run that shows the edge ended, or when it started if it goes on. Without
    such a run, it is when the edge was last stated anew."""
    statements: tuple[Statement, ...]
    """The statements, newest first."""
    run_count: int
    """The number of runs that list the dataset. For an edge that no run lists, it is the number
    of runs of the stating jobs while they state it."""
    latest_runs: tuple[LatestRun, ...]


class Change(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What changed at one moment."""

    at: Instant
    edges_begun: int = 0
    edges_ended: int = 0
    job_versions: int = 0
    """The number of job versions that began."""
    drops: int = 0
    """The number of datasets that were dropped."""


class Changes(msgspec.Struct, frozen=True):
    changes: tuple[Change, ...]
    """The changes in the order of time."""
    first: Instant | None
    """When the first run of the jobs or version of the datasets began, or None if there is none."""
    last: Instant | None
    """When the last run of the jobs or version of the datasets began."""
