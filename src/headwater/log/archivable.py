"""What a log has to offer so that it can be archived: what it keeps, byte for byte.

An archive outlives the program that wrote it. So it holds what the log holds, and not what this
version of the program makes of it: a message that is no event today may be one tomorrow.
"""

from collections.abc import Iterator
from typing import NamedTuple, Protocol

from headwater.log.event_log import EventLog, Positions, Range, Record


class LogEntry(NamedTuple):
    """What a log keeps at one offset, byte for byte."""

    offset: int
    end: int
    size: int
    """The size of its records, as the log counts it."""
    data: bytes


class Retention(NamedTuple):
    """When a log removes records by itself. None stands for never."""

    seconds: float | None = None
    bytes: int | None = None
    """The most that a segment may have."""


class ArchivableLog(EventLog, Protocol):
    """A log whose records may be gone from it, because an archive has them."""

    def sealed(self) -> Positions:
        """For each segment, the offset up to which it never changes again and may be archived."""

    def first(self, segment: str) -> int | None:
        """The first offset of a segment that the log still has; None if it has none of it."""

    def entries(self, span: Range) -> Iterator[LogEntry]:
        """What the log keeps in a range, checked and in order."""

    def records_in(self, segment: str, entry: LogEntry) -> tuple[Record, ...]:
        """The records of an entry, whether it comes from the log or from an archive."""

    def retention(self) -> Retention:
        """When the log removes records by itself."""
