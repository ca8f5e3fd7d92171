"""Answers about run lineage: the graph of runs, and of the versions that they read and wrote."""

from typing import Literal, TypeAlias

import msgspec

from headwater.answers.graph import Truncated
from headwater.answers.moments import Instant
from headwater.answers.runs import RunSummary
from headwater.answers.versions import CodeVersion

RunNodeType: TypeAlias = Literal["RUN", "DATASET_VERSION", "JOB_VERSION"]

EdgeType: TypeAlias = Literal["CONSUMED", "PRODUCED", "IS_VERSION_OF", "FOLLOWS"]


class RunNode(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is a run, or a version of a dataset or of a job."""

    id: str
    type: RunNodeType
    namespace: str
    name: str
    run: RunSummary | None = None
    version: str | None = None
    kind: str | None = None
    """How a version came to be: write, event, observed, … for a dataset, and run, stream,
    declared, … for a job."""
    storage_version: str | None = None
    code: CodeVersion | None = None
    """The code that a job's version runs."""
    code_link: str | None = None
    """Where people can read that code, at its version where the host allows it."""
    since: Instant | None = None
    until: Instant | None = None
    deleted: bool = False
    """Whether the dataset or job was deleted. It stays in the graph if others were made from it
    or by it (semantics 6.1)."""
    hidden_upstream: int = 0
    hidden_downstream: int = 0


class RunEdge(msgspec.Struct, frozen=True, order=True):
    """This is an edge in the direction in which data flows. FOLLOWS leads from a version to the
    later one."""

    origin: str
    destination: str
    type: EdgeType


class RunGraph(msgspec.Struct, frozen=True):
    """This graph has runs, and the versions of datasets and jobs that they read, wrote and ran."""

    nodes: tuple[RunNode, ...]
    edges: tuple[RunEdge, ...]
    truncated: Truncated | None
