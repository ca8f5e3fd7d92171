"""Why a run failed, or came out otherwise."""

from typing import Literal, TypeAlias

import msgspec

from headwater.answers.graph import Truncated
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
    """Node ids of what shows it."""

    runs: tuple[str, ...]
    versions: tuple[str, ...]
    """Before and after, as far as there are both."""
    path: tuple[str, ...]
    """From where it began to the run that was asked about."""
    through: tuple[str, ...]
    """The same path by jobs and datasets."""


class FieldChange(msgspec.Struct, frozen=True, order=True):
    """A field and its type before and after; None for one that was or is not there."""

    name: str
    before: str | None
    after: str | None


class Cause(msgspec.Struct, frozen=True, kw_only=True):
    rank: int = 0
    score: int = 0
    kind: CauseKind
    node: str
    """The job or dataset where it began."""
    fields: tuple[FieldChange, ...] = ()
    texts: tuple[TextChange, ...] = ()
    """The SQL and the source code of the job, where they are what is different."""
    sentence: str
    """In it jobs and datasets go by their names alone."""
    reached: tuple[str, ...] = ()
    """The datasets that it shows in between there and the run, the nearest to the run last."""
    distance: int
    """Steps from where it began to the run: the length of the path."""
    nearest: int
    """Steps from the nearest place that it shows in to the run."""
    evidence: Evidence


Comparison: TypeAlias = Literal["given", "lastCompleted", "none"]


class Why(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    run: RunSummary
    error: str | None
    """What the run itself says."""
    assumed: bool
    """Whether its inputs are those of its job's version, as it reported none."""
    comparison: Comparison
    """How the run it is compared with was chosen; none where no earlier run has completed."""
    against: RunSummary | None
    causes: tuple[Cause, ...]
    """The likeliest first."""
    failed_below: tuple[RunSummary, ...]
    """The runs it started, or they, that failed without a failed run below them."""
    truncated: Truncated | None
