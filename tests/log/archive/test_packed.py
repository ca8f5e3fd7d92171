"""The format of an object of the archive: blocks, an index, and a checksum for every byte."""

import pytest
import zstandard

from headwater.errors import CorruptLogError
from headwater.log import Range
from headwater.log.archivable import LogEntry
from headwater.log.archive import packed as module
from headwater.log.archive.packed import index_length, packed, read_block, read_index

SPAN = Range("events/0", 3, 40)


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BLOCK_BYTES", 40)


def entries(count: int, first: int = 3) -> list[LogEntry]:
    """Entries at every other offset, as a topic may have offsets without a message."""
    return [LogEntry(first + 2 * n, first + 2 * n + 1, 10, b"%010d" % n) for n in range(count)]


def unpacked(content: bytes) -> list[LogEntry]:
    length = index_length("x", len(content), content)
    index = read_index("x", len(content), content[-length:])
    found: list[LogEntry] = []
    for block in index.blocks:
        found += read_block("x", block, content[block.place : block.place + block.length])
    return found


def test_what_is_packed_is_read_back_in_blocks() -> None:
    index, content = packed(SPAN, entries(10))
    assert unpacked(content) == entries(10)
    assert index.span == SPAN
    assert [(block.start, block.entries) for block in index.blocks] == [(3, 4), (11, 4), (19, 2)]


def test_a_range_without_entries_is_an_object_too() -> None:
    index, content = packed(SPAN, [])
    assert (index.span, unpacked(content)) == (SPAN, [])


def test_a_full_object_ends_where_its_last_entry_ends() -> None:
    rest = iter(entries(10))
    index, content = packed(SPAN, rest, most=60)
    assert unpacked(content) == entries(6)
    assert (index.start, index.end) == (3, 14)
    assert list(rest) == entries(10)[6:], "no more is taken than is packed"


def test_zstd_itself_reads_an_object() -> None:
    _, content = packed(SPAN, entries(10))
    plain = zstandard.ZstdDecompressor().stream_reader(content, read_across_frames=True).read()
    assert all(entry.data in plain for entry in entries(10))


def test_every_bit_that_flips_is_noticed() -> None:
    _, content = packed(SPAN, entries(10))
    for place in range(len(content) * 8):
        flipped = bytearray(content)
        flipped[place // 8] ^= 1 << place % 8
        with pytest.raises(CorruptLogError, match="x in the archive is damaged"):
            unpacked(bytes(flipped))


def test_an_object_that_is_cut_short_is_noticed() -> None:
    _, content = packed(SPAN, entries(10))
    for length in range(len(content)):
        with pytest.raises(CorruptLogError, match="x in the archive is damaged"):
            unpacked(content[:length])
