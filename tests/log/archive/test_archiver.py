"""Archiving: what is due, killed at any step, and side by side."""

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from headwater.errors import CorruptLogError, LogError, LogUnwritableError
from headwater.log import DirectoryLog, EventLog, LogWriter, Range, ranges
from headwater.log.archivable import Retention
from headwater.log.archive import archiver, files
from headwater.log.archive.archive import Archive
from headwater.log.archive.archiver import archive, drop_archived
from headwater.log.archive.log import ArchivedLog
from headwater.log.archive.packed import packed
from headwater.log.directory import log as directory_log
from headwater.log.directory.segment import Seal, drop
from tests.log.records import RECEIVED, body, digest, name_of

NAMES = ["a", "b", "c"]


def opened(folder: Path) -> ArchivedLog:
    log = DirectoryLog(folder / "log", is_archived=True)
    return ArchivedLog(log, Archive(str(folder / "archive")))


def written(folder: Path) -> ArchivedLog:
    for name in NAMES:
        append(folder, name)
    return opened(folder)


def append(folder: Path, name: str, received: int | None = RECEIVED) -> None:
    with LogWriter(folder / "log") as writer:
        writer.append("openlineage", digest(body(name)), body(name), received)


def names(log: EventLog) -> list[str]:
    return [name_of(one) for span in ranges({}, log.head()) for one in log.read(span)]


class Killed(BaseException):
    """Ends an archiver as a signal would: nothing catches it."""


def killing(monkeypatch: pytest.MonkeyPatch, step: int) -> None:
    """Kills at one of the steps: before, in the middle of or after each effect on a disk."""
    taken = 0

    def counted() -> None:
        nonlocal taken
        taken += 1
        if taken == step:
            raise Killed

    def killed(effect: Callable[..., None]) -> Callable[..., None]:
        def run(*arguments: Any) -> None:
            counted()
            effect(*arguments)
            counted()

        return run

    def torn(written: Any, path: str, content: bytes) -> None:
        with written.open_output_stream(path) as file:
            file.write(content[: len(content) // 2])
        counted()
        write(written, path, content)

    write = files._write
    monkeypatch.setattr(files, "_write", killed(torn))
    monkeypatch.setattr(files, "_move", killed(files._move))
    monkeypatch.setattr(directory_log, "drop", killed(drop))


def test_an_archiver_that_is_killed_at_any_step_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    step, ended = 0, False
    while not ended:
        step += 1
        folder = tmp_path / str(step)
        log = written(folder)
        with monkeypatch.context() as patch:
            killing(patch, step)
            try:
                archive(log, whole=True)
                drop_archived(log)
                ended = True
            except Killed:
                pass
        assert names(opened(folder)) == NAMES
        again = opened(folder)
        assert archive(again, whole=True).failures == ()
        drop_archived(again)
        assert not list((folder / "log").glob("*.ndjson"))
        assert names(opened(folder)) == NAMES
        assert opened(folder).damage() == []
        assert len(list((folder / "archive").glob("*/*.zst"))) == len(NAMES)
    assert step > 25


def test_two_archivers_at_once_do_no_harm(tmp_path: Path) -> None:
    written(tmp_path)
    failed: list[BaseException] = []

    def run() -> None:
        try:
            for _ in range(3):
                archive(opened(tmp_path), whole=True)
                drop_archived(opened(tmp_path))
        except LogError as error:
            failed.append(error)

    threads = [threading.Thread(target=run) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert names(opened(tmp_path)) == NAMES
    assert opened(tmp_path).damage() == []


def as_an_object_store(monkeypatch: pytest.MonkeyPatch) -> None:
    """Writes files in place, as to a store that shows a file once it is closed."""

    def write(store: Any, path: str, content: bytes) -> None:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        whole(store, path, content)

    whole = files._write
    monkeypatch.setattr(files, "_WHOLE_WHEN_CLOSED", ("local",))
    monkeypatch.setattr(files, "_write", write)


@pytest.mark.parametrize("torn", [False, True])
def test_an_upload_that_fails_does_no_harm_to_that_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, torn: bool
) -> None:
    """One archives and drops everything while the other is about to write the same object."""
    as_an_object_store(monkeypatch)
    log, write = written(tmp_path), files._write

    def late(store: Any, path: str, content: bytes) -> None:
        if not path.endswith(".zst"):
            return write(store, path, content)
        monkeypatch.setattr(files, "_write", write)
        archive(opened(tmp_path), whole=True)
        assert len(drop_archived(opened(tmp_path))) == len(NAMES)
        if torn:
            write(store, path, content[:5])
        raise OSError("the network is gone")

    monkeypatch.setattr(files, "_write", late)
    with pytest.raises(LogUnwritableError, match="the network is gone"):
        archive(log, whole=True)
    assert names(opened(tmp_path)) == NAMES
    assert opened(tmp_path).damage() == []


def test_an_object_that_was_removed_and_written_anew_is_found_again(tmp_path: Path) -> None:
    log = written(tmp_path)
    archive(log, whole=True)
    reader = opened(tmp_path).own_archive()
    [first, *_] = [Range(name, 0, end) for name, end in sorted(log.head().items())]
    before = list(reader.entries(first))
    for path in (tmp_path / "archive" / first.segment).iterdir():
        path.unlink()
    archive(opened(tmp_path), whole=True)
    with pytest.raises(LogError, match="cannot read"):
        list(reader.entries(first))
    assert list(reader.entries(first)) == before


def test_what_is_unfinished_for_a_day_is_removed(tmp_path: Path) -> None:
    log = written(tmp_path)
    archive(log, whole=True)
    old, new = tmp_path / "archive" / "x.tmp", tmp_path / "archive" / "y.tmp"
    for path, seconds in ((old, 90_000), (new, 3_600)):
        path.write_bytes(b"")
        then = path.stat().st_mtime - seconds
        os.utime(path, (then, then))
    archive(log)
    assert (old.exists(), new.exists()) == (False, True)


def test_records_wait_for_more_until_they_are_old(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    append(tmp_path, "new", None)
    assert archive(opened(tmp_path)).objects == 0
    append(tmp_path, "old")
    assert archive(opened(tmp_path)).objects == 1
    assert archive(opened(tmp_path), most=10).objects == 1, "what fills an object does not wait"
    append(tmp_path, "newer", None)
    monkeypatch.setattr(archiver, "WAIT_SECONDS", 0.0)
    assert archive(opened(tmp_path)).objects == 1


def test_what_is_not_sealed_is_not_archived(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "log") as writer:
        writer.append("openlineage", digest(body("a")), body("a"), RECEIVED)
        assert archive(opened(tmp_path), whole=True).objects == 0
        assert drop_archived(opened(tmp_path)) == []
        found = opened(tmp_path).archive().lag
        assert found is not None
        assert found.records == 0, "it cannot be archived yet, so nothing is behind"


class Bounded(DirectoryLog):
    """A log that keeps so many bytes of a segment, as a topic does."""

    def retention(self) -> Retention:
        return Retention(bytes=400)


def test_what_fills_a_part_of_what_the_log_keeps_does_not_wait(tmp_path: Path) -> None:
    append(tmp_path, "new", None)  # 132 bytes
    assert archive(opened(tmp_path)).objects == 0
    bounded = Bounded(tmp_path / "log", is_archived=True)
    log = ArchivedLog(bounded, Archive(str(tmp_path / "archive")))
    assert archive(log).objects == 1


def test_how_far_it_goes_is_noted_after_each_segment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, write = written(tmp_path), files._write
    first, second, _ = sorted(log.head())

    def failing(store: Any, path: str, content: bytes) -> None:
        if second in path:
            raise OSError("the network is gone")
        write(store, path, content)

    monkeypatch.setattr(files, "_write", failing)
    with pytest.raises(LogUnwritableError, match="the network is gone"):
        archive(log, whole=True)
    assert list(opened(tmp_path).own_archive().reached().ends) == [first]


def test_a_note_that_cannot_be_written_leaves_the_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_an_object_store(monkeypatch)
    archive(written(tmp_path), whole=True)
    before = opened(tmp_path).own_archive().reached()
    assert len(before.ends) == len(NAMES)
    append(tmp_path, "d")
    write = files._write

    def failing(store: Any, path: str, content: bytes) -> None:
        if path.endswith("ENDS"):
            raise OSError("the network is gone")
        write(store, path, content)

    monkeypatch.setattr(files, "_write", failing)
    with pytest.raises(LogUnwritableError, match="cannot write ENDS to"):
        archive(opened(tmp_path), whole=True)
    assert opened(tmp_path).own_archive().reached() == before


@pytest.mark.parametrize("content", [None, b"{", b"\xff"])
def test_a_note_that_is_lost_or_damaged_is_an_error_and_is_written_anew(
    tmp_path: Path, content: bytes | None
) -> None:
    archive(written(tmp_path), whole=True)
    drop_archived(opened(tmp_path))
    noted = tmp_path / "archive" / "ENDS"
    noted.unlink()
    if content is not None:
        noted.write_bytes(content)
    log = opened(tmp_path)
    with pytest.raises(LogError, match=r"ENDS .*run `headwater archive`, which writes it anew"):
        log.head()
    state = log.archive()
    assert "ENDS" in str(state.error)
    assert (state.lag, state.alarms, log.obstacles()) == (None, (), [])
    assert archive(opened(tmp_path), whole=True).objects == 0
    assert names(opened(tmp_path)) == NAMES


def test_a_damaged_segment_is_not_archived_and_keeps_no_other_one_from_it(tmp_path: Path) -> None:
    written(tmp_path)
    damaged = sorted((tmp_path / "log").glob("*.ndjson"))[1]
    damaged.write_bytes(damaged.read_bytes().replace(b'"b"', b'"B"'))
    done = archive(opened(tmp_path), whole=True)
    assert done.records == 2
    [failure] = done.failures
    assert failure.startswith(f"{damaged.name} at offset 0")
    assert len(drop_archived(opened(tmp_path))) == 2
    assert damaged.exists()


def reseal(folder: Path, **values: int) -> Path:
    """Damages the seal of the only segment, and names the segment's file."""
    [path] = (folder / "log").glob("*.seal")
    path.write_bytes(msgspec.json.encode(msgspec.json.decode(path.read_bytes()) | values))
    return path.with_suffix("")


def test_a_seal_that_hides_records_is_not_believed(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "log") as writer:
        contents = [body(name) for name in NAMES]
        writer.append_many([("openlineage", digest(one), one, RECEIVED) for one in contents])
    whole = Seal(**msgspec.json.decode(next((tmp_path / "log").glob("*.seal")).read_bytes()))
    segment = reseal(tmp_path, size=whole.size // 3 * 2)
    for use in (lambda log: archive(log, whole=True), drop_archived):
        with pytest.raises(CorruptLogError, match=f"has {whole.size} bytes, but was sealed with"):
            use(opened(tmp_path))
    [finding] = {one.partition(" has ")[0] for one in opened(tmp_path).damage()}
    assert finding == segment.name
    for wrong in ({"records": 2}, {"crc32": 1}):
        reseal(tmp_path, **msgspec.to_builtins(whole) | wrong)
        archive(opened(tmp_path), whole=True)
        with pytest.raises(CorruptLogError, match=r"was sealed with .* nothing of it was dropped"):
            drop_archived(opened(tmp_path))
    assert segment.stat().st_size == whole.size


def test_a_copy_that_differs_is_not_taken_for_one(tmp_path: Path) -> None:
    """Another log that has the same id, such as one that was copied and went its own way."""
    written(tmp_path)
    archive(opened(tmp_path), whole=True)
    segment = min((tmp_path / "log").glob("*.ndjson"))
    other = DirectoryLog(tmp_path / "other")
    with other.appender() as writer:
        writer.append_many([("openlineage", digest(body("z")), body("z"), RECEIVED)])
    theirs = next((tmp_path / "other").glob("*.ndjson"))
    segment.write_bytes(theirs.read_bytes())
    with pytest.raises(CorruptLogError, match=f"{segment.name} at 0 is not in its archive"):
        drop_archived(opened(tmp_path))
    assert segment.exists()
    log = opened(tmp_path)
    span = Range(segment.name, 0, log.head()[segment.name])
    with pytest.raises(CorruptLogError, match="already, with other records"):
        log.own_archive().add(*packed(span, log.log.entries(span)))


def test_a_place_that_cannot_be_written_to_is_an_error_that_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError("no space left")

    log = written(tmp_path)
    archive(log, whole=True)
    append(tmp_path, "d")
    monkeypatch.setattr(files, "_write", full)
    with pytest.raises(
        LogUnwritableError, match=r"cannot write .*\.zst to the archive in .*: no sp"
    ):
        archive(log, whole=True)
