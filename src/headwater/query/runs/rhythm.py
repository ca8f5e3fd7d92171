"""The rhythm of jobs and datasets: how long it usually takes until a job completes again, or a
dataset is written again (semantics 6.6)."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from headwater.query.facets.measures import JUMP

GAPS = 10
"""How many of the last gaps between two times are looked at, to say what is usual. Among ten gaps
of a job that runs on working days there is a weekend."""
LEAST_GAPS = 3
"""What has fewer gaps than this has no rhythm yet."""


class Rhythm(NamedTuple):
    last: int
    """When it last happened."""
    longest: int
    """The longest of the last gaps, in µs."""

    @property
    def late_from(self) -> int:
        """The moment from which it is late, if it has not happened again by then. The longest gap
        is allowed for, times the factor that counts as a jump (semantics 8.1)."""
        return self.last + int(self.longest * JUMP)


def rhythm(times: Sequence[int]) -> Rhythm | None:
    """The rhythm of what happened at these times, the latest first; None if there is none yet.

    >>> rhythm([50, 30, 20, 10])
    Rhythm(last=50, longest=20)
    >>> rhythm([50, 30, 20, 10]).late_from
    80
    """
    if len(times) <= LEAST_GAPS:
        return None
    return Rhythm(times[0], max(later - earlier for later, earlier in pairwise(times)))
