"""Times as people write them on a command line."""

import re
import time

import click

from headwater.model.order import parse_time
from headwater.questions.moments import Moment

_SECOND = 1_000_000
_UNITS = {
    "s": _SECOND,
    "second": _SECOND,
    "m": 60 * _SECOND,
    "min": 60 * _SECOND,
    "minute": 60 * _SECOND,
    "h": 3600 * _SECOND,
    "hour": 3600 * _SECOND,
    "d": 86400 * _SECOND,
    "day": 86400 * _SECOND,
    "w": 7 * 86400 * _SECOND,
    "week": 7 * 86400 * _SECOND,
}
_AGO = re.compile(r"(\d+)\s*([a-z]+?)s?\s+ago")


def read_time(text: str, now: int) -> int:
    """The time in microseconds since 1970 UTC; ValueError if it cannot be read.

    >>> read_time("2h ago", 10_000_000_000), read_time("1970-01-02", 0)
    (2800000000, 86400000000)
    """
    spelled = text.strip().lower()
    if spelled == "now":
        return now
    if spelled == "yesterday":
        return now - _UNITS["day"]
    ago = _AGO.fullmatch(spelled)
    if ago and ago[2] in _UNITS:
        return now - int(ago[1]) * _UNITS[ago[2]]
    return parse_time(text)[0]


class Time(click.ParamType[Moment]):
    """The type of options whose value is an instant."""

    name = "time"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Moment:
        if isinstance(value, Moment):
            return value
        try:
            return Moment(read_time(str(value), time.time_ns() // 1000))
        except ValueError:
            self.fail(
                f"{value!r} is no time; write one like 2025-01-31T10:00:00Z, 2025-01-31 "
                "(midnight UTC), yesterday or '2h ago'",
                param,
                ctx,
            )
