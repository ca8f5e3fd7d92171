"""Which part of a history a batch derives anew: from where it changes to where it is as it was.

A batch changes a history at some moments; the first and the last of them are its *cut*. What was
before stays as stored, and seeds stand for it (`headwater.pipeline.derive.seeds`). What comes after
follows from the state that the changes lead to, and from entries that the batch leaves alone: where
that state equals the stored one, so does all the rest. So only a *window* is derived, from the
first change to some entries after the last. Where it does not end in the stored state, a wider one
is tried, and at last all the rest.
"""

from collections.abc import Callable
from typing import NamedTuple

from headwater.model.order import BEGINNING, FOREVER

WIDTHS = (50, 1_000)
"""How many entries after its cut a window takes in at the first try, and at the next."""


class Cut(NamedTuple):
    """The first and the last instant at which a batch may change a history.

    It may reach too far, which costs time; it must never reach too short.
    """

    since: int
    through: int

    def joined(self, other: "Cut") -> "Cut":
        return Cut(min(self.since, other.since), max(self.through, other.through))


ANYWHERE = Cut(BEGINNING, FOREVER)
NOWHERE = Cut(FOREVER, BEGINNING)


class Window(NamedTuple):
    """Half-open, so what is at one instant is all inside or all outside."""

    since: int
    until: int

    @property
    def is_open(self) -> bool:
        """Whether it has no end, and so needs not to meet anything there."""
        return self.until == FOREVER


Attempt = Callable[[dict[int, Cut], int | None], dict[int, Cut]]
"""Derives histories in windows of a width (None: all the rest); gives back those that must be
derived in wider ones."""


def in_windows(cuts: dict[int, Cut], widths: tuple[int, ...], attempt: Attempt) -> None:
    """Derives each history in the narrowest window that will do."""
    for width in (*widths, None):
        cuts = attempt(cuts, width)
        if not cuts:
            return
