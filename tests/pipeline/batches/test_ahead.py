"""What was begun ahead is what would have been done in its turn."""

import json
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pytest

from headwater.errors import LogError
from headwater.log import LogWriter, Range, halved, head
from headwater.model.events import accept
from headwater.model.facts import Rules
from headwater.pipeline.batch.ahead import BatchesAhead
from headwater.pipeline.batch.folding import NO_FOLDS
from headwater.pipeline.plans.prepared import Chain, Leaves, Runner
from headwater.pipeline.source.log_reader import LogReader, runs_in
from headwater.store import Store, open_store
from tests.running.pipeline import followed


def event(number: int) -> bytes:
    return json.dumps(
        {
            "eventTime": f"2024-01-01T00:00:{number:02d}Z",
            "eventType": "COMPLETE",
            "run": {"runId": f"run {number}"},
            "job": {"namespace": "n", "name": "j"},
        }
    ).encode()


class _Seen:
    """Notes which runs it is given to fold."""

    def __init__(self) -> None:
        self.runs: list[frozenset[str]] = []

    def run(self, _: Chain, leaves: Leaves) -> dict[str, pa.Table]:
        facts = leaves["facts"]
        assert isinstance(facts, pa.Table)
        self.runs.append(runs_in(facts))
        return {"runs": facts.select(["run_key"])}


@pytest.fixture
def log(tmp_path: Path) -> Path:
    with LogWriter(tmp_path / "log") as writer:
        for accepted in map(accept, map(event, range(4))):
            writer.append("openlineage", accepted.digest, accepted.body)
    return tmp_path / "log"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(f"sqlite:///{tmp_path}/store") as opened:
        yield opened


def whole(log: Path) -> list[Range]:
    return [Range(segment, 0, end) for segment, end in head(log).items()]


def test_what_was_begun_ahead_is_not_read_again(log: Path, store: Store) -> None:
    reading, spans = LogReader(log, Rules()), whole(log)
    expected = reading.in_ranges(spans, set())
    ahead = BatchesAhead(reading, store, _Seen())
    with ahead.beginning([spans], set(), set()):
        pass
    for segment in log.iterdir():
        segment.unlink()
    begun = ahead.taken(spans, set())
    assert begun.records.equals(expected)
    assert begun.folds.runs == runs_in(expected)
    assert len(begun.folds.runs) == 4


def test_the_batch_after_the_next_is_read(log: Path, store: Store) -> None:
    reading, seen = LogReader(log, Rules()), _Seen()
    first, second = halved(log, whole(log))
    runs = [runs_in(reading.in_ranges(spans, set())) for spans in (first, second)]
    ahead = BatchesAhead(reading, store, seen)
    with ahead.beginning([first, second], set(), set()):
        pass
    for segment in log.iterdir():
        segment.unlink()
    assert ahead.taken(first, set()).folds.runs == runs[0]
    with ahead.beginning([second], set(), set()):
        pass
    assert ahead.taken(second, set()).folds.runs == runs[1]
    assert seen.runs == runs


def test_folds_hold_for_the_very_next_batch(log: Path, store: Store) -> None:
    first, second = halved(log, whole(log))
    ahead = BatchesAhead(LogReader(log, Rules()), store, _Seen())
    with ahead.beginning([first, second], set(), set()):
        pass
    assert ahead.taken(second, set()).folds == NO_FOLDS
    begun = ahead.taken(first, set())
    assert begun.folds == NO_FOLDS
    assert begun.records.num_rows == 2


def test_runs_of_the_batch_in_hand_wait_for_it(log: Path, store: Store) -> None:
    reading, spans, seen = LogReader(log, Rules()), whole(log), _Seen()
    runs = runs_in(reading.in_ranges(spans, set()))
    busy = min(runs)
    ahead = BatchesAhead(reading, store, seen)
    with ahead.beginning([spans], set(), {busy}):
        pass
    assert ahead.taken(spans, set()).folds.runs == runs - {busy}
    assert seen.runs == [runs - {busy}]


def test_what_is_left_out_since_makes_it_begin_again(log: Path, store: Store) -> None:
    spans, gone = whole(log), accept(event(0)).digest
    ahead = BatchesAhead(LogReader(log, Rules()), store, _Seen())
    with ahead.beginning([spans], set(), set()):
        pass
    begun = ahead.taken(spans, {gone})
    assert begun.folds == NO_FOLDS
    assert gone not in begun.records.column("digest").to_pylist()


def test_what_was_begun_beside_a_failure_does_not_count(log: Path, store: Store) -> None:
    spans = whole(log)
    ahead = BatchesAhead(LogReader(log, Rules()), store, _Seen())
    with pytest.raises(ZeroDivisionError), ahead.beginning([spans], set(), set()):
        raise ZeroDivisionError
    assert ahead.taken(spans, set()).folds == NO_FOLDS


def test_what_cannot_be_read_is_told_when_it_is_asked_for(log: Path, store: Store) -> None:
    spans = [Range("nothing", 0, 10)]
    ahead = BatchesAhead(LogReader(log, Rules()), store, _Seen())
    with ahead.beginning([spans], set(), set()):
        pass
    with pytest.raises((LogError, OSError)):
        ahead.taken(spans, set())


class _Noted:
    """Notes which runs each fold is given."""

    def __init__(self, runner: Runner) -> None:
        self._runner = runner
        self.runs: list[tuple[str, int]] = []

    def run(self, chain: Chain, leaves: Leaves) -> dict[str, pa.Table]:
        if chain.name.startswith("fold"):
            facts = leaves["facts"]
            assert isinstance(facts, pa.Table)
            self.runs.append((chain.name, len(runs_in(facts))))
        return self._runner.run(chain, leaves)


@pytest.mark.spark
def test_what_was_folded_ahead_is_not_folded_again(runner: Runner, tmp_path: Path) -> None:
    """Of the second batch's runs, one is of the first batch, too, and one is of no new event."""
    noted, events = _Noted(runner), [json.loads(event(number)) for number in range(6)]
    start = [{**one, "eventType": "START"} for one in events]
    batches = [[start[0], start[1], start[2]], [events[0], start[1], start[3], start[4]]]
    with followed(noted, tmp_path, [[("openlineage", e) for e in batch] for batch in batches]):
        pass
    assert sorted(noted.runs) == [("fold", 1), ("fold", 3), ("fold_beside", 2)]
