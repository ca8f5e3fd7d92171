"""Likely causes, and the order they are given in (semantics 8.3)."""

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

import msgspec

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
]

WEIGHT: dict[CauseKind, int] = {
    "contradiction": 400,
    "retype": 400,
    "removal": 400,
    "drop": 400,
    "code": 300,
    "datasets": 300,
    "failed": 200,
    "missing": 200,
    "volume": 100,
}
"""What a cause counts for; each step between the run and where it shows takes one off."""

FARTHEST = 99
"""Beyond this many steps, more make no difference: kinds stay in their order."""


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
    sentence: str
    """In it jobs and datasets go by their names alone."""
    reached: tuple[str, ...] = ()
    """The datasets that it shows in between there and the run, the nearest to the run last."""
    distance: int
    """Steps from where it began to the run: the length of the path."""
    nearest: int
    """Steps from the nearest place that it shows in to the run."""
    evidence: Evidence


def ranked(found: Iterable[Cause]) -> tuple[Cause, ...]:
    """The same with their scores and ranks, the likeliest first."""
    scored = [
        msgspec.structs.replace(cause, score=WEIGHT[cause.kind] - min(cause.nearest, FARTHEST))
        for cause in found
    ]
    kinds = list(WEIGHT)
    scored.sort(key=lambda cause: (-cause.score, kinds.index(cause.kind), cause.node))
    return tuple(
        msgspec.structs.replace(cause, rank=rank) for rank, cause in enumerate(scored, start=1)
    )


def listed(items: Sequence[str]) -> str:
    """
    >>> listed(["a"]), listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return " and ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)
