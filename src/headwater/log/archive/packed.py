"""The format of an object of the archive: entries of one range, compressed in blocks.

An object is a row of zstd frames, each a block of entries in MessagePack, and after them an index
in a frame that zstd skips. So one entry is read by reading the index and one block, and ``zstd -d``
reads it all. Every byte is covered by a checksum, or has one right value::

    block | block | … | frame header | index | length and checksum of the index, magic number
"""

import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import NoReturn

import msgspec
import zstandard

from headwater.errors import CorruptLogError
from headwater.log.archivable import LogEntry
from headwater.log.event_log import Range

OBJECT_BYTES = 80 << 20
"""About how many bytes an object has before they are compressed; it may have fewer. A segment of a
directory, in its default size, is one object."""
BLOCK_BYTES = 1 << 18
"""About how many bytes a block has before it is compressed. To find one record, one block is
read."""
TAIL_BYTES = 1 << 16
"""How many bytes are read from the end of an object at first. Most indexes are smaller."""

_FRAME_HEADER = struct.Struct("<II")
_FOOTER = struct.Struct("<II8s")
_SKIPPABLE = 0x184D2A5D
_MAGIC = b"headwtr1"


class Block(msgspec.Struct, frozen=True, array_like=True):
    """Where a block lies in an object, and which entries it holds."""

    start: int
    """The offset of its first entry."""
    place: int
    length: int
    crc32: int
    """The checksum of its compressed bytes."""
    entries: int


class Index(msgspec.Struct, frozen=True):
    """What an object holds: all entries of one range of a segment."""

    segment: str
    start: int
    end: int
    crc32: int
    """The checksum of all its entries before they are compressed. Objects with the same entries
    have the same one, whatever version of zstd has compressed them."""
    blocks: tuple[Block, ...]

    @property
    def span(self) -> Range:
        return Range(self.segment, self.start, self.end)


def packed(
    span: Range, entries: Iterable[LogEntry], most: int = OBJECT_BYTES
) -> tuple[Index, bytes]:
    """An object with the first entries of a range, and its index, which says how far it goes."""
    compressor = zstandard.ZstdCompressor()
    content, blocks, crc, end = bytearray(), list[Block](), 0, span.end
    for block, is_last in _blocks(entries, most):
        plain = msgspec.msgpack.encode(block)
        frame = compressor.compress(plain)
        crc = zlib.crc32(plain, crc)
        blocks.append(
            Block(block[0].offset, len(content), len(frame), zlib.crc32(frame), len(block))
        )
        content += frame
        if is_last:
            end = block[-1].end
    index = Index(span.segment, span.start, end, crc, tuple(blocks))
    listed = msgspec.msgpack.encode(index)
    content += _FRAME_HEADER.pack(_SKIPPABLE, len(listed) + _FOOTER.size)
    content += listed + _FOOTER.pack(len(listed), zlib.crc32(listed), _MAGIC)
    return index, bytes(content)


def _blocks(entries: Iterable[LogEntry], most: int) -> Iterator[tuple[list[LogEntry], bool]]:
    """The entries in blocks, and whether the object is full with one: more entries may follow."""
    block, size, total = list[LogEntry](), 0, 0
    for entry in entries:
        block.append(entry)
        size += len(entry.data)
        total += len(entry.data)
        if size >= BLOCK_BYTES or total >= most:
            yield block, total >= most
            if total >= most:
                return
            block, size = [], 0
    if block:
        yield block, False


def index_length(name: str, size: int, tail: bytes) -> int:
    """How many bytes at the end of an object hold its index. `tail` are its last bytes."""
    if size < _FRAME_HEADER.size + _FOOTER.size or len(tail) < _FOOTER.size:
        _damaged(name, f"it has {size} bytes, fewer than an index has")
    length, _, magic = _FOOTER.unpack_from(tail, len(tail) - _FOOTER.size)
    whole = int(length) + _FRAME_HEADER.size + _FOOTER.size
    if magic != _MAGIC or whole > size:
        _damaged(name, "it does not end in an index, so it is cut short or not ours")
    return whole


def read_index(name: str, size: int, tail: bytes) -> Index:
    """The index of an object of this size. `tail` are the bytes that `index_length` counted."""
    length, crc, _ = _FOOTER.unpack_from(tail, len(tail) - _FOOTER.size)
    listed = tail[_FRAME_HEADER.size : -_FOOTER.size]
    header = _FRAME_HEADER.pack(_SKIPPABLE, length + _FOOTER.size)
    if tail[: _FRAME_HEADER.size] != header or zlib.crc32(listed) != crc:
        _damaged(name, "its index does not match its checksum")
    index = msgspec.msgpack.decode(listed, type=Index)
    if sum(block.length for block in index.blocks) + len(tail) != size:
        _damaged(name, f"its {size} bytes are not those that its index lists")
    return index


def read_block(name: str, block: Block, frame: bytes) -> Sequence[LogEntry]:
    """The entries of a block."""
    if zlib.crc32(frame) != block.crc32:
        _damaged(name, f"the block at byte {block.place} does not match its checksum")
    return msgspec.msgpack.decode(_plain(frame), type=list[LogEntry])


def _plain(frame: bytes) -> bytes:
    return zstandard.ZstdDecompressor().decompress(frame)


def _damaged(name: str, why: str) -> NoReturn:
    raise CorruptLogError(
        f"{name} in the archive is damaged: {why}; restore it from a copy, or remove it where the"
        " log still has its records: `headwater archive` writes it anew"
    )
