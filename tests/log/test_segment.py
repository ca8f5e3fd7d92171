import threading
import zlib
from pathlib import Path

import msgspec
import pytest
import zstandard

from headwater.errors import CorruptLogError, LogError
from headwater.log import (
    KINDS,
    DirectoryLog,
    LogWriter,
    compress,
    decode,
    encode,
    head,
    lines,
    read,
    read_at,
    segments,
)
from headwater.log.directory.segment import CHUNK_BYTES, Seal, read_seal, write_seal
from tests.log.records import RECEIVED, body, digest, line, names, read_all

UNICODE = '{"name":"Zoë 数据 \\u2028 🜁","quote":"\\"crc\\":\\"00000000\\""}'.encode()


def sealed_segment(directory: Path, count: int, padding: int = 0) -> str:
    with LogWriter(directory) as writer:
        items = [("openlineage", digest(content), content) for content in bodies(count, padding)]
        return writer.append_many(items)[0].segment


def bodies(count: int, padding: int = 0) -> list[bytes]:
    return [body(str(number), padding) for number in range(count)]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("content", [UNICODE, b"null", b'"\\n"', body("large", 3_000_000)])
def test_a_record_comes_back_verbatim(kind: str, content: bytes) -> None:
    encoded = encode(RECEIVED, kind, digest(content), content)
    record = decode("s", 7, encoded)
    assert (record.segment, record.offset, record.size) == ("s", 7, len(encoded))
    assert (record.received, record.kind) == (RECEIVED, kind)
    assert (record.digest, record.body) == (digest(content), content)


def test_a_line_is_json_and_its_checksum_covers_all_behind_it() -> None:
    encoded = encode(RECEIVED, "edit", "0" * 32, b'{"a":1}')
    checked = f'"received":{RECEIVED},"kind":"edit","digest":"{"0" * 32}","event":{{"a":1}}}}'
    assert encoded == f'{{"crc":"{zlib.crc32(checked.encode()):08x}",{checked}\n'.encode()
    assert msgspec.json.decode(encoded)["event"] == {"a": 1}


@pytest.mark.parametrize("content", [b'{"a":\n1}', b'{"a":\r1}', b"{}\n", b""])
def test_a_body_that_is_not_one_line_is_refused(content: bytes) -> None:
    with pytest.raises(LogError, match="JSON on one line"):
        encode(RECEIVED, "openlineage", "0" * 32, content)


@pytest.mark.parametrize("wrong", ["", "0" * 31, "0" * 33, "A" * 32, "0" * 32 + "\n"])
def test_a_digest_that_would_not_be_read_back_is_refused(wrong: str) -> None:
    with pytest.raises(LogError, match="32 lowercase hexadecimal digits"):
        encode(RECEIVED, "openlineage", wrong, b"{}")


def test_an_unknown_kind_and_an_impossible_time_are_refused() -> None:
    with pytest.raises(LogError, match="expected one of openlineage, contract, edit"):
        encode(RECEIVED, "metric", "0" * 32, b"{}")
    with pytest.raises(LogError, match="not negative"):
        encode(-1, "edit", "0" * 32, b"{}")


def test_a_change_of_any_byte_is_noticed() -> None:
    encoded = line("a")
    for place in range(len(encoded)):
        changed = bytearray(encoded)
        changed[place] ^= 0x01
        with pytest.raises(CorruptLogError, match="segment-name at offset 42"):
            decode("segment-name", 42, bytes(changed))


def test_segments_are_found_plain_compressed_or_by_their_seal_alone(tmp_path: Path) -> None:
    for name in [
        "00000002-bbbbbbbb.ndjson",
        "00000002-bbbbbbbb.ndjson.durable",
        "00000001-aaaaaaaa.ndjson.zst",
        "00000001-aaaaaaaa.ndjson.seal",
        "00000003-cccccccc.ndjson.seal",
        "00000004-dddddddd.ndjson.zst.tmp",
        "notes.ndjson",
    ]:
        (tmp_path / name).touch()
    assert segments(tmp_path) == [
        "00000001-aaaaaaaa.ndjson",
        "00000002-bbbbbbbb.ndjson",
        "00000003-cccccccc.ndjson",
    ]
    assert segments(tmp_path / "absent") == []


def test_a_segment_sealed_and_compressed_during_a_listing_is_not_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "00000001-aaaaaaaa.ndjson"
    listings = iter([[], [tmp_path / f"{name}.seal", tmp_path / f"{name}.zst"]])
    monkeypatch.setattr(Path, "iterdir", lambda _: iter(next(listings)))
    assert segments(tmp_path) == [name]


def test_positions_stay_true_when_a_segment_is_compressed(tmp_path: Path) -> None:
    segment = sealed_segment(tmp_path, 50, padding=65_000)
    plain = (tmp_path / segment).read_bytes()
    before, positions = read_all(tmp_path), head(tmp_path)
    assert len(plain) > 3 * CHUNK_BYTES

    compress(tmp_path, segment)

    assert not (tmp_path / segment).exists()
    assert (tmp_path / f"{segment}.zst").stat().st_size < len(plain) / 10
    assert head(tmp_path) == positions
    assert read_all(tmp_path) == before
    for number in (0, 7, 16, 33, 49):
        expected = before[number]
        assert read_at(DirectoryLog(tmp_path), segment, expected.offset) == expected
        assert list(read(tmp_path, segment, expected.offset, len(plain))) == before[number:]
        assert list(read(tmp_path, segment, 0, expected.offset)) == before[:number]


def test_other_zstd_tools_read_a_compressed_segment(tmp_path: Path) -> None:
    segment = sealed_segment(tmp_path, 50, padding=65_000)
    plain = (tmp_path / segment).read_bytes()
    compress(tmp_path, segment)
    with (tmp_path / f"{segment}.zst").open("rb") as file:
        reader = zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True)
        assert reader.read() == plain


def test_reading_from_a_position_does_not_decompress_what_lies_before_it(tmp_path: Path) -> None:
    segment = sealed_segment(tmp_path, 50, padding=65_000)
    last = read_all(tmp_path)[-1]
    compress(tmp_path, segment)
    path = tmp_path / f"{segment}.zst"
    content = bytearray(path.read_bytes())
    content[100] ^= 0xFF
    path.write_bytes(content)

    assert read_at(DirectoryLog(tmp_path), segment, last.offset) == last
    with pytest.raises(CorruptLogError, match=rf"{segment}\.zst at offset 0: .*decompressed"):
        read_at(DirectoryLog(tmp_path), segment, 0)


@pytest.mark.parametrize("kept", [0, 5, -1])
def test_a_compressed_segment_cut_short_is_an_error(tmp_path: Path, kept: int) -> None:
    segment = sealed_segment(tmp_path, 3)
    compress(tmp_path, segment)
    path = tmp_path / f"{segment}.zst"
    path.write_bytes(path.read_bytes()[:kept])
    with pytest.raises(CorruptLogError, match="list of its frames"):
        read_at(DirectoryLog(tmp_path), segment, 0)


def test_a_segment_that_does_not_fit_its_seal_is_kept_uncompressed(tmp_path: Path) -> None:
    segment = sealed_segment(tmp_path, 3)
    path = tmp_path / segment
    path.write_bytes(path.read_bytes()[:-1] + b" ")
    with pytest.raises(CorruptLogError, match=f"{segment} has .* but was sealed with 3 records"):
        compress(tmp_path, segment)
    assert path.exists()
    assert not list(tmp_path.glob("*.zst*"))


def test_an_unsealed_segment_cannot_be_compressed(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        content = body("a")
        segment = writer.append("edit", digest(content), content).segment
        with pytest.raises(LogError, match="is not sealed"):
            compress(tmp_path, segment)


def test_a_segment_compressed_by_several_at_once_is_compressed_once(tmp_path: Path) -> None:
    segment = sealed_segment(tmp_path, 50, padding=20_000)
    threads = [threading.Thread(target=compress, args=(tmp_path, segment)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    left = sorted(path.name for path in tmp_path.glob(f"{segment}*"))
    assert left == [f"{segment}.seal", f"{segment}.zst"]
    assert names(tmp_path) == [str(number) for number in range(50)]


@pytest.mark.parametrize("compressed", [False, True])
def test_a_seal_with_another_size_than_its_segment_hides_nothing(
    tmp_path: Path, compressed: bool
) -> None:
    segment = sealed_segment(tmp_path, 3)
    if compressed:
        compress(tmp_path, segment)
    seal = read_seal(tmp_path, segment)
    assert seal
    first = seal.size // 3  # where the first of three records of one size ends
    write_seal(tmp_path, segment, Seal(first, seal.records, seal.crc32))
    for ends in (head, lambda log: DirectoryLog(log).head()):
        with pytest.raises(CorruptLogError, match=f"has {seal.size} bytes, but was sealed with"):
            ends(tmp_path)


def test_a_seal_that_is_no_text_is_named(tmp_path: Path) -> None:
    segment = sealed_segment(tmp_path, 3)
    (tmp_path / f"{segment}.seal").write_bytes(b'{"\xef\xff')
    with pytest.raises(CorruptLogError, match=f"{segment}.seal is damaged"):
        head(tmp_path)


@pytest.mark.parametrize("place", [-17, -13])
def test_a_list_of_frames_with_other_sizes_asks_for_no_memory(tmp_path: Path, place: int) -> None:
    """The list ends in the sizes of the last frame, packed and plain, and a footer of 9 bytes."""
    segment = sealed_segment(tmp_path, 3)
    compress(tmp_path, segment)
    path = tmp_path / f"{segment}.zst"
    content = bytearray(path.read_bytes())
    content[place + 3] = 0xFF  # some 4 GiB
    path.write_bytes(content)
    with pytest.raises(CorruptLogError, match=r"restore"):
        list(lines(tmp_path, segment))
