"""The end of the log for a process that follows it: which records wait there, and for how long."""

import time
from collections.abc import Mapping
from pathlib import Path

from headwater.answers.service import Lag
from headwater.errors import LogError
from headwater.log.reader import Range, durable_end, lines, ranges, read_at
from headwater.log.segment import Positions, read_seal, segments

COUNTED_BYTES = 256 << 20
"""Up to this much of the log is read to count the records that wait."""
DATED_RANGES = 16
"""The first record of so many ranges is read to find the oldest. Segments come in about the order
of time, so looking at the first few is enough."""


class Tail:
    """Finds the end of the log, cheaply enough to be called ten times a second.

    A sealed segment never changes again, so it is looked at only once.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._sealed: Positions = {}

    def head(self, since: Positions) -> Positions:
        """Like `headwater.log.head`; `since` has positions that are known to be good."""
        ends: Positions = {}
        for segment in segments(self._directory):
            end = self._sealed.get(segment) or self._end(segment, since.get(segment, 0))
            if end:
                ends[segment] = end
        return ends

    def _end(self, segment: str, start: int) -> int:
        try:
            seal = read_seal(self._directory, segment)
            if seal is not None:
                self._sealed[segment] = seal.size
                return seal.size
            return durable_end(self._directory, segment, start)
        except OSError as error:
            raise LogError(f"cannot read {segment} of the event log: {error}") from error

    def waiting(self, since: Positions) -> list[Range]:
        """The ranges beyond `since`, the one that has waited longest first.

        Several writers append at once, each to its own segment. Going by age, no writer can keep
        the records of another waiting.
        """
        found = ranges(since, self.head(since))
        dated = found[:DATED_RANGES]
        if len(dated) > 1:
            dated.sort(key=lambda span: _received(self._directory, span))
        return dated + found[DATED_RANGES:]

    def lag(self, since: Positions, *, count_bytes: int = COUNTED_BYTES) -> Lag:
        return lag(self._directory, since, self.head(since), count_bytes=count_bytes)


def lag(
    directory: Path,
    since: Mapping[str, int],
    until: Positions,
    *,
    now: int | None = None,
    count_bytes: int = COUNTED_BYTES,
) -> Lag:
    """How far `since` is behind `until`. `now` is in µs since 1970."""
    waiting = ranges(dict(since), until)
    if not waiting:
        return Lag()
    size = sum(span.end - span.start for span in waiting)
    oldest = min(_received(directory, span) for span in waiting[:DATED_RANGES])
    age = (time.time_ns() // 1000 if now is None else now) - oldest
    records = None
    if size <= count_bytes:
        records = sum(
            1 for span in waiting for _ in lines(directory, span.segment, span.start, span.end)
        )
    return Lag(size, records, max(0, age) / 1e6)


def _received(directory: Path, span: Range) -> int:
    return read_at(directory, span.segment, span.start).received
