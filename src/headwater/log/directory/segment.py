"""The format of a segment of the event log on disk.

A log directory holds segments, each written by one writer, and the id of the log::

    ID                                 made with the log (`headwater.log.directory.identity`)
    00000001-5f0c9a1e.ndjson           records, one JSON object per line, in the order received
    00000001-5f0c9a1e.ndjson.durable   while its writer lives: how far it is known to be on disk
    00000001-5f0c9a1e.ndjson.seal      complete: size, number of records, checksum of all bytes
    00000001-5f0c9a1e.ndjson.zst       the same bytes compressed, in place of the plain file

A seal alone stands for a segment whose records were dropped here, because an archive has them.

A record is ``{"crc":"…","received":…,"kind":"…","digest":"…","event":…}`` and a newline. Its
checksum covers everything between the checksum and the newline. Offsets always count uncompressed
bytes, so a position stays valid when its segment is compressed.

The compressed form is the zstd seekable format: independent frames, and after them a skippable
frame that lists their sizes. ``zstd -d`` reads it as well.
"""

import fcntl
import os
import re
import struct
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

import msgspec
import zstandard

from headwater.errors import CorruptLogError, LogError
from headwater.log.event_log import KINDS, Record
from headwater.log.spans import beyond

CHUNK_BYTES = 1 << 20
PIECE_BYTES = 1 << 16
"""How much is read at once to find a single record. Records lie apart, and are small."""

RECORD_MARK = b'{"crc":"'
_CHECKED_FROM = len(b'{"crc":"00000000",')
_HEADER = re.compile(
    rb'\{"crc":"([0-9a-f]{8})","received":(\d{1,18}),"kind":"(openlineage|contract|edit)",'
    rb'"digest":"([0-9a-f]{32})","event":'
)
_DIGEST = re.compile(r"[0-9a-f]{32}")
_SEGMENT = re.compile(r"[0-9]{8}-[0-9a-f]{8}\.ndjson")

_FRAME_LIST_HEADER = struct.Struct("<II")
_FRAME_SIZES = struct.Struct("<II")
_FRAME_LIST_FOOTER = struct.Struct("<IBI")
_SKIPPABLE = 0x184D2A5E
_SEEKABLE = 0x8F92EAB1


class Seal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a complete segment must contain."""

    size: int
    records: int
    crc32: int

    def __str__(self) -> str:
        return f"{self.records} records in {self.size} bytes with checksum {self.crc32:08x}"


def encode(received: int, kind: str, digest: str, body: bytes) -> bytes:
    """The line of one record. `received` is in µs since 1970, UTC."""
    if kind not in KINDS:
        raise LogError(f"record kind {kind!r} is unknown; expected one of {', '.join(KINDS)}")
    if not _DIGEST.fullmatch(digest):
        raise LogError(f"digest {digest!r} must be 32 lowercase hexadecimal digits")
    if not 0 <= received < 10**18:
        raise LogError(f"received time {received} must be microseconds since 1970, not negative")
    if not body or b"\n" in body or b"\r" in body:
        found = "contains a raw line break" if body else "is empty"
        raise LogError(f"the event's body {found}; it must be JSON on one line")
    checked = b'"received":%d,"kind":"%b","digest":"%b","event":%b}' % (
        received,
        kind.encode(),
        digest.encode(),
        body,
    )
    return b'{"crc":"%08x",%b\n' % (zlib.crc32(checked), checked)


def decode(segment: str, offset: int, line: bytes) -> Record:
    """The record on a line.

    The body is cut out and not parsed, because a rebuild does this to every event.
    """
    header = _HEADER.match(line)
    if header is None or line[-2:] != b"}\n":
        raise CorruptLogError(
            f"{segment} at offset {offset}: {line[:40]!r}… is not a whole record of the log; "
            "restore the segment from a copy"
        )
    crc, received, kind, digest = header.groups()
    found = zlib.crc32(memoryview(line)[_CHECKED_FROM:-1])
    if found != int(crc, 16):
        raise CorruptLogError(
            f"{segment} at offset {offset}: the record's bytes have checksum {found:08x}, "
            f"expected {crc.decode()}; restore the segment from a copy"
        )
    body = line[header.end() : -2]
    return Record(segment, offset, len(line), int(received), kind.decode(), digest.decode(), body)


def segments(directory: Path) -> list[str]:
    """The names of all segments, in about the order in which they were created."""
    # One listing can miss a segment that is sealed and compressed meanwhile: its plain file is
    # gone, and its new files are added behind the place reached. A second listing finds the seal.
    try:
        names = {entry.name for _ in range(2) for entry in directory.iterdir()}
    except FileNotFoundError:
        return []
    except OSError as error:
        raise LogError(f"cannot list the event log in {directory}: {error}") from error
    found = {name.removesuffix(".seal").removesuffix(".zst") for name in names}
    return sorted(name for name in found if _SEGMENT.fullmatch(name))


def seal_path(directory: Path, segment: str) -> Path:
    return directory / f"{segment}.seal"


def compressed_path(directory: Path, segment: str) -> Path:
    return directory / f"{segment}.zst"


def read_seal(directory: Path, segment: str) -> Seal | None:
    """The segment's seal, or None while the segment is not complete."""
    path = seal_path(directory, segment)
    try:
        return msgspec.json.decode(path.read_bytes(), type=Seal)
    except FileNotFoundError:
        return None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise CorruptLogError(
            f"{path.name} is damaged ({error}); restore it from a copy, or remove it when the "
            "segment's own file is there: the next writer checks the records and seals it anew"
        ) from error


def is_here(directory: Path, segment: str) -> bool:
    """Whether a segment has its records here, and not in an archive alone."""
    # It is compressed by putting the new file in place before the old one is removed.
    return (directory / segment).exists() or compressed_path(directory, segment).exists()


def drop(directory: Path, segment: str, archived: Seal) -> None:
    """Removes the records of a segment that is sealed with what is `archived`, and leaves its seal.

    CorruptLogError if it is sealed with something else.
    """
    seal = read_seal(directory, segment)
    if seal is None:
        raise LogError(f"{segment} is not sealed; only complete segments can be dropped")
    if seal != archived:
        raise CorruptLogError(
            f"{segment} was sealed with {seal}, but {archived} are archived; nothing of it was"
            " dropped. Look which of them is damaged with `headwater verify`"
        )
    with suppress(FileNotFoundError), (directory / segment).open("rb", buffering=0) as plain:
        fcntl.flock(plain, fcntl.LOCK_EX)  # not while another process compresses it
        (directory / segment).unlink()
    compressed_path(directory, segment).unlink(missing_ok=True)


def sealed_size(directory: Path, segment: str, seal: Seal) -> int:
    """How many bytes a sealed segment has, by its seal and by its file.

    Neither is believed alone: a seal that is damaged would hide records, or promise some.
    """
    try:
        found = (directory / segment).stat().st_size
    except FileNotFoundError:
        with compressed_path(directory, segment).open("rb", buffering=0) as compressed:
            found = sum(plain for _, plain in _frames(segment, compressed))
    if found != seal.size:
        raise CorruptLogError(
            f"{segment} has {found} bytes, but was sealed with {seal}; restore it from a copy"
        )
    return found


def write_seal(directory: Path, segment: str, seal: Seal) -> None:
    """Puts the seal in place, whole or not at all. The caller holds the segment's lock."""
    path = seal_path(directory, segment)
    unfinished = path.with_name(f"{path.name}.tmp")
    with unfinished.open("wb") as file:
        file.write(msgspec.json.encode(seal))
        sync_file(file)
    unfinished.rename(path)
    sync_directory(directory)


def sync_file(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())


def sync_directory(directory: Path) -> None:
    """Makes created, renamed and removed names survive a power cut."""
    fd = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def chunks(
    directory: Path, segment: str, start: int = 0, end: int | None = None
) -> Iterator[bytes]:
    """The segment's bytes from `start` to `end` (or to its end), whether plain or compressed.

    FileNotFoundError when there is no such segment.
    """
    try:
        file = (directory / segment).open("rb", buffering=0)
    except FileNotFoundError:
        # The compressed file is in place before the plain one is removed.
        with compressed_path(directory, segment).open("rb", buffering=0) as compressed:
            yield from _compressed_chunks(segment, compressed, start, end)
    else:
        with file:
            yield from _plain_chunks(segment, file, start, end)


@contextmanager
def pieces(directory: Path, segment: str) -> Iterator[Callable[[int], bytes]]:
    """A function that returns some bytes from any offset of a segment, which is opened only once.

    It returns no bytes at the segment's end. FileNotFoundError when there is no such segment.
    """
    try:
        file = (directory / segment).open("rb", buffering=0)
    except FileNotFoundError:
        with compressed_path(directory, segment).open("rb", buffering=0) as compressed:
            yield lambda start: next(_compressed_chunks(segment, compressed, start, None), b"")
    else:
        with file:
            yield lambda start: os.pread(file.fileno(), PIECE_BYTES, start)


def split_lines(pieces: Iterable[bytes], offset: int) -> Iterator[tuple[int, bytes]]:
    """Each line with its offset. The last line may lack its newline."""
    rest = b""
    for piece in pieces:
        buffer = rest + piece if rest else piece
        begin = 0
        while after := buffer.find(b"\n", begin) + 1:
            yield offset + begin, buffer[begin:after]
            begin = after
        rest = buffer[begin:]
        offset += begin
    if rest:
        yield offset, rest


def _plain_chunks(segment: str, file: BinaryIO, start: int, end: int | None) -> Iterator[bytes]:
    end = _checked_end(segment, start, end, os.fstat(file.fileno()).st_size)
    for chunk in file_chunks(file, start, end):
        yield chunk
        start += len(chunk)
    if start < end:
        raise beyond(segment, end, start)


def file_chunks(file: BinaryIO, start: int, end: int) -> Iterator[bytes]:
    """The bytes of a plain file. They are fewer if the file is cut meanwhile."""
    while start < end and (chunk := os.pread(file.fileno(), min(CHUNK_BYTES, end - start), start)):
        yield chunk
        start += len(chunk)


def _compressed_chunks(
    segment: str, file: BinaryIO, start: int, end: int | None
) -> Iterator[bytes]:
    frames = _frames(segment, file)
    end = _checked_end(segment, start, end, sum(plain for _, plain in frames))
    decompressor = zstandard.ZstdDecompressor()
    place = offset = 0
    for packed, plain in frames:
        if offset < end and start < offset + plain:
            frame = os.pread(file.fileno(), packed, place)
            try:
                if zstandard.frame_content_size(frame) != plain:  # else it may ask for any memory
                    raise zstandard.ZstdError("it has another size than the list says")
                chunk = decompressor.decompress(frame)
            except zstandard.ZstdError as error:
                raise CorruptLogError(
                    f"{segment}.zst at offset {offset}: a frame cannot be decompressed ({error}); "
                    "restore the file from a copy"
                ) from error
            yield chunk[max(0, start - offset) : end - offset]
        place += packed
        offset += plain


def _checked_end(segment: str, start: int, end: int | None, size: int) -> int:
    furthest = start if end is None else max(start, end)
    if furthest > size:
        raise beyond(segment, furthest, size)
    return size if end is None else end


def _frames(segment: str, file: BinaryIO) -> list[tuple[int, int]]:
    """The compressed and the plain size of every frame, from the list at the file's end."""
    size = os.fstat(file.fileno()).st_size
    footer = os.pread(
        file.fileno(), _FRAME_LIST_FOOTER.size, max(0, size - _FRAME_LIST_FOOTER.size)
    )
    if len(footer) == _FRAME_LIST_FOOTER.size:
        count, _, magic = _FRAME_LIST_FOOTER.unpack(footer)
        length = count * _FRAME_SIZES.size
        start = size - len(footer) - length
        if magic == _SEEKABLE and start >= 0:
            listed = os.pread(file.fileno(), length, start)
            sizes = [(packed, plain) for packed, plain in _FRAME_SIZES.iter_unpack(listed)]
            if sum(packed for packed, _ in sizes) + _FRAME_LIST_HEADER.size == start:
                return sizes
    raise CorruptLogError(
        f"{segment}.zst does not end in the list of its frames, so it is damaged, cut short or not "
        "ours; restore the file from a copy"
    )


def compress(directory: Path, segment: str) -> None:
    """Replaces a sealed segment's plain file by its compressed form, after reading that back."""
    seal = read_seal(directory, segment)
    if seal is None:
        raise LogError(f"{segment} is not sealed; only complete segments can be compressed")
    try:
        plain = (directory / segment).open("rb", buffering=0)
    except FileNotFoundError:
        return
    with plain:
        fcntl.flock(plain, fcntl.LOCK_EX)
        if os.fstat(plain.fileno()).st_nlink == 0:
            return  # another process compressed it while we waited
        target = compressed_path(directory, segment)
        unfinished = target.with_name(f"{target.name}.tmp")
        try:
            with unfinished.open("w+b") as packed:
                _pack(_plain_chunks(segment, plain, 0, None), packed)
                sync_file(packed)
                _check(segment, seal, _compressed_chunks(segment, packed, 0, None))
            unfinished.rename(target)
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise
        sync_directory(directory)
        (directory / segment).unlink()


def _pack(pieces: Iterator[bytes], packed: BinaryIO) -> None:
    compressor = zstandard.ZstdCompressor(write_checksum=True)
    sizes = []
    for piece in pieces:
        frame = compressor.compress(piece)
        packed.write(frame)
        sizes.append(_FRAME_SIZES.pack(len(frame), len(piece)))
    entries = b"".join(sizes)
    packed.write(
        _FRAME_LIST_HEADER.pack(_SKIPPABLE, len(entries) + _FRAME_LIST_FOOTER.size)
        + entries
        + _FRAME_LIST_FOOTER.pack(len(sizes), 0, _SEEKABLE)
    )


def _check(segment: str, seal: Seal, pieces: Iterator[bytes]) -> None:
    size = crc = 0
    for piece in pieces:
        size += len(piece)
        crc = zlib.crc32(piece, crc)
    if (size, crc) != (seal.size, seal.crc32):
        raise CorruptLogError(
            f"{segment} has {size} bytes with checksum {crc:08x}, but was sealed with {seal}; "
            "it was not compressed; restore it from a copy"
        )
