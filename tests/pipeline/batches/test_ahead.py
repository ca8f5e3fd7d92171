"""What was read ahead is what would have been read in its turn."""

import json
from pathlib import Path

import pytest

from headwater.errors import LogError
from headwater.log import DirectoryLog, LogWriter, Range, halved, head
from headwater.model.events import accept
from headwater.model.facts import Rules
from headwater.pipeline.batch.ahead import BatchesAhead
from headwater.pipeline.source.log_reader import LogReader
from headwater.pipeline.source.records import ReadRecord


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


def digests(records: list[ReadRecord]) -> list[str]:
    """What identifies records, as what they say is of an identity of its own each time."""
    return [record.digest for record in records]


def remove(log: Path) -> None:
    for segment in log.iterdir():
        segment.unlink()


def test_what_was_read_ahead_is_not_read_again(log: Path) -> None:
    reader, spans = LogReader(DirectoryLog(log), Rules()), whole(log)
    expected = digests(reader.in_ranges(spans, set()))
    ahead = BatchesAhead(reader)
    with ahead.in_background([spans], set()):
        pass
    remove(log)
    assert digests(ahead.taken(spans, set()).records) == expected


def test_the_batch_after_the_next_stays_read(log: Path) -> None:
    reader = LogReader(DirectoryLog(log), Rules())
    first, second = halved(DirectoryLog(log), whole(log))
    expected = digests(reader.in_ranges(second, set()))
    ahead = BatchesAhead(reader)
    with ahead.in_background([first, second], set()):
        pass
    remove(log)
    with ahead.in_background([second], set()):
        pass
    assert digests(ahead.taken(second, set()).records) == expected


def test_what_is_left_out_since_makes_it_read_again(log: Path) -> None:
    spans, gone = whole(log), accept(event(0)).digest
    ahead = BatchesAhead(LogReader(DirectoryLog(log), Rules()))
    with ahead.in_background([spans], set()):
        pass
    assert gone in {record.digest for record in ahead.taken(spans, set()).records}
    assert gone not in {record.digest for record in ahead.taken(spans, {gone}).records}


def test_what_was_read_beside_a_failure_does_not_count(log: Path) -> None:
    spans = whole(log)
    ahead = BatchesAhead(LogReader(DirectoryLog(log), Rules()))
    with pytest.raises(ZeroDivisionError), ahead.in_background([spans], set()):
        raise ZeroDivisionError
    remove(log)
    with pytest.raises((LogError, OSError)):
        ahead.taken(spans, set())


def test_what_cannot_be_read_is_told_when_it_is_asked_for(log: Path) -> None:
    spans = [Range("nothing", 0, 10)]
    ahead = BatchesAhead(LogReader(DirectoryLog(log), Rules()))
    with ahead.in_background([spans], set()):
        pass
    with pytest.raises((LogError, OSError)):
        ahead.taken(spans, set())


def test_runs_are_folded_ahead_and_in_the_turn_of_a_batch_only_where_that_is_sooner(
    log: Path,
) -> None:
    spans = whole(log)
    ahead = BatchesAhead(LogReader(DirectoryLog(log), Rules()))
    assert ahead.taken(spans, set()).runs == {}
    with ahead.in_background([spans], set()):
        pass
    read = ahead.taken(spans, set())
    assert len(read.runs) == len(read.records)
    assert {part.run.state for part in read.runs.values()} == {"COMPLETED"}
