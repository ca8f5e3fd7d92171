"""Likely causes and their order (semantics 8.3)."""

from collections.abc import Iterable, Sequence

import msgspec

from headwater.answers.why import Cause, CauseKind

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
    "literals": 100,
}
"""The weight of each kind of cause. Each step between the run and the cause takes one off."""

FARTHEST = 99
"""Steps beyond this number do not count, so that the weights of kinds never overlap."""


def ranked(found: Iterable[Cause]) -> tuple[Cause, ...]:
    """The same causes with their scores and ranks, likeliest first."""
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
    """The items as an enumeration in a sentence.

    >>> listed(["a"]), listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return " and ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)
