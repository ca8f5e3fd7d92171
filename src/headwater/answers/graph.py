"""Graphs as answers. They are frozen values and sorted, so that equal graphs are equal bytes."""

from typing import Literal

import msgspec

from headwater.answers.facets import Owner, Tag
from headwater.answers.moments import Instant


class Marks(msgspec.Struct, frozen=True, rename="camel", gc=False):
    """This says what is special about a node in the requested graph (semantics 6.4)."""

    stale: bool = False
    dropped: bool = False
    dangling: bool = False
    private: bool = False
    lineage_unknown: bool = False
    declared_only: bool = False
    provisional: bool = False
    did_not_exist_yet: bool = False

    def words(self) -> tuple[str, ...]:
        return tuple(
            name.replace("_", " ") for name in self.__struct_fields__ if getattr(self, name)
        )


class ContractMark(msgspec.Struct, frozen=True, order=True, rename="camel"):
    """This is a contract that covers a dataset."""

    id: str
    version: str
    name: str
    status: str | None
    binding: str


class LatestRun(msgspec.Struct, frozen=True, rename="camel", gc=False):
    """This is the last run of a job, or the last that wrote a dataset, with its state at that
    time."""

    id: str
    state: str
    started_at: Instant
    ended_at: Instant | None
    assumed_end: bool = False
    """Whether the end is that of a run above, as no end of its own has come (semantics 3.7)."""


class Ending(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This says what became of a dataset that was dropped or renamed."""

    at: Instant
    run: str | None
    """The run that dropped or renamed it, or None if a dataset event did."""
    job: str | None
    renamed_to: str | None
    """The node id of the dataset that it became, if it was renamed."""
    last_connected: Instant | None
    """When the last job stopped reading and writing it, or None if a job still does, or none ever
    did."""


class Vitals(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This says how a job or dataset is doing, by its last runs (semantics 6.6)."""

    owners: tuple[Owner, ...]
    last_at: Instant | None
    """When the job last completed, or the dataset was last written."""
    longest_gap_ms: int | None
    """The longest time that usually passes until that happens again, or None without a rhythm."""
    late: bool
    """Whether it should have happened again by now, or by the moment of the graph."""
    rows: tuple[int, ...]
    """How many rows the last writes of the dataset had, the latest last: up to ten, and fewer in a
    large graph. Writes whose rows nobody counted are left out."""
    failed_tests: tuple[str, ...]
    """The data quality assertions of the dataset that failed in the last run of a job that reads or
    writes it."""
    passed_tests: int
    """How many others passed then."""


class Node(msgspec.Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """This is a dataset, a job, or a group of jobs shown as their parent or root."""

    id: str
    type: Literal["JOB", "DATASET"]
    namespace: str
    name: str
    kind: str | None
    """How a job runs (BATCH, STREAMING, SERVICE), or the type of a dataset (TABLE, VIEW, …)."""
    marks: Marks
    aliases: tuple[str, ...]
    members: tuple[str, ...]
    """The jobs that this node stands for if jobs are grouped."""
    version: str | None
    run: LatestRun | None
    description: str | None
    tags: tuple[Tag, ...]
    contracts: tuple[ContractMark, ...]
    """The data contracts that cover this dataset."""
    updated_at: Instant | None
    """When it last occurred, as in lists of jobs and datasets. As of a moment before that: when the
    last run of a job ended or began, and when a dataset's version began."""
    hidden_upstream: int
    hidden_downstream: int
    vitals: Vitals | None = None
    """How it is doing, if the question has `vitals`."""


class Edge(msgspec.Struct, frozen=True, order=True, gc=False):
    """This is an edge in the direction of the data. If its basis is `control`, the destination
    waits for the origin."""

    origin: str
    destination: str
    basis: str


class Transformation(msgspec.Struct, frozen=True, omit_defaults=True):
    """This says how one field is derived from another."""

    type: str | None = None
    subtype: str | None = None
    description: str | None = None
    masking: bool | None = None

    @property
    def old_type(self) -> str | None:
        """The transformation as the former `transformationType`: MASKED, IDENTITY, …"""
        return "MASKED" if self.masking else self.subtype or self.type


class ColumnLink(msgspec.Struct, frozen=True, rename="camel"):
    """This is a column edge between two datasets. A null field stands for the dataset as a
    whole."""

    origin: str
    origin_field: str | None
    destination: str
    destination_field: str | None
    transformations: tuple[Transformation, ...]


class Truncated(msgspec.Struct, frozen=True, rename="camel"):
    """This says why an answer is incomplete, and how many nodes come next."""

    reason: Literal["depth", "maxNodes"]
    hidden: int


class LineageGraph(msgspec.Struct, frozen=True, rename="camel"):
    """This is a graph of jobs and datasets. It does not name the node of the question, so that a
    component is one answer."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    truncated: Truncated | None
    columns: tuple[ColumnLink, ...] | None = None
    """The column edges between the datasets shown, if they were requested."""
