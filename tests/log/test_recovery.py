import fcntl
import threading
from pathlib import Path
from typing import BinaryIO

import pytest

from headwater.errors import CorruptLogError
from headwater.log import LogWriter, head, recover, segments, verify
from headwater.log.directory import recovery
from headwater.log.directory.recovery import DurableEnd, durable_path
from tests.log.records import body, digest, line, names, read_all

SEGMENT = "00000001-0123abcd.ndjson"
WHOLE = line("a") + line("b")
LAST = line("Zoë")


def test_a_tail_torn_at_any_byte_is_cut_and_never_parsed(tmp_path: Path) -> None:
    for kept in range(len(LAST)):
        directory = tmp_path / str(kept)
        directory.mkdir()
        (directory / SEGMENT).write_bytes(WHOLE + LAST[:kept])

        assert head(directory) == {SEGMENT: len(WHOLE)}
        assert names(directory) == ["a", "b"]
        recover(directory)

        assert (directory / SEGMENT).read_bytes() == WHOLE
        assert head(directory) == {SEGMENT: len(WHOLE)}
        assert names(directory) == ["a", "b"]
        assert verify(directory) == []


@pytest.mark.parametrize(
    "tail",
    [
        b"\0" * 5000,
        LAST[:40] + b"\0" * (len(LAST) - 40),
        LAST.replace(b"Zo", b"zo"),
        b"\n",
        LAST[:50] + b"\n" + LAST[60:],
    ],
    ids=["zeros", "partly zeros", "wrong checksum", "empty line", "damaged in two lines"],
)
def test_a_tail_of_anything_but_records_is_cut(tmp_path: Path, tail: bytes) -> None:
    (tmp_path / SEGMENT).write_bytes(WHOLE + tail)
    assert head(tmp_path) == {SEGMENT: len(WHOLE)}
    recover(tmp_path)
    assert (tmp_path / SEGMENT).read_bytes() == WHOLE
    assert verify(tmp_path) == []


def test_damage_at_any_byte_before_a_whole_record_is_an_error_and_nothing_is_cut(
    tmp_path: Path,
) -> None:
    first, rest = line("a"), LAST + LAST[:20]
    for place in range(len(first)):
        damaged = bytearray(first + rest)
        damaged[place] ^= 0x01
        (tmp_path / SEGMENT).write_bytes(damaged)
        with pytest.raises(CorruptLogError, match=f"{SEGMENT} at offset 0: .* no torn tail"):
            head(tmp_path)
        with pytest.raises(CorruptLogError, match=f"{SEGMENT} at offset 0: .* no torn tail"):
            LogWriter(tmp_path)
        assert (tmp_path / SEGMENT).read_bytes() == damaged
        assert len(verify(tmp_path)) == 1


def test_the_log_is_not_cut_before_what_was_acknowledged(tmp_path: Path) -> None:
    (tmp_path / SEGMENT).write_bytes(WHOLE + LAST[:-1])
    durable = durable_path(tmp_path, SEGMENT)
    durable.write_bytes(DurableEnd(len(WHOLE + LAST), is_live=True).pack())
    for _ in range(2):
        with pytest.raises(CorruptLogError, match=f"offset {len(WHOLE)}: .* acknowledged"):
            recover(tmp_path)
        with pytest.raises(CorruptLogError, match=f"offset {len(WHOLE)}: .* acknowledged"):
            head(tmp_path)
    assert (tmp_path / SEGMENT).read_bytes() == WHOLE + LAST[:-1]
    assert DurableEnd.read(tmp_path, SEGMENT) == DurableEnd(len(WHOLE + LAST), is_live=False)

    durable.unlink()
    recover(tmp_path)
    assert names(tmp_path) == ["a", "b"]


def test_whole_records_behind_the_acknowledged_end_are_kept(tmp_path: Path) -> None:
    (tmp_path / SEGMENT).write_bytes(WHOLE + LAST)
    durable_path(tmp_path, SEGMENT).write_bytes(DurableEnd(len(WHOLE), is_live=True).pack())
    assert names(tmp_path) == ["a", "b", "Zoë"]
    recover(tmp_path)
    assert names(tmp_path) == ["a", "b", "Zoë"]
    assert not durable_path(tmp_path, SEGMENT).exists()


@pytest.mark.parametrize("is_live", [True, False])
def test_the_word_on_a_locked_segment_counts_until_it_is_withdrawn(
    tmp_path: Path, is_live: bool
) -> None:
    (tmp_path / SEGMENT).write_bytes(WHOLE + LAST)
    durable_path(tmp_path, SEGMENT).write_bytes(DurableEnd(len(WHOLE), is_live=is_live).pack())
    with (tmp_path / SEGMENT).open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        assert names(tmp_path) == (["a", "b"] if is_live else ["a", "b", "Zoë"])


def test_a_writer_just_beginning_is_not_read_ahead_of_its_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lock_is_taken_too_late_to_be_seen(file: BinaryIO) -> bool:
        durable_path(tmp_path, SEGMENT).write_bytes(DurableEnd(0, is_live=True).pack())
        (tmp_path / SEGMENT).write_bytes(WHOLE)
        durable_path(tmp_path, SEGMENT).write_bytes(DurableEnd(len(WHOLE), is_live=True).pack())
        return False

    (tmp_path / SEGMENT).touch()
    monkeypatch.setattr(recovery, "_is_locked", lock_is_taken_too_late_to_be_seen)
    assert head(tmp_path) == {}


def test_an_acknowledged_end_lost_in_a_power_cut_does_not_hinder_recovery(tmp_path: Path) -> None:
    (tmp_path / SEGMENT).write_bytes(WHOLE + LAST[:9])
    durable_path(tmp_path, SEGMENT).write_bytes(b"")
    recover(tmp_path)
    assert names(tmp_path) == ["a", "b"]


@pytest.mark.parametrize("content", [b"", LAST[:-1]], ids=["empty", "torn"])
def test_a_segment_without_a_whole_record_is_removed(tmp_path: Path, content: bytes) -> None:
    (tmp_path / SEGMENT).write_bytes(content)
    durable_path(tmp_path, SEGMENT).write_bytes(DurableEnd(0, is_live=True).pack())
    assert head(tmp_path) == {}
    recover(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_what_a_writer_left_behind_while_sealing_is_removed(tmp_path: Path) -> None:
    (tmp_path / SEGMENT).write_bytes(WHOLE)
    (tmp_path / f"{SEGMENT}.seal.tmp").write_bytes(b'{"siz')
    recover(tmp_path)
    durable_path(tmp_path, SEGMENT).write_bytes(DurableEnd(len(WHOLE), is_live=True).pack())
    recover(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [SEGMENT, f"{SEGMENT}.seal"]
    assert names(tmp_path) == ["a", "b"]


def test_a_living_writer_is_left_alone(tmp_path: Path) -> None:
    content = body("a")
    with LogWriter(tmp_path) as writer:
        first = writer.append("openlineage", digest(content), content)
        recover(tmp_path)
        with LogWriter(tmp_path) as other:
            elsewhere = other.append("openlineage", digest(content), content)
        second = writer.append("openlineage", digest(content), content)
    assert (first.segment, first.end) == (second.segment, second.offset)
    assert elsewhere.segment != first.segment
    assert len(read_all(tmp_path)) == 3


def test_many_writers_recover_the_same_log_at_once(tmp_path: Path) -> None:
    for number in range(20):
        path = tmp_path / f"{number:08d}-0123abcd.ndjson"
        path.write_bytes(line(f"{number}") + LAST[: number * 5])
    failures: list[Exception] = []

    def open_and_append(name: str) -> None:
        content = body(name)
        try:
            with LogWriter(tmp_path, compress_sealed=True) as writer:
                writer.append("openlineage", digest(content), content)
        except Exception as failure:  # noqa: BLE001  the test looks at it below
            failures.append(failure)

    threads = [threading.Thread(target=open_and_append, args=(f"new {n}",)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        head(tmp_path)
        thread.join()
    assert failures == []
    expected = {f"{number}" for number in range(20)} | {f"new {number}" for number in range(8)}
    assert sorted(names(tmp_path)) == sorted(expected)
    assert verify(tmp_path) == []
    assert all((tmp_path / f"{segment}.seal").exists() for segment in segments(tmp_path))
