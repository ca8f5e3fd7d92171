"""Windows: the part of a history that a batch derives anew.

A batch changes a history at some moments. The first and the last of them are its *cut*. What was
before the cut stays as it is stored, and seeds stand for it, which are made from stored rows
(`job_seeds`, `dataset_seeds`). What comes after the cut follows from the state that the changes
lead to, and from entries that the batch does not touch. So once that state equals the stored one,
all that follows is as stored, too.
Therefore only a *window* is derived, from the first change to some entries after the last. If it
does not end in the stored state, a wider window is tried, and at last all the rest.
"""

from collections.abc import Callable
from typing import NamedTuple

from headwater.model.order import BEGINNING, FOREVER

WIDTHS = (50, 1_000)
"""How many entries after its cut a window includes, at the first attempt and at the next."""


class Cut(NamedTuple):
    """The first and the last instant at which a batch may change a history.

    A cut may reach too far, which costs time. It must never be too short.
    """

    since: int
    through: int

    def joined(self, other: "Cut") -> "Cut":
        return Cut(min(self.since, other.since), max(self.through, other.through))


ANYWHERE = Cut(BEGINNING, FOREVER)
NOWHERE = Cut(FOREVER, BEGINNING)


class Window(NamedTuple):
    """The part of a history that is derived. It is half-open, so an instant is wholly in or out."""

    since: int
    until: int

    @property
    def is_open(self) -> bool:
        """Whether it has no end, so that nothing stored follows it."""
        return self.until == FOREVER


Attempt = Callable[[dict[int, Cut], int | None], dict[int, Cut]]
"""Derives histories in windows of a width (None means all the rest). Returns the cuts of those that
need a wider window."""


def derive_in_windows(cuts: dict[int, Cut], widths: tuple[int, ...], attempt: Attempt) -> None:
    """Derives each history in the narrowest window that is wide enough."""
    for width in (*widths, None):
        cuts = attempt(cuts, width)
        if not cuts:
            return
