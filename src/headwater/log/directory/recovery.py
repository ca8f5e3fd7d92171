"""Whether the writer of a segment lives, and what to do with segments that dead writers left.

A writer holds a lock on its segment, and publishes how far the segment is durable. A segment that
is neither sealed nor locked belongs to a writer that died, and its last bytes may be a torn record:
one that was written only in part.
"""

import fcntl
import os
import struct
import time
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

import msgspec

from headwater.errors import CorruptLogError
from headwater.log.directory.segment import (
    RECORD_MARK,
    Seal,
    decode,
    file_chunks,
    read_seal,
    segments,
    split_lines,
    write_seal,
)
from headwater.log.spans import beyond


class DurableEnd(msgspec.Struct, frozen=True):
    """What a writer publishes about its own segment: everything before `end` is durable.

    Whoever recovers the segment after the writer's death clears `is_live`.
    """

    end: int
    is_live: bool

    _LAYOUT = struct.Struct("<QB")

    def pack(self) -> bytes:
        return self._LAYOUT.pack(self.end, self.is_live)

    @classmethod
    def read(cls, directory: Path, segment: str) -> "DurableEnd | None":
        try:
            content = durable_path(directory, segment).read_bytes()
        except FileNotFoundError:
            return None
        if len(content) != cls._LAYOUT.size:
            return None  # it is just being created, or a power cut has emptied it
        end, is_live = cls._LAYOUT.unpack(content)
        return cls(end, bool(is_live))


class Scan(msgspec.Struct, frozen=True):
    """The whole records from some offset on: where they end, their number and checksum."""

    end: int
    records: int
    crc32: int


def durable_path(directory: Path, segment: str) -> Path:
    return directory / f"{segment}.durable"


def unsealed_end(directory: Path, segment: str, file: BinaryIO, start: int) -> int:
    """How far a segment without a seal is durable. `start` is known to be the start of a record.

    A living writer publishes this itself. After its death the segment has to be searched.
    """
    # The order matters. Records that a writer adds after the size was taken are left for the next
    # time, so a writer that is just starting is never read beyond what it has published. And what
    # was published before the size was taken must be in the file.
    acknowledged = DurableEnd.read(directory, segment)
    size = os.fstat(file.fileno()).st_size
    if _is_locked(file):
        published = DurableEnd.read(directory, segment)
        if published is not None and published.is_live:
            return published.end
    return _orphan_scan(segment, file, start, size, acknowledged).end


def _is_locked(file: BinaryIO) -> bool:
    if not _try_lock(file, fcntl.LOCK_SH):
        return True
    fcntl.flock(file, fcntl.LOCK_UN)
    return False


def _orphan_scan(
    segment: str, file: BinaryIO, start: int, end: int, acknowledged: DurableEnd | None
) -> Scan:
    """Searches a segment whose writer is gone, up to its last whole record.

    What is found is made durable first, so that nobody remembers a position that a power cut takes
    back. It is an error if a damaged record has whole ones behind it, or lies in the part that the
    writer had acknowledged. Anything else after the last whole record is a torn tail.
    """
    if start > end:
        raise beyond(segment, start, end)
    os.fdatasync(file.fileno())
    found = _scan(segment, file_chunks(file, start, end), start)
    if acknowledged is not None and found.end < acknowledged.end:
        raise CorruptLogError(
            f"{segment} at offset {found.end}: the whole records end here, but its writer had "
            f"acknowledged them up to {acknowledged.end}; restore the segment from a copy, or "
            f"remove {segment}.durable to accept the loss"
        )
    return found


def _scan(segment: str, pieces: Iterable[bytes], start: int) -> Scan:
    end, records, crc = start, 0, 0
    damage: CorruptLogError | None = None
    for offset, line in split_lines(pieces, start):
        if damage is None:
            try:
                decode(segment, offset, line)
            except CorruptLogError as error:
                damage = error
            else:
                end, records, crc = offset + len(line), records + 1, zlib.crc32(line, crc)
                continue
        if _holds_record(segment, line):
            raise CorruptLogError(
                f"{damage}. Whole records follow it, so this is no torn tail; nothing was cut. If "
                "the power went away during an append, so that the disk has parts of it, cut them "
                f"off: `truncate -s {end} {segment}` in the directory of the log"
            ) from damage
    return Scan(end, records, crc)


def _holds_record(segment: str, line: bytes) -> bool:
    """Whether a line is a whole record, or ends in one, as the newline before that record may be
    damaged too."""
    place = line.find(RECORD_MARK)
    while place >= 0:
        try:
            decode(segment, place, line[place:])
        except CorruptLogError:
            place = line.find(RECORD_MARK, place + 1)
        else:
            return True
    return False


def recover(directory: Path) -> None:
    """Cuts the torn tails of writers that died, and seals what they left.

    Any number of writers may do this at once. Damage that is no torn tail is an error.
    """
    for segment in segments(directory):
        if read_seal(directory, segment) is None:
            _recover(directory, segment)
        elif durable_path(directory, segment).exists():
            # The writer has sealed the segment and is about to remove this, or died before that.
            durable_path(directory, segment).unlink(missing_ok=True)


def _recover(directory: Path, segment: str) -> None:
    try:
        file = (directory / segment).open("r+b", buffering=0)
    except FileNotFoundError:
        return  # since the listing it was compressed, or removed because it was empty
    with file:
        if not _take_over(directory, segment, file) or os.fstat(file.fileno()).st_nlink == 0:
            return
        if read_seal(directory, segment) is None:
            acknowledged = DurableEnd.read(directory, segment)
            size = os.fstat(file.fileno()).st_size
            found = _orphan_scan(segment, file, 0, size, acknowledged)
            file.truncate(found.end)
            os.fsync(file.fileno())
            if found.records:
                write_seal(directory, segment, Seal(found.end, found.records, found.crc32))
            else:
                (directory / segment).unlink()
        durable_path(directory, segment).unlink(missing_ok=True)


def _take_over(directory: Path, segment: str, file: BinaryIO) -> bool:
    """Locks a dead writer's segment. False when the writer lives, or someone else has taken over.

    The shared lock comes first, because readers take it for a moment to find out whether the writer
    lives. Under it `is_live` is cleared before readers can see the segment locked again: they may
    already have found more whole records than the dead writer had acknowledged.
    """
    while _try_lock(file, fcntl.LOCK_SH):
        published = DurableEnd.read(directory, segment)
        if published is not None and published.is_live:
            with durable_path(directory, segment).open("r+b") as sidecar:
                sidecar.write(DurableEnd(published.end, is_live=False).pack())
        if _try_lock(file, fcntl.LOCK_EX):
            return True
        time.sleep(0.001)
    return False


def _try_lock(file: BinaryIO, mode: int) -> bool:
    try:
        fcntl.flock(file, mode | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
