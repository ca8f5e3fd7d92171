"""When things happened: event times and the ranks that order events of one instant."""

import re
from datetime import UTC, datetime, timedelta

FOREVER = 2**63 - 1
BEGINNING = -(2**63 - 1)
"""Ends of an interval that has none, in µs."""

RANKS = {"START": 0, "RUNNING": 1, "OTHER": 2, "COMPLETE": 3, "ABORT": 4, "FAIL": 5}
"""So that at one instant FAIL beats ABORT beats COMPLETE (semantics 1.2)."""

UNTYPED_RANK = 2
"""Of events without an event type, of job events and of dataset events."""

STATES = {3: "COMPLETED", 4: "ABORTED", 5: "FAILED"}
"""Run states by the rank of the last terminal event."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_LEAP_SECOND = re.compile(r"(?<=[T ]\d\d:\d\d):60")


def parse_time(text: str) -> tuple[int, bool]:
    """µs since 1970 UTC, and whether a zone was given; ValueError if unreadable.

    >>> parse_time("2024-01-31T10:00:00.1234567+01:00")
    (1706691600123456, True)
    >>> parse_time("20240131T090000")
    (1706691600000000, False)
    """
    spelled = text.strip().upper()
    eased = _LEAP_SECOND.sub(":59", spelled)
    moment = datetime.fromisoformat(eased)
    zoned = moment.tzinfo is not None
    if not zoned:
        moment = moment.replace(tzinfo=UTC)
    try:
        if eased != spelled:
            moment += timedelta(seconds=1)
        return (moment.astimezone(UTC) - _EPOCH) // _MICROSECOND, zoned
    except OverflowError as error:
        raise ValueError(f"{text!r} is beyond the years 1 to 9999, in UTC") from error


def format_time(micros: int) -> str:
    """RFC 3339 in UTC, with as many fraction digits as needed (none, 3 or 6)."""
    moment = _EPOCH + timedelta(microseconds=micros)
    fraction = micros % 1_000_000
    digits = (
        ""
        if not fraction
        else f".{fraction // 1000:03d}"
        if not fraction % 1000
        else (f".{fraction:06d}")
    )
    return f"{moment:%Y-%m-%dT%H:%M:%S}{digits}Z"
