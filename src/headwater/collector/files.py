"""Events from files and standard input, into the log.

A path is a file, a directory, or `-` for standard input. In a directory, and below it, the files
named `*.ndjson`, `*.jsonl` and `*.json` are read, compressed (`.gz`, `.zst`) or not, in the order
of their names. A file that is named directly is read whatever it is called. Compression is
recognised by the first bytes of a file.
"""

import gzip
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import BinaryIO, TypeAlias, cast

import msgspec
import zstandard

from headwater.collector.documents import Readable, SentDocuments
from headwater.collector.taking import Taken, findings, take
from headwater.errors import Fault, RefusedEventError
from headwater.log import Appender
from headwater.log import NewRecord as LogItem

MAX_EVENT_BYTES = 32 << 20
STANDARD_INPUT = "-"
SUFFIXES = (".ndjson", ".jsonl", ".json")

_COMPRESSED = (".gz", ".zst")
_GZIP = b"\x1f\x8b"
_ZSTD = b"\x28\xb5\x2f\xfd"
_BATCH_EVENTS = 1000
_BATCH_BYTES = 4 << 20

OnProgress: TypeAlias = Callable[[int, int, int], None]
"""Called with the stored bytes read, the stored bytes in all (0 if unknown), and the events taken
so far."""


class FileItem(msgspec.Struct, frozen=True):
    """One event as it was written, or the problem that was found in its place."""

    file: str
    line: int
    body: bytes
    problem: str
    done: int
    """Bytes of all sources read up to here, counted as stored."""


class RefusedEvent(msgspec.Struct, frozen=True):
    """An event that was not taken, and why. Line 0 means the file as a whole."""

    file: str
    line: int
    reason: str


class IngestReport(msgspec.Struct):
    """What became of the events of some sources."""

    accepted: int = 0
    refused: list[RefusedEvent] = []
    findings: int = 0
    bytes: int = 0
    """The size of the accepted events."""
    labels: int = 0
    """Tags and descriptions by users, which came along with the events of a Marquez."""

    def add(self, other: "IngestReport") -> None:
        """Adds what became of the events of other sources."""
        self.accepted += other.accepted
        self.refused += other.refused
        self.findings += other.findings
        self.bytes += other.bytes
        self.labels += other.labels


def stored_bytes(paths: Iterable[str | Path]) -> int:
    """The size of all files that `read_events` would read; 0 if it cannot be known."""
    sizes = [_size(file) for file in _files(paths)]
    return 0 if None in sizes else sum(size for size in sizes if size is not None)


def read_events(
    paths: Iterable[str | Path], *, max_event_bytes: int = MAX_EVENT_BYTES
) -> Iterator[FileItem]:
    """Every event of every path, in order. Each is cut out, but not yet parsed."""
    done = 0
    for file in _files(paths):
        yield from _read_file(file, max_event_bytes, done)
        done += _size(file) or 0


def ingest(
    paths: Iterable[str | Path],
    appender: Appender,
    *,
    strict: bool = False,
    max_event_bytes: int = MAX_EVENT_BYTES,
    progress: OnProgress | None = None,
) -> IngestReport:
    """Appends every event to the log. Events that cannot be accepted are reported, the rest is
    taken.

    When this returns, the accepted events are durable. With `strict`, events with findings are
    refused as well.
    """
    paths = list(paths)
    total = stored_bytes(paths) if progress else 0
    found = read_events(paths, max_event_bytes=max_event_bytes)
    return append_events(found, appender, strict=strict, progress=progress, total=total)


def append_events(
    found: Iterable[FileItem],
    appender: Appender,
    *,
    strict: bool = False,
    progress: OnProgress | None = None,
    total: int = 0,
) -> IngestReport:
    """Appends events that were found, wherever that was. When this returns, they are durable."""
    report = IngestReport()
    batch = _Batch(appender)
    for item in found:
        try:
            if item.problem:
                raise RefusedEventError(Fault("$", item.problem))
            taken = take(item.body, strict=strict)
        except RefusedEventError as error:
            report.refused.append(RefusedEvent(item.file, item.line, str(error)))
            continue
        report.accepted += 1
        report.findings += len(findings(taken.accepted))
        report.bytes += len(taken.accepted.body)
        if batch.add(taken) and progress:
            progress(item.done, total, report.accepted)
    batch.append()
    if progress:
        progress(total, total, report.accepted)
    return report


class _Batch:
    """Records that are made durable together."""

    def __init__(self, appender: Appender) -> None:
        self._appender = appender
        self._records: list[LogItem] = []
        self._bytes = 0

    def add(self, taken: Taken) -> bool:
        """True if this filled the batch."""
        self._records += taken.records
        self._bytes += len(taken.accepted.body)
        if len(self._records) < _BATCH_EVENTS and self._bytes < _BATCH_BYTES:
            return False
        self.append()
        return True

    def append(self) -> None:
        self._appender.append_many(self._records)
        self._records, self._bytes = [], 0


class _Stored:
    """A file as stored. It knows its first bytes in advance, and counts the bytes read."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.magic = self._unread = file.read(4)
        self.count = 0

    def read(self, size: int = -1, /) -> bytes:
        if self._unread:
            size = len(self._unread) if size < 0 else size
            piece, self._unread = self._unread[:size], self._unread[size:]
        else:
            piece = self._file.read(size)
        self.count += len(piece)
        return piece


class _Gunzip(gzip.GzipFile):
    """A gzip reader that yields what comes before any damage, where `GzipFile` yields nothing."""

    def read(self, size: int | None = -1) -> bytes:
        return self.read1(-1 if size is None else size)


def _read_file(file: str, max_event_bytes: int, done: int) -> Iterator[FileItem]:
    documents = None
    try:
        with _open(file) as raw:
            stored = _Stored(raw)
            documents = SentDocuments(_decompressed(stored), max_event_bytes)
            for found in documents:
                yield FileItem(file, found.line, found.body, found.problem, done + stored.count)
    except OSError as error:  # raised for a damaged gzip file, too
        problem = f"cannot be read: {error.strerror or error}"
    except (EOFError, zlib.error, zstandard.ZstdError) as error:
        problem = f"the compressed file is damaged or cut off: {error}"
    else:
        return
    yield FileItem(file, documents.line if documents else 0, b"", problem, done)


def _decompressed(stored: _Stored) -> Readable:
    file = cast(BinaryIO, stored)  # the decompressors only call `read`
    if stored.magic.startswith(_GZIP):
        return _Gunzip(fileobj=file)
    if stored.magic == _ZSTD:
        return zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True)
    return stored


def _open(file: str) -> AbstractContextManager[BinaryIO]:
    return nullcontext(sys.stdin.buffer) if file == STANDARD_INPUT else Path(file).open("rb")


def _files(paths: Iterable[str | Path]) -> Iterator[str]:
    for path in map(str, paths):
        if path != STANDARD_INPUT and Path(path).is_dir():
            found = (file for file in Path(path).rglob("*") if _is_event_file(file))
            yield from map(str, sorted(found, key=lambda file: file.parts))
        else:
            yield path


def _is_event_file(file: Path) -> bool:
    plain = Path(file.stem) if file.suffix in _COMPRESSED else file
    return plain.suffix in SUFFIXES and file.is_file()


def _size(file: str) -> int | None:
    if file == STANDARD_INPUT or not Path(file).is_file():
        return None
    return Path(file).stat().st_size
