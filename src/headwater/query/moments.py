"""Instants in answers, and what "now" means to a question."""

import time
from functools import lru_cache
from typing import Any

import msgspec

from headwater.model.order import CLOCK_SKEW, format_time
from headwater.store.tables import BEGINNING, FOREVER


class Instant(int):
    """µs since 1970 UTC. In JSON, and as text, it is an RFC 3339 time."""

    __slots__ = ()

    def __str__(self) -> str:
        return _text(self)


# One answer says the same time many times over, and spelling it out is half the work of encoding.
_text = lru_cache(maxsize=1 << 16)(format_time)


def instant(micros: int | None) -> Instant | None:
    """None for what is unknown, and for the open ends of an interval."""
    return None if micros is None or micros in (BEGINNING, FOREVER) else Instant(micros)


def earliest(*times: int | None) -> Instant | None:
    return instant(min((time for time in times if time is not None), default=None))


def latest(*times: int | None) -> Instant | None:
    return instant(max((time for time in times if time is not None), default=None))


def duration_ms(started: int, ended: int | None) -> int | None:
    """How long something took, in milliseconds; None while it has not ended."""
    return None if ended is None else max(0, ended - started) // 1000


def in_force(at: int | None) -> int:
    """The instant a question is about; None asks for what is current, clock skew included (6.2)."""
    return time.time_ns() // 1000 + CLOCK_SKEW if at is None else at


def to_json(answer: Any) -> bytes:
    """Any answer of the queries as JSON; equal answers are equal bytes."""
    return msgspec.json.encode(answer, enc_hook=_spelled)


def _spelled(value: Any) -> str:
    if isinstance(value, Instant):
        return _text(value)
    raise TypeError(f"{type(value).__name__} is no part of an answer")
