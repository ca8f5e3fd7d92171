"""`headwater archive`, and what `headwater status` says of an archive."""

import json
import logging
import threading
from pathlib import Path

import pytest

from headwater.cli.processes import archiving as module
from headwater.cli.processes.archiving import archiving
from headwater.log import DirectoryLog, LogAddress, LogWriter, open_log, ranges
from headwater.log.archive import archiver
from tests.cli.conftest import Invoke
from tests.log.records import RECEIVED, body, digest


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A log with two sealed segments."""
    for name in "ab":
        append(tmp_path / "data" / "log", name)
    return tmp_path / "data" / "log"


def append(log: Path, name: str) -> None:
    with LogWriter(log) as writer:
        writer.append("openlineage", digest(body(name)), body(name), RECEIVED)


def test_the_log_is_archived_and_then_dropped_here(
    log: Path, invoke: Invoke, tmp_path: Path
) -> None:
    named = {"HEADWATER_ARCHIVE": str(tmp_path / "archive")}
    done = invoke("archive", env=named)
    assert done.exit_code == 0
    assert done.stdout.startswith(f"archived 2 records of {log} in 2 objects of ")
    assert done.stdout.endswith(f" bytes, in {tmp_path / 'archive'}\n")
    assert len(list(log.glob("*.ndjson"))) == 2
    again = invoke("archive", "--drop-local", env=named)
    assert again.stdout.split("\n")[0].startswith("archived 0 records")
    assert again.stdout.split("\n")[1] == "dropped 2 segments here"
    assert not list(log.glob("*.ndjson"))
    both = open_log(LogAddress(str(log), archive=str(tmp_path / "archive")))
    assert len([one for span in ranges({}, both.head()) for one in both.read(span)]) == 2


def test_without_an_archive_it_says_how_to_name_one(log: Path, invoke: Invoke) -> None:
    result = invoke("archive")
    assert result.exit_code == 2
    assert "no archive is named: set `archive`" in result.stderr


def test_what_cannot_be_archived_is_told_and_the_exit_code_is_1(
    log: Path, invoke: Invoke, tmp_path: Path
) -> None:
    damaged = min(log.glob("*.ndjson"))
    damaged.write_bytes(damaged.read_bytes().replace(b'"a"', b'"A"'))
    result = invoke("archive", env={"HEADWATER_ARCHIVE": str(tmp_path / "archive")})
    assert result.exit_code == 1
    assert "archived 1 record" in result.stdout
    assert f"{damaged.name} at offset 0" in result.stderr


@pytest.mark.usefixtures("story")
def test_status_says_how_far_the_archive_is(log: Path, invoke: Invoke, tmp_path: Path) -> None:
    assert json.loads(invoke("status", "--json").stdout)["archive"] is None
    named = {"HEADWATER_ARCHIVE": str(tmp_path / "archive")}
    found = json.loads(invoke("status", "--json", env=named).stdout)["archive"]
    assert (found["lag"]["records"], found["alarms"], found["error"]) == (2, [], None)
    assert "not archived" in invoke("status", env=named).stdout
    invoke("archive", env=named)
    found = json.loads(invoke("status", "--json", env=named).stdout)["archive"]
    assert found == {
        "place": str(tmp_path / "archive"),
        "lag": {"bytes": 0, "records": 0, "seconds": 0.0},
        "alarms": [],
        "error": None,
    }
    text = " ".join(invoke("status", env=named).stdout.split())
    assert f"archive {tmp_path / 'archive'} not archived nothing" in text


def test_beside_a_pipeline_the_log_is_archived_again_and_again_whatever_fails(
    log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "PAUSE_SECONDS", 0.01)
    rounds, whole = threading.Semaphore(0), archiver.archive

    def counted(*arguments: object) -> object:
        try:
            return whole(*arguments)  # type: ignore[arg-type]  # as it is called
        finally:
            rounds.release()

    monkeypatch.setattr(archiver, "archive", counted)
    place = tmp_path / "archive"
    place.write_text("a file in its place")
    both = open_log(LogAddress(str(log), archive=str(place)))
    with caplog.at_level(logging.WARNING), archiving(both):
        for _ in range(3):
            assert rounds.acquire(timeout=10)
        place.unlink()
        for _ in range(3):
            assert rounds.acquire(timeout=10)
    assert len(list(place.glob("*/*.zst"))) == 2
    messages = [record.getMessage() for record in caplog.records]
    assert len(messages) == 1, "one trouble is told once"
    assert messages[0].startswith("not archived: cannot read ID of the archive")


def test_a_log_without_an_archive_is_left_alone(log: Path) -> None:
    with archiving(DirectoryLog(log)):
        assert not [one for one in threading.enumerate() if one.name == "archive"]
