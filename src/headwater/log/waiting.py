"""The end of the log for a process that follows it: which records wait there, and for how long."""

import time
from collections.abc import Mapping

from headwater.answers.service import Lag
from headwater.log.event_log import EventLog, Positions, Range
from headwater.log.spans import ranges

COUNTED_BYTES = 256 << 20
"""Up to this much of the log is read to count the records that wait."""
DATED_RANGES = 16
"""The number of ranges whose first records are read, to find the oldest one. Segments come in about
the order of time, so looking at the first few is enough."""


def waiting(log: EventLog, since: Positions) -> list[Range]:
    """The ranges beyond `since`, the one that has waited longest first.

    Several writers append at once, each to its own segment. Going by age, no writer can keep the
    records of another waiting.
    """
    found = ranges(since, log.head(since))
    dated = found[:DATED_RANGES]
    if len(dated) > 1:
        dated.sort(key=lambda span: _received(log, span))
    return dated + found[DATED_RANGES:]


def lag(
    log: EventLog,
    since: Mapping[str, int],
    until: Positions,
    *,
    now: int | None = None,
    count_bytes: int = COUNTED_BYTES,
) -> Lag:
    """How far `since` is behind `until`. `now` is in µs since 1970."""
    found = ranges(dict(since), until)
    if not found:
        return Lag()
    size = sum(map(log.size, found))
    now = time.time_ns() // 1000 if now is None else now
    age = now - min(_received(log, span) or now for span in found[:DATED_RANGES])
    records = sum(map(log.count, found)) if size <= count_bytes else None
    return Lag(size, records, max(0, age) / 1e6)


def _received(log: EventLog, span: Range) -> int:
    """When the first record of a range was received; 0 if the range has offsets alone."""
    first = next(log.read(span), None)
    return 0 if first is None else first.received
