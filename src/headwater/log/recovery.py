"""Segments and their writers: whether one lives, and what to do with what a dead one left.

A writer holds a lock on its segment and publishes how far it is durable. A segment that is neither
sealed nor locked belongs to a writer that died; its last bytes may be a torn record.
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
from headwater.log.segment import (
    RECORD_MARK,
    Seal,
    beyond,
    decode,
    file_chunks,
    read_seal,
    segments,
    split_lines,
    write_seal,
)


class DurableEnd(msgspec.Struct, frozen=True):
    """A writer's word on its own segment: all before `end` is durable.

    Whoever recovers the segment after its writer's death withdraws `is_live`.
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
            return None  # being created, or lost its content in a power cut
        end, is_live = cls._LAYOUT.unpack(content)
        return cls(end, bool(is_live))


class Scan(msgspec.Struct, frozen=True):
    """The whole records from some offset on: where they end, how many, checksum of their bytes."""

    end: int
    records: int
    crc32: int


def durable_path(directory: Path, segment: str) -> Path:
    return directory / f"{segment}.durable"


def unsealed_end(directory: Path, segment: str, file: BinaryIO, start: int) -> int:
    """How far a segment without a seal is durable; `start` is known to be a good place in it.

    A living writer says so itself; after its death one must look.
    """
    # The order matters. What a writer adds after the size was taken is left for the next time, so
    # one that is just beginning is not read ahead of its word; and a word from before the size
    # was taken must be kept by the file.
    acknowledged = DurableEnd.read(directory, segment)
    size = os.fstat(file.fileno()).st_size
    if _is_locked(file):
        word = DurableEnd.read(directory, segment)
        if word is not None and word.is_live:
            return word.end
    return _orphan_scan(segment, file, start, size, acknowledged).end


def _is_locked(file: BinaryIO) -> bool:
    if not _try_lock(file, fcntl.LOCK_SH):
        return True
    fcntl.flock(file, fcntl.LOCK_UN)
    return False


def _orphan_scan(
    segment: str, file: BinaryIO, start: int, end: int, acknowledged: DurableEnd | None
) -> Scan:
    """Look through a segment whose writer is gone, up to its last whole record.

    What is found is made durable first, so that no one remembers a position that a power cut
    takes back. A damaged record with whole ones behind it, or in the part its writer had
    acknowledged, is an error; anything else after the last whole record is a torn tail.
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
                f"{damage}. Whole records follow it, so this is no torn tail; nothing was cut"
            ) from damage
    return Scan(end, records, crc)


def _holds_record(segment: str, line: bytes) -> bool:
    """Whether a line is, or ends in, a whole record: the newline before it may be damaged too."""
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
    """Cut the torn tails of writers that died, and seal what they left.

    Any number of writers may do this at once. Damage that is no torn tail is an error.
    """
    for segment in segments(directory):
        if read_seal(directory, segment) is None:
            _recover(directory, segment)
        elif durable_path(directory, segment).exists():
            # Its writer is between sealing it and removing this, or died there.
            durable_path(directory, segment).unlink(missing_ok=True)


def _recover(directory: Path, segment: str) -> None:
    try:
        file = (directory / segment).open("r+b", buffering=0)
    except FileNotFoundError:
        return  # compressed, or empty and removed, since the listing
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
    """Lock a dead writer's segment; False when the writer lives or another has taken over.

    The shared lock comes first, since readers hold it for a moment to ask whether the writer
    lives. Under it the dead writer's word is withdrawn, before readers see the segment locked
    again: they may already have found more whole records than it had acknowledged.
    """
    while _try_lock(file, fcntl.LOCK_SH):
        word = DurableEnd.read(directory, segment)
        if word is not None and word.is_live:
            with durable_path(directory, segment).open("r+b") as sidecar:
                sidecar.write(DurableEnd(word.end, is_live=False).pack())
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
