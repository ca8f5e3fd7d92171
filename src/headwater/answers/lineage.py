"""Answers about the graph beside the graph itself: of runs, of edges, and of when it changed."""

from typing import Literal, TypeAlias

import msgspec

from headwater.answers.graph import LatestRun, Truncated
from headwater.answers.moments import Instant
from headwater.answers.runs import RunSummary

NodeType: TypeAlias = Literal["RUN", "DATASET_VERSION", "JOB_VERSION"]

EdgeType: TypeAlias = Literal["CONSUMED", "PRODUCED", "IS_VERSION_OF", "FOLLOWS"]


class RunNode(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A run, or a version of a dataset or a job."""

    id: str
    type: NodeType
    namespace: str
    name: str
    run: RunSummary | None = None
    version: str | None = None
    kind: str | None = None
    """How a version came to be: write, event, observed, …; run, stream, declared, …"""
    storage_version: str | None = None
    since: Instant | None = None
    until: Instant | None = None
    deleted: bool = False
    """Whether the dataset or job has been deleted; what others were made from stays (10)."""
    hidden_upstream: int = 0
    hidden_downstream: int = 0


class RunEdge(msgspec.Struct, frozen=True, order=True):
    """In the direction data flows: a version FOLLOWS the one it comes from, its origin."""

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
    """None where no known run wrote it."""


class UpstreamRun(msgspec.Struct, frozen=True):
    job: UpstreamJob
    run: UpstreamRunState
    inputs: tuple[UpstreamInput, ...]


class UpstreamRuns(msgspec.Struct, frozen=True):
    runs: tuple[UpstreamRun, ...]


class Statement(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    basis: str
    """listed, explicit, column or control."""
    stated_by: str
    """The job that says so; the dataset itself, where a dataset event does."""
    since: Instant | None
    until: Instant | None
    """None while it holds."""


class EdgeEvidence(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    origin: str
    destination: str
    basis: str
    """The strongest in the current graph; of an edge that is not there, the strongest it had."""
    is_current: bool
    """Whether the current graph has it."""
    first_seen: Instant | None
    last_seen: Instant | None
    """When the last run that shows it ended, or started if it goes on; without such a run, when
    it was last stated anew."""
    statements: tuple[Statement, ...]
    """The newest first."""
    run_count: int
    """The runs that list the dataset; of an edge that no lists show, the runs of the jobs that
    state it, while they do."""
    latest_runs: tuple[LatestRun, ...]


class Change(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What became different at one moment."""

    at: Instant
    edges_begun: int = 0
    edges_ended: int = 0
    job_versions: int = 0
    """Jobs that began a version."""
    drops: int = 0
    """Datasets that were dropped."""


class Changes(msgspec.Struct, frozen=True):
    changes: tuple[Change, ...]
    """In the order of time."""
    first: Instant | None
    """When the first run of the jobs, or version of the datasets, began; None if none did."""
    last: Instant | None
    """When the last of them began."""
