"""Answers to the question why a run failed or had an unexpected result."""

from typing import Literal, TypeAlias

import msgspec

from headwater.answers.graph import Truncated
from headwater.answers.incidents import FailedRun
from headwater.answers.moments import Instant
from headwater.answers.runs import RunSummary
from headwater.answers.versions import TextChange

CauseKind: TypeAlias = Literal[
    "contradiction",
    "retype",
    "removal",
    "drop",
    "code",
    "datasets",
    "failed",
    "missing",
    "volume",
    "literals",
]


class Evidence(msgspec.Struct, frozen=True):
    """These are the node ids of the runs and versions that show a cause."""

    runs: tuple[str, ...]
    versions: tuple[str, ...]
    """The versions before and after, as far as they exist."""
    path: tuple[str, ...]
    """The path in the run graph, from where the cause began to the run in question."""
    through: tuple[str, ...]
    """The same path, by jobs and datasets instead of runs and versions."""


class FieldChange(msgspec.Struct, frozen=True, order=True):
    """This is a field with its type before and after. A type is null if the field is absent or
    untyped."""

    name: str
    before: str | None
    after: str | None


class Cause(msgspec.Struct, frozen=True, kw_only=True):
    """This is something that may have made a run fail, or have another result."""

    rank: int = 0
    score: int = 0
    kind: CauseKind
    node: str
    """The job or dataset where the cause began."""
    fields: tuple[FieldChange, ...] = ()
    texts: tuple[TextChange, ...] = ()
    """The SQL and the source code of the job, where they are what is different."""
    sentence: str
    """The cause in a sentence, in which jobs and datasets appear by name, without namespace."""
    at: Instant | None
    """When it began to show: when the dataset was written, dropped, or read in this way, or when
    the job ran, failed or last completed."""
    reached: tuple[str, ...] = ()
    """The datasets in which the cause shows on the way to the run, nearest to the run last."""
    distance: int
    """The number of steps from where the cause began to the run, as in the path."""
    nearest: int
    """The number of steps from the nearest place where the cause shows to the run."""
    evidence: Evidence
    explains: tuple[str, ...] = ()
    """The ids of the runs whose failure it may explain: the run in question, or failed runs below
    it."""


ComparedWith: TypeAlias = Literal["given", "lastCompleted", "none"]


class Why(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This says why a run failed or had another result, by the likeliest causes and their
    evidence."""

    run: RunSummary
    error: str | None
    """The error message that the run itself reports."""
    assumed: bool
    """Whether the inputs are taken from the job's version because the run reported none."""
    comparison: ComparedWith
    """How the run to compare with was chosen. It is `none` if no earlier run has completed."""
    against: RunSummary | None
    causes: tuple[Cause, ...]
    """The causes, likeliest first: those of the run itself, and those of the failed runs below
    it."""
    failed_below: tuple[FailedRun, ...]
    """The failed runs that this run started, directly or through others, and that have no failed
    run below them."""
    truncated: Truncated | None
