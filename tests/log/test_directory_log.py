"""What is particular to the log in a directory: seals, files, and the disk."""

import os
import shutil
from pathlib import Path

import pytest

from headwater.errors import CorruptLogError, LogError, LogUnwritableError
from headwater.log import DirectoryLog, LogWriter, Range, head, waiting
from headwater.log.directory import log as module
from tests.log.records import body, digest


def append(writer: LogWriter, name: str, received: int) -> Range:
    content = body(name)
    placed = writer.append("openlineage", digest(content), content, received)
    return Range(placed.segment, placed.offset, placed.end)


def test_a_log_that_is_kept_open_sees_what_its_head_is_now(tmp_path: Path) -> None:
    log = DirectoryLog(tmp_path)
    assert log.head() == {}
    for turn in range(3):
        with LogWriter(tmp_path, compress_sealed=True) as writer:
            append(writer, f"a{turn}", 1)
            assert log.head() == head(tmp_path)
            append(writer, f"b{turn}", 1)
            assert log.head() == head(tmp_path)
        assert log.head() == head(tmp_path)
    assert len(log.head()) == 3


def test_a_sealed_segment_is_looked_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in "abc":
        with LogWriter(tmp_path) as writer:
            append(writer, name, 1)
    log = DirectoryLog(tmp_path)
    found = log.head()
    monkeypatch.setattr(module, "read_seal", lambda *_: pytest.fail("read again"))
    assert log.head() == found


def test_a_sealed_segment_that_vanishes_is_noticed(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        span = append(writer, "a", 1)
    log = DirectoryLog(tmp_path)
    reached = log.head()
    for file in tmp_path.iterdir():
        file.unlink()
    with pytest.raises(LogError, match=span.segment):
        waiting(log, reached)


def test_a_damaged_seal_is_an_error_of_the_log(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        span = append(writer, "a", 1)
    (tmp_path / f"{span.segment}.seal").write_bytes(b"{")
    with pytest.raises(CorruptLogError, match="is damaged"):
        DirectoryLog(tmp_path).head()


def test_of_several_writers_the_one_whose_record_waits_longest_comes_first(tmp_path: Path) -> None:
    log = DirectoryLog(tmp_path)
    with LogWriter(tmp_path) as one, LogWriter(tmp_path) as other:
        late = append(one, "late", 9)
        early = append(other, "early", 5)
        assert waiting(log, {}) == [early, late]
        assert waiting(log, {early.segment: early.end}) == [late]


def test_its_appender_rolls_and_compresses_as_the_log_was_told_to(tmp_path: Path) -> None:
    log = DirectoryLog(tmp_path, roll_bytes=1, compress_sealed=True)
    with log.appender() as appender:
        for name in "ab":
            appender.append_many([("openlineage", digest(body(name)), body(name))])
    assert len(list(tmp_path.glob("*.ndjson.zst"))) == 2


def test_a_full_disk_and_a_missing_directory_are_obstacles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert DirectoryLog(tmp_path).obstacles() == []
    [reason] = DirectoryLog(tmp_path / "absent").obstacles()
    assert reason == f"the log in {tmp_path / 'absent'} cannot be written to"
    monkeypatch.setattr(module, "FREE_BYTES", os.statvfs(tmp_path).f_blocks << 40)
    [reason] = DirectoryLog(tmp_path).obstacles()
    assert reason == f"the disk of the log in {tmp_path} is full"


def test_what_is_appended_to_a_deleted_file_is_not_acknowledged(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "log") as writer:
        append(writer, "a", 1)
        shutil.rmtree(tmp_path / "log")
        with pytest.raises(LogUnwritableError, match=r"was deleted.*restore them from a copy"):
            append(writer, "b", 2)
        kept = append(writer, "c", 3)
    [record] = DirectoryLog(tmp_path / "log").read(kept)
    assert record.body == body("c")
