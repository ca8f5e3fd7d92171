"""What is read ahead is what would have been read in its turn."""

import json
from pathlib import Path

import pytest

from headwater.errors import LogError
from headwater.log import LogWriter, Range, head
from headwater.model.events import accept
from headwater.model.facts import Rules
from headwater.pipeline.reading import Reading


def event(number: int) -> bytes:
    return json.dumps(
        {
            "eventTime": f"2024-01-01T00:00:{number:02d}Z",
            "eventType": "COMPLETE",
            "run": {"runId": f"run {number}"},
            "job": {"namespace": "n", "name": "j"},
        }
    ).encode()


@pytest.fixture
def log(tmp_path: Path) -> Path:
    with LogWriter(tmp_path / "log") as writer:
        for accepted in map(accept, map(event, range(4))):
            writer.append("openlineage", accepted.digest, accepted.body)
    return tmp_path / "log"


def whole(log: Path) -> list[Range]:
    return [Range(segment, 0, end) for segment, end in head(log).items()]


def test_what_was_read_ahead_is_not_read_again(log: Path) -> None:
    reading, spans = Reading(log, Rules()), whole(log)
    expected = reading.within(spans, set())
    with reading.ahead(spans, set()):
        pass
    for segment in log.iterdir():
        segment.unlink()
    assert reading.within(spans, set()).equals(expected)
    assert expected.num_rows == 4


def test_what_is_left_out_since_makes_it_read_again(log: Path) -> None:
    reading, spans = Reading(log, Rules()), whole(log)
    with reading.ahead(spans, set()):
        pass
    gone = accept(event(0)).digest
    assert gone not in reading.within(spans, {gone}).column("digest").to_pylist()


def test_what_cannot_be_read_is_told_when_it_is_asked_for(log: Path) -> None:
    reading = Reading(log, Rules())
    spans = [Range("nothing", 0, 10)]
    with reading.ahead(spans, set()):
        pass
    with pytest.raises((LogError, OSError)):
        reading.within(spans, set())
