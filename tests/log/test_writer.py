import errno
import logging
import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headwater.errors import LogError, LogUnwritableError
from headwater.log import (
    KINDS,
    Appended,
    DirectoryLog,
    Disk,
    LogWriter,
    head,
    read_at,
    segments,
    verify,
)
from headwater.log.directory.writer import _OwnSegment
from tests.log.records import RECEIVED, body, digest, names, read_all

NOBODY = 65534


class GatedDisk(Disk):
    """Counts syncs, and holds each up until the gate opens."""

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.reached = threading.Event()
        self.syncs = 0

    def sync(self, fd: int) -> None:
        self.reached.set()
        assert self.gate.wait(10)
        self.syncs += 1
        super().sync(fd)


class FailingDisk(Disk):
    """Fails with the given error numbers while they are set; a full disk takes a part first."""

    def __init__(self) -> None:
        self.write_error: int | None = None
        self.sync_error: int | None = None
        self.taken = 0

    def write(self, fd: int, data: memoryview, offset: int) -> int:
        if self.write_error is None:
            return super().write(fd, data, offset)
        if self.taken == 0:
            self.taken = super().write(fd, data[: len(data) // 2], offset)
            return self.taken
        raise OSError(self.write_error, os.strerror(self.write_error))

    def sync(self, fd: int) -> None:
        if self.sync_error is not None:
            raise OSError(self.sync_error, os.strerror(self.sync_error))
        super().sync(fd)


def append(writer: LogWriter, name: str, padding: int = 0) -> Appended:
    content = body(name, padding)
    return writer.append("openlineage", digest(content), content)


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.001)


@pytest.mark.parametrize("kind", KINDS)
def test_a_record_of_every_kind_comes_back_as_it_was_received(tmp_path: Path, kind: str) -> None:
    content = '{"name":"Zoë 数据 🜁"}'.encode()
    with LogWriter(tmp_path) as writer:
        place = writer.append(kind, digest(content), content, RECEIVED)
    record = read_at(DirectoryLog(tmp_path), place.segment, place.offset)
    assert (record.kind, record.digest, record.body) == (kind, digest(content), content)
    assert record.received == RECEIVED
    assert place.end == record.offset + record.size == head(tmp_path)[place.segment]


def test_without_a_time_a_record_is_received_now(tmp_path: Path) -> None:
    before = time.time_ns() // 1000
    with LogWriter(tmp_path) as writer:
        append(writer, "a")
        writer.append_many([("edit", digest(b"{}"), b"{}"), ("edit", digest(b"1"), b"1", 5)])
    now, also_now, given_time = (record.received for record in read_all(tmp_path))
    assert before <= now <= also_now <= time.time_ns() // 1000
    assert given_time == 5


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=40)
@given(
    groups=st.lists(st.lists(json_values, max_size=5), max_size=8),
    kind=st.sampled_from(KINDS),
    roll_bytes=st.sampled_from([1, 300, 1 << 20]),
    compress=st.booleans(),
)
def test_any_bodies_come_back_in_order(
    groups: list[list[object]], kind: str, roll_bytes: int, compress: bool
) -> None:
    written = []
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        with LogWriter(directory, roll_bytes=roll_bytes, compress_sealed=compress) as writer:
            for group in groups:
                contents = [msgspec.json.encode(value) for value in group]
                places = writer.append_many([(kind, digest(each), each, 7) for each in contents])
                written += list(zip(places, contents, strict=True))
        records = read_all(directory)
        assert [record.body for record in records] == [content for _, content in written]
        assert [Appended(r.segment, r.offset, r.offset + r.size) for r in records] == [
            place for place, _ in written
        ]
        assert {(record.kind, record.received) for record in records} <= {(kind, 7)}
        assert verify(directory) == []


def test_a_body_with_a_line_break_is_refused_and_its_batch_with_it(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        for broken in (b'{"a":\n1}', b'{"a":\r1}'):
            with pytest.raises(LogError, match="raw line break"):
                writer.append("edit", digest(broken), broken)
            with pytest.raises(LogError, match="raw line break"):
                writer.append_many([("edit", digest(b"{}"), b"{}"), ("edit", "0" * 32, broken)])
        append(writer, "fine")
    assert names(tmp_path) == ["fine"]


def test_appends_that_wait_together_share_one_sync(tmp_path: Path) -> None:
    disk = GatedDisk()
    with LogWriter(tmp_path, disk=disk) as writer, ThreadPoolExecutor(64) as threads:
        first = writer.submit("edit", digest(b"{}"), b"{}")
        assert disk.reached.wait(10)
        places = [threads.submit(append, writer, str(number)) for number in range(64)]
        wait_until(lambda: len(writer._waiting) == 64)
        disk.gate.set()
        offsets = {future.result().offset for future in places}
        assert first.result().offset == 0
    assert len(offsets) == 64
    assert disk.syncs == 2


def test_a_batch_is_one_sync(tmp_path: Path) -> None:
    disk = GatedDisk()
    disk.gate.set()
    with LogWriter(tmp_path, disk=disk) as writer:
        assert writer.append_many([]) == []
        assert disk.syncs == 0
        places = writer.append_many([("edit", digest(b"{}"), b"{}") for _ in range(1000)])
    assert disk.syncs == 1
    assert [place.end for place in places[:-1]] == [place.offset for place in places[1:]]


def test_nothing_is_acknowledged_or_shown_before_it_is_synced(tmp_path: Path) -> None:
    disk = GatedDisk()
    with LogWriter(tmp_path, disk=disk) as writer:
        content = body("a")
        future = writer.submit("openlineage", digest(content), content)
        assert disk.reached.wait(10)
        (segment,) = segments(tmp_path)
        assert content in (tmp_path / segment).read_bytes()
        time.sleep(0.05)
        assert not future.done()
        assert not future.cancel()
        assert head(tmp_path) == {}

        disk.gate.set()
        assert future.result(10).segment == segment
        assert head(tmp_path) == {segment: future.result().end}


def test_closing_commits_what_is_queued(tmp_path: Path) -> None:
    disk = GatedDisk()
    writer = LogWriter(tmp_path, disk=disk)
    futures = [writer.submit("edit", digest(b"{}"), b"{}") for _ in range(10)]
    threading.Timer(0.05, disk.gate.set).start()
    writer.close()
    writer.close()
    assert all(future.done() for future in futures)
    assert len(read_all(tmp_path)) == 10
    with pytest.raises(LogUnwritableError, match="closed"):
        append(writer, "late")


def test_a_writer_that_wrote_nothing_leaves_nothing(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "new" / "log"):
        pass
    assert list((tmp_path / "new" / "log").iterdir()) == []


def test_segments_roll_by_size_and_are_sealed(tmp_path: Path) -> None:
    with LogWriter(tmp_path, roll_bytes=2000) as writer:
        places = [append(writer, str(number), padding=500) for number in range(40)]
    sizes = head(tmp_path)
    assert len(sizes) == 10
    assert all(2000 <= size < 2000 + 800 for size in sizes.values())
    assert [name[:8] for name in segments(tmp_path)] == [f"{n:08d}" for n in range(1, 11)]
    files = sorted(path.suffix for path in tmp_path.glob("0*"))
    assert files == [".ndjson"] * 10 + [".seal"] * 10
    for number, place in enumerate(places):
        found = read_at(DirectoryLog(tmp_path), place.segment, place.offset)
        assert found.body == body(str(number), padding=500)
    assert verify(tmp_path) == []


def test_a_new_segment_taken_for_a_dead_writers_is_begun_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = _OwnSegment._lock
    removed: list[str] = []

    def removed_before_it_is_locked(own: _OwnSegment) -> bool:
        if not removed:
            removed.append(own.name)
            (tmp_path / own.name).unlink()
        return lock(own)

    monkeypatch.setattr(_OwnSegment, "_lock", removed_before_it_is_locked)
    with LogWriter(tmp_path) as writer:
        append(writer, "a")
    assert removed
    assert names(tmp_path) == ["a"]


def test_segments_left_uncompressed_are_compressed_by_the_next_writer(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        first = append(writer, "a")
    with LogWriter(tmp_path, compress_sealed=True) as writer:
        second = append(writer, "b")
    found = sorted(path.name for path in tmp_path.glob("0*"))
    assert found == [
        f"{place.segment}.{form}" for place in (first, second) for form in ("seal", "zst")
    ]
    assert names(tmp_path) == ["a", "b"]


def test_a_full_disk_is_a_clear_error_and_leaves_nothing_half_written(tmp_path: Path) -> None:
    disk = FailingDisk()
    with LogWriter(tmp_path, disk=disk) as writer:
        kept = append(writer, "before")
        disk.write_error = errno.ENOSPC
        with pytest.raises(LogUnwritableError, match=r"disk is full.*try again"):
            append(writer, "lost", padding=5000)
        assert disk.taken > 2000
        assert (tmp_path / kept.segment).stat().st_size == kept.end
        with pytest.raises(LogUnwritableError, match="No space left"):
            writer.append_many([("edit", digest(b"{}"), b"{}")] * 3)

        disk.write_error = None
        after = append(writer, "after")
        assert (after.segment, after.offset) == (kept.segment, kept.end)
    assert names(tmp_path) == ["before", "after"]
    assert verify(tmp_path) == []


def test_a_disk_full_from_the_start_leaves_no_segment_behind(tmp_path: Path) -> None:
    disk = FailingDisk()
    disk.write_error = errno.ENOSPC
    with LogWriter(tmp_path, disk=disk) as writer, pytest.raises(LogUnwritableError):
        append(writer, "lost")
    assert [path.name for path in tmp_path.iterdir()] == ["ID"]


def test_everyone_waiting_for_a_failed_commit_is_told(tmp_path: Path) -> None:
    disk = FailingDisk()
    disk.write_error = errno.EIO
    with LogWriter(tmp_path, disk=disk) as writer, ThreadPoolExecutor(16) as threads:
        futures = [threads.submit(append, writer, str(number)) for number in range(16)]
        for future in futures:
            with pytest.raises(LogUnwritableError, match="check the disk"):
                future.result(10)


def test_after_a_failed_sync_the_segment_is_left_and_another_begun(tmp_path: Path) -> None:
    disk = FailingDisk()
    with LogWriter(tmp_path, disk=disk) as writer:
        before = append(writer, "before")
        disk.sync_error = errno.EIO
        for _ in range(3):
            with pytest.raises(LogUnwritableError, match="Input/output error"):
                append(writer, "lost")
        disk.sync_error = None
        after = append(writer, "after")
        assert after.segment != before.segment
        assert names(tmp_path) == ["before", "after"]
    assert segments(tmp_path) == [before.segment, after.segment]
    assert not (tmp_path / f"{before.segment}.seal").exists()

    with LogWriter(tmp_path):
        pass
    assert (tmp_path / f"{before.segment}.seal").exists()
    assert names(tmp_path) == ["before", "after"]
    assert verify(tmp_path) == []


@contextmanager
def without_privileges() -> Iterator[None]:
    """Root may write anywhere, so where the tests run as root they put it aside."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(user)


def test_a_directory_that_cannot_be_written_to_is_a_clear_error_until_it_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    directory = tmp_path / "log"
    directory.mkdir(mode=0o555)
    # Relative, since the folders above belong to the user who runs the tests.
    monkeypatch.chdir(directory)
    with without_privileges():
        writer = LogWriter(Path())
        with pytest.raises(LogUnwritableError, match="make it writable"):
            append(writer, "a")
        with pytest.raises(LogUnwritableError, match="make it writable"):
            LogWriter(Path("below"))
    assert list(directory.iterdir()) == []

    directory.chmod(0o777)
    with without_privileges():
        append(writer, "b")
        writer.close()
    assert names(directory) == ["b"]


def test_whatever_goes_wrong_while_a_segment_is_sealed_appending_continues(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise ValueError("no error that anybody has thought of")

    monkeypatch.setattr("headwater.log.directory.writer.write_seal", fails)
    with caplog.at_level(logging.WARNING), LogWriter(tmp_path, roll_bytes=1) as writer:
        append(writer, "a")
        append(writer, "b")
    assert "stays unsealed" in caplog.text
    assert names(tmp_path) == ["a", "b"]


def test_a_segment_that_cannot_be_sealed_is_safe_and_sealed_later(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING), LogWriter(tmp_path) as writer:
        place = append(writer, "a")
        in_the_way = tmp_path / f"{place.segment}.seal.tmp"
        in_the_way.mkdir()
    assert "stays unsealed" in caplog.text
    assert names(tmp_path) == ["a"]
    in_the_way.rmdir()
    with LogWriter(tmp_path):
        pass
    assert (tmp_path / f"{place.segment}.seal").exists()
    assert names(tmp_path) == ["a"]


def test_a_segment_that_cannot_be_compressed_does_not_stop_appending(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with (
        caplog.at_level(logging.WARNING),
        LogWriter(tmp_path, roll_bytes=1000, compress_sealed=True) as writer,
    ):
        place = append(writer, "a")
        (tmp_path / f"{place.segment}.zst.tmp").mkdir()
        append(writer, "b", padding=1000)
        append(writer, "c")
    assert f"{place.segment} stays uncompressed" in caplog.text
    assert names(tmp_path) == ["a", "b", "c"]
