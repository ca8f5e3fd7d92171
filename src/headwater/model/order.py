"""Event times, and the ranks that order events of one instant."""

import re
from datetime import UTC, datetime, timedelta

FOREVER = 2**63 - 1
BEGINNING = -(2**63 - 1)
"""FOREVER and BEGINNING are the bounds, in µs, of an interval that has no end or no start."""

RANKS = {"START": 0, "RUNNING": 1, "OTHER": 2, "COMPLETE": 3, "ABORT": 4, "FAIL": 5}
"""At one instant FAIL beats ABORT, and ABORT beats COMPLETE (semantics 1.2)."""

UNTYPED_RANK = 2
"""The rank of events without an event type, of job events and of dataset events."""

STATES = {3: "COMPLETED", 4: "ABORTED", 5: "FAILED"}
"""The state of a run, by the rank of its last terminal event."""

CLOCK_SKEW = 24 * 60 * 60 * 1_000_000
"""How far ahead of ours a producer's clock may be, in µs (semantics 6.2)."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_FIRST = (datetime.min.replace(tzinfo=UTC) - _EPOCH) // _MICROSECOND
_LAST = (datetime.max.replace(tzinfo=UTC) - _EPOCH) // _MICROSECOND
# `fromisoformat` accepts any character between date and time, and dates by week, so it would take
# some rows of digits for times.
_HOUR = r"(?:[01]\d|2[0-3])"
_TIME = re.compile(
    r"\d{4}(?:-\d\d-\d\d|\d{4})"
    rf"(?:[T ]{_HOUR}(?:(:?)[0-5]\d(?:\1(?:[0-5]\d|(?P<leap>60))(?:[.,]\d+)?)?)?"
    rf"(?:Z|[+-]{_HOUR}(?::?[0-5]\d)?)?)?",
    re.ASCII,
)


def parse_time(text: str) -> tuple[int, bool]:
    """µs since 1970 in UTC, and whether a zone was given. ValueError if the text is no time.

    >>> parse_time("2024-01-31T10:00:00.1234567+01:00")
    (1706691600123456, True)
    >>> parse_time("20240131T090000")
    (1706691600000000, False)
    """
    spelled = text.strip().upper()
    shape = _TIME.fullmatch(spelled)
    if shape is None:
        raise ValueError(f"{text!r} is no time")
    leap = shape.start("leap")
    if leap >= 0:
        spelled = f"{spelled[:leap]}59{spelled[leap + 2 :]}"
    moment = datetime.fromisoformat(spelled)
    zoned = moment.tzinfo is not None
    if not zoned:
        moment = moment.replace(tzinfo=UTC)
    micros = (moment - _EPOCH) // _MICROSECOND + (1_000_000 if leap >= 0 else 0)
    if not _FIRST <= micros <= _LAST:
        raise ValueError(f"{text!r} is beyond the years 1 to 9999, in UTC")
    return micros, zoned


def format_time(micros: int) -> str:
    """RFC 3339 in UTC, with no, 3 or 6 fraction digits, as many as the time needs."""
    moment = _EPOCH + timedelta(microseconds=micros)
    fraction = micros % 1_000_000
    digits = (
        ""
        if not fraction
        else f".{fraction // 1000:03d}"
        if not fraction % 1000
        else (f".{fraction:06d}")
    )
    return f"{moment.replace(microsecond=0, tzinfo=None).isoformat()}{digits}Z"
