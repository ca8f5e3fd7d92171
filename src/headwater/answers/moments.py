"""The instants in answers, and the JSON form of answers."""

from functools import lru_cache
from typing import Any

import msgspec

from headwater.model.order import format_time, parse_time


class Instant(int):
    """An instant in microseconds since 1970 UTC. As text and in JSON it is an RFC 3339 time."""

    __slots__ = ()

    def __str__(self) -> str:
        return _spelled(self)


def time_taken(started: int, ended: int | None) -> int | None:
    """How long something took in microseconds.

    It is None for what has not ended, and for a run that counts as started at the moment when it
    ended, because only its end was reported, or because two clocks disagree about its start
    (semantics 3.4).
    """
    return None if ended is None or ended <= started else ended - started


def to_json(answer: Any) -> bytes:
    """The JSON of any answer. Equal answers give equal bytes."""
    return msgspec.json.encode(answer, enc_hook=_spelled)


@lru_cache(maxsize=1 << 16)  # answers repeat times, and formatting them is half of the encoding
def _spelled(value: Any) -> str:
    if isinstance(value, Instant):
        return format_time(value)
    raise TypeError(f"{type(value).__name__} is no part of an answer")


def read_instant(kind: type[Any], value: Any) -> Any:
    """The hook with which msgspec decodes the instants of an answer."""
    if kind is Instant:
        return Instant(parse_time(value)[0])
    raise TypeError(f"{kind.__name__} is no part of an answer")
