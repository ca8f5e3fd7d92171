"""Reading the event log by position, also while writers append, roll, seal and compress.

`head` says how far the log goes now, and `read` yields the records of a range. Only whole records
below the durable end are parsed.
"""

import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from headwater.errors import CorruptLogError, LogError
from headwater.log.directory.recovery import unsealed_end
from headwater.log.directory.segment import (
    Seal,
    chunks,
    compressed_path,
    decode,
    pieces,
    read_seal,
    sealed_size,
    segments,
    split_lines,
)
from headwater.log.event_log import Positions, Record


def head(directory: Path, since: Positions | None = None) -> Positions:
    """The durable end of every segment that has records.

    A segment whose writer is gone, and that nobody has sealed yet, is searched for its last whole
    record. `since`, positions that are known to be good, spares searching before them again.
    """
    known = since or {}
    ends = {}
    for segment in segments(directory):
        with log_errors(segment):
            end = durable_end(directory, segment, known.get(segment, 0))
        if end:
            ends[segment] = end
    return ends


def durable_end(directory: Path, segment: str, start: int) -> int:
    """How far one segment is durable; 0 if it has no records."""
    seal = read_seal(directory, segment)
    if seal is None:
        try:
            with (directory / segment).open("rb", buffering=0) as file:
                return unsealed_end(directory, segment, file, start)
        except FileNotFoundError:
            seal = read_seal(directory, segment)
    if seal is not None:
        return sealed_size(directory, segment, seal)
    if compressed_path(directory, segment).exists():
        raise CorruptLogError(f"{segment}.zst is there without its seal; restore it from a copy")
    return 0  # it was empty, and its writer has removed it since the listing


def lines(
    directory: Path, segment: str, start: int = 0, end: int | None = None
) -> Iterator[tuple[int, bytes]]:
    """The offset and line of every record in the range. Newlines are kept, nothing is checked."""
    with log_errors(segment):
        try:
            yield from split_lines(chunks(directory, segment, start, end), start)
        except FileNotFoundError as error:
            raise _absent(directory, segment) from error


def read(directory: Path, segment: str, start: int, end: int) -> Iterator[Record]:
    """The records of a range, checked and in order. Memory does not grow with the range."""
    for offset, line in lines(directory, segment, start, end):
        yield decode(segment, offset, line)


def read_each(directory: Path, segment: str, offsets: Iterable[int]) -> Iterator[Record]:
    """The records that begin at these offsets, in order. The segment is opened only once."""
    with log_errors(segment):
        try:
            with pieces(directory, segment) as piece_at:
                begin, buffer = 0, b""
                for offset in sorted(set(offsets)):
                    place = offset - begin
                    if buffer.find(b"\n", place) < 0:
                        buffer = _with_a_line(segment, offset, buffer[place:], piece_at)
                        begin, place = offset, 0
                    yield decode(segment, offset, buffer[place : buffer.index(b"\n", place) + 1])
        except FileNotFoundError as error:
            raise _absent(directory, segment) from error


def _with_a_line(
    segment: str, offset: int, start: bytes, piece_at: Callable[[int], bytes]
) -> bytes:
    """The bytes from `offset` on, up to the end of a line at least. `start` are the first of them,
    which were read before."""
    known = [start]
    end = offset + len(start)
    while b"\n" not in known[-1]:
        known.append(piece_at(end))
        end += len(known[-1])
        if not known[-1]:
            raise LogError(
                f"no whole record begins at {offset} of {segment}: the log lost acknowledged data "
                "or was replaced; restore it from a copy, or rebuild from the log as it is"
            )
    return b"".join(known)


def verify(directory: Path, chosen: Iterable[str] | None = None) -> list[str]:
    """One sentence for each damaged segment of all, or of those `chosen`. An empty list means that
    all is well."""
    findings = []
    for segment in segments(directory) if chosen is None else chosen:
        try:
            finding = _verify(directory, segment)
        except LogError as error:
            finding = str(error)
        if finding:
            findings.append(finding)
    return findings


def _verify(directory: Path, segment: str) -> str | None:
    with log_errors(segment):
        seal = read_seal(directory, segment)
        end = None if seal else durable_end(directory, segment, 0)
    if end == 0:
        return None
    size = records = crc = 0
    for offset, line in lines(directory, segment, 0, end):
        decode(segment, offset, line)
        size, records, crc = size + len(line), records + 1, zlib.crc32(line, crc)
    found = Seal(size, records, crc)
    if seal is None or seal == found:
        return None
    return f"{segment} has {found}, but was sealed with {seal}; restore it from a copy"


def _absent(directory: Path, segment: str) -> LogError:
    return LogError(
        f"segment {segment} is not in {directory}: the log lost acknowledged data or was replaced; "
        "restore it from a copy, or rebuild from the log as it is"
    )


@contextmanager
def log_errors(segment: str) -> Iterator[None]:
    """Errors of the operating system as LogErrors that name the segment."""
    try:
        yield
    except OSError as error:
        raise LogError(f"cannot read {segment} of the event log: {error}") from error
