"""The event log in a directory, as the rest of the program sees a log."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from headwater.log.archivable import LogEntry, Retention
from headwater.log.directory.identity import log_id
from headwater.log.directory.reader import durable_end, lines, log_errors, read, read_each, verify
from headwater.log.directory.segment import (
    Seal,
    decode,
    drop,
    is_here,
    read_seal,
    sealed_size,
    segments,
)
from headwater.log.directory.writer import ROLL_BYTES, LogWriter
from headwater.log.event_log import End, LogAddress, Positions, Range, Record

FREE_BYTES = 8 << 20
"""With less free space than this on its disk, the log counts as full."""


class DirectoryLog:
    """The log in a directory. A log that is not there is an empty log.

    Its end is found cheaply enough to be asked for ten times a second: a sealed segment never
    changes again, so it is looked at only once.
    """

    def __init__(
        self,
        directory: Path,
        *,
        roll_bytes: int = ROLL_BYTES,
        compress_sealed: bool = False,
        is_archived: bool = False,
    ) -> None:
        """`is_archived` says that segments may be gone, because an archive has them."""
        self.directory = directory
        self._is_archived = is_archived
        self._roll_bytes, self._compress_sealed = roll_bytes, compress_sealed
        self._sealed: Positions = {}

    def __str__(self) -> str:
        return str(self.directory)

    @property
    def address(self) -> LogAddress:
        # Workers have working directories of their own.
        return LogAddress(str(self.directory.absolute()))

    def id(self) -> str:
        return log_id(self.directory)

    def head(self, since: Positions | None = None) -> Positions:
        known = since or {}
        ends: Positions = {}
        for segment in segments(self.directory):
            with log_errors(segment):
                end = self._sealed_end(segment)
                if end is None:
                    end = durable_end(self.directory, segment, known.get(segment, 0))
            if end:
                ends[segment] = end
        return ends

    def _sealed_end(self, segment: str) -> int | None:
        """How far a segment goes by its seal and by its file; None if it is not sealed."""
        if segment not in self._sealed:
            seal = read_seal(self.directory, segment)
            if seal is None:
                return None
            try:
                self._sealed[segment] = sealed_size(self.directory, segment, seal)
            except FileNotFoundError:
                if not self._is_archived:
                    raise
                self._sealed[segment] = seal.size  # its records were dropped
        return self._sealed[segment]

    def read(self, span: Range) -> Iterator[Record]:
        return read(self.directory, span.segment, span.start, span.end)

    def read_each(self, segment: str, offsets: Iterable[int]) -> Iterator[Record]:
        return read_each(self.directory, segment, offsets)

    def ends(self, span: Range) -> Iterator[End]:
        # Nothing is decoded, because the records are checked when they are read.
        for offset, line in lines(self.directory, span.segment, span.start, span.end):
            yield End(offset + len(line), len(line))

    def first_from(self, span: Range, offset: int) -> int:
        if offset <= span.start:
            return span.start
        # The line that has the byte before is that of the record before.
        found = next(lines(self.directory, span.segment, offset - 1, span.end), None)
        return span.end if found is None else found[0] + len(found[1])

    def count(self, span: Range) -> int:
        return sum(1 for _ in lines(self.directory, span.segment, span.start, span.end))

    def size(self, span: Range) -> int:
        return span.end - span.start

    def appender(self) -> LogWriter:
        return LogWriter(
            self.directory, roll_bytes=self._roll_bytes, compress_sealed=self._compress_sealed
        )

    def damage(self) -> list[str]:
        found = segments(self.directory)
        if self._is_archived:
            found = [segment for segment in found if self.first(segment) is not None]
        return verify(self.directory, found)

    def obstacles(self) -> list[str]:
        if not os.access(self.directory, os.W_OK):
            return [f"the log in {self.directory} cannot be written to"]
        disk = os.statvfs(self.directory)
        if disk.f_bavail * disk.f_frsize < FREE_BYTES:
            return [f"the disk of the log in {self.directory} is full"]
        return []

    def archive(self) -> None:
        return None

    # Being archived

    def sealed(self) -> Positions:
        ends: Positions = {}
        for segment in segments(self.directory):
            with log_errors(segment):
                end = self._sealed_end(segment)
            if end is not None:
                ends[segment] = end
        return ends

    def first(self, segment: str) -> int | None:
        return 0 if is_here(self.directory, segment) else None

    def entries(self, span: Range) -> Iterator[LogEntry]:
        for offset, line in lines(self.directory, span.segment, span.start, span.end):
            decode(span.segment, offset, line)  # so that nothing damaged is archived
            yield LogEntry(offset, offset + len(line), len(line), line)

    def records_in(self, segment: str, entry: LogEntry) -> tuple[Record, ...]:
        return (decode(segment, entry.offset, entry.data),)

    def retention(self) -> Retention:
        return Retention()

    def drop(self, segment: str, archived: Seal) -> None:
        """Removes the records of a sealed segment. The caller has read `archived` in an archive.

        The seal stays: it says that there is such a segment, and what its records must be.
        """
        drop(self.directory, segment, archived)
