"""Reading the event log by position, also while writers append, roll, seal and compress.

`head` says how far the log goes now, `ranges` lists what that adds to positions reached before, and
`read` yields the records of a range. Only whole records below the durable end are parsed.
"""

import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from headwater.errors import CorruptLogError, LogError
from headwater.log.recovery import unsealed_end
from headwater.log.segment import (
    Positions,
    Record,
    Seal,
    beyond,
    chunks,
    compressed_path,
    decode,
    pieces,
    read_seal,
    segments,
    split_lines,
)

__all__ = [
    "Range",
    "batches",
    "head",
    "lines",
    "ranges",
    "read",
    "read_at",
    "read_each",
    "segments",
    "verify",
]


class Range(msgspec.Struct, frozen=True):
    """The records of one segment from `start` up to, but not including, `end`."""

    segment: str
    start: int
    end: int


def head(directory: Path, since: Positions | None = None) -> Positions:
    """The durable end of every segment that has records.

    A segment whose writer is gone, and that nobody has sealed yet, is searched for its last whole
    record. `since`, positions that are known to be good, spares searching before them again.
    """
    known = since or {}
    ends = {}
    for segment in segments(directory):
        with _log_errors(segment):
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
        return seal.size
    if compressed_path(directory, segment).exists():
        raise CorruptLogError(f"{segment}.zst is there without its seal; restore it from a copy")
    return 0  # it was empty, and its writer has removed it since the listing


def lines(
    directory: Path, segment: str, start: int = 0, end: int | None = None
) -> Iterator[tuple[int, bytes]]:
    """The offset and line of every record in the range. Newlines are kept, nothing is checked."""
    with _log_errors(segment):
        try:
            yield from split_lines(chunks(directory, segment, start, end), start)
        except FileNotFoundError as error:
            raise _absent(directory, segment) from error


def batches(
    directory: Path, spans: Iterable[Range], size: int, records: int
) -> Iterator[list[Range]]:
    """The ranges in lists of about `size` bytes, or of `records` records where these are small.
    Long ranges are cut between two records."""
    gathered: list[Range] = []
    total = count = 0
    for span in spans:
        start = span.start
        for offset, line in lines(directory, span.segment, span.start, span.end):
            end = offset + len(line)
            count += 1
            if count == records or total + end - start >= size:
                yield [*gathered, Range(span.segment, start, end)]
                gathered, total, count, start = [], 0, 0, end
        if start < span.end:
            gathered.append(Range(span.segment, start, span.end))
            total += span.end - start
    if gathered:
        yield gathered


def read(directory: Path, segment: str, start: int, end: int) -> Iterator[Record]:
    """The records of a range, checked and in order. Memory does not grow with the range."""
    for offset, line in lines(directory, segment, start, end):
        yield decode(segment, offset, line)


def read_at(directory: Path, segment: str, offset: int) -> Record:
    """The one record that begins at `offset`."""
    for _, line in lines(directory, segment, offset):
        return decode(segment, offset, line)
    raise LogError(f"{segment} ends at {offset}: no record begins there")


def read_each(directory: Path, segment: str, offsets: Iterable[int]) -> Iterator[Record]:
    """The records that begin at these offsets, in order. The segment is opened only once."""
    with _log_errors(segment):
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
    """The bytes from `offset` on, of which `start` is known, read on to at least one line end."""
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


def ranges(since: Positions, until: Positions) -> list[Range]:
    """The ranges that `until` adds to `since`, in the order of the segments."""
    for segment, position in since.items():
        if position > until.get(segment, 0):
            raise beyond(segment, position, until.get(segment, 0))
    return [
        Range(segment, since.get(segment, 0), end)
        for segment, end in sorted(until.items())
        if since.get(segment, 0) < end
    ]


def verify(directory: Path) -> list[str]:
    """One sentence for each damaged segment. An empty list means that all is well."""
    findings = []
    for segment in segments(directory):
        try:
            finding = _verify(directory, segment)
        except LogError as error:
            finding = str(error)
        if finding:
            findings.append(finding)
    return findings


def _verify(directory: Path, segment: str) -> str | None:
    with _log_errors(segment):
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
def _log_errors(segment: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise LogError(f"cannot read {segment} of the event log: {error}") from error
