"""Instants in answers, and what "now" means to a question."""

import time

from headwater.answers.moments import Instant, time_taken
from headwater.model.order import CLOCK_SKEW
from headwater.store.tables import BEGINNING, FOREVER


def instant(micros: int | None) -> Instant | None:
    """An instant for an answer.

    It is None for an unknown time and for the open end of an interval.
    """
    return None if micros is None or micros in (BEGINNING, FOREVER) else Instant(micros)


def earliest(*times: int | None) -> Instant | None:
    return instant(min((time for time in times if time is not None), default=None))


def latest(*times: int | None) -> Instant | None:
    return instant(max((time for time in times if time is not None), default=None))


def duration_ms(started: int, ended: int | None) -> int | None:
    """The time that a run took in milliseconds, or None where start or end are not known."""
    taken = time_taken(started, ended)
    return None if taken is None else taken // 1000


def in_force(at: int | None) -> int:
    """The instant that a question is about. None means now, with allowance for clock skew (6.2)."""
    return time.time_ns() // 1000 + CLOCK_SKEW if at is None else at
