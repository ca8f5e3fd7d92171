"""Reading the log's records: none keeps the others from being read."""

from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

from headwater.log import DirectoryLog, LogWriter, ranges
from headwater.model.event_facts import EventFacts
from headwater.model.events import Finding, accept, edit_line
from headwater.model.extract import Extractor
from headwater.model.facts import Rules
from headwater.pipeline.batch.runner import Runner
from headwater.pipeline.source.log_reader import LogReader
from tests.running.pipeline import append, built, followed, rows
from tests.strategies import World, body_text

AT = "2024-05-01T10:00:00Z"


def run_event(name: str, **more: Any) -> dict[str, Any]:
    return {
        "eventType": "COMPLETE",
        "eventTime": AT,
        "run": {"runId": "00000000-0000-0000-0000-000000000001"},
        "job": {"namespace": "etl", "name": name},
        "outputs": [{"namespace": "wh", "name": "orders"}],
        **more,
    }


def digest_of(event: dict[str, Any]) -> str:
    return accept(body_text(event).encode()).digest


def aside(event: dict[str, Any], **more: str) -> tuple[str, dict[str, Any]]:
    edit = {"edit": "set_aside", "at": AT, "kind": "event", "digest": digest_of(event)}
    return "edit", edit | more


class Address:
    """An object whose text is another each time."""


@pytest.fixture
def odd(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """An event that the reading of events has a bug for."""
    read_event = Extractor.event

    def failing(self: Extractor, body: bytes) -> EventFacts:
        if b"unlucky" in body:
            raise KeyError(f"no {Address()} here")
        return read_event(self, body)

    monkeypatch.setattr(Extractor, "event", failing)
    return run_event("unlucky")


def test_a_record_that_cannot_be_read_is_a_finding_and_the_others_are_read(
    tmp_path: Path, odd: dict[str, Any]
) -> None:
    append(tmp_path, [("openlineage", event) for event in (run_event("a"), odd, run_event("b"))])
    with LogWriter(tmp_path) as writer:
        line, digest = edit_line({"edit": "delete", "kind": "job"})
        writer.append("edit", digest, line)
    log = DirectoryLog(tmp_path)
    first, second, third, edit = LogReader(log, Rules()).in_ranges(ranges({}, log.head()), set())
    assert all(isinstance(one.content, EventFacts) for one in (first, third))
    assert second.digest == digest_of(odd)
    assert second.content == Finding(
        "unreadable", "$", f"KeyError: 'no <{__name__}.Address object at 0x…> here'"
    )
    assert edit.content == Finding("unreadable", "$", "KeyError: 'at'")


def test_no_memory_is_no_events_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object) -> EventFacts:
        raise MemoryError

    monkeypatch.setattr(Extractor, "event", failing)
    append(tmp_path, [("openlineage", run_event("a"))])
    log = DirectoryLog(tmp_path)
    with pytest.raises(MemoryError):
        LogReader(log, Rules()).in_ranges(ranges({}, log.head()), set())


@pytest.mark.spark
def test_an_event_that_is_set_aside_counts_for_nothing_but_a_finding(
    spark: SparkSession, runner: Runner, tmp_path: Path
) -> None:
    good, bad = run_event("good"), run_event("bad")
    world: World = [("openlineage", bad), ("openlineage", good), aside(bad, detail="Bug: odd")]
    expected = [(digest_of(bad), "set_aside", "$", "Bug: odd")]
    with built(spark, tmp_path / "whole", world) as whole:
        known = rows(whole)
    assert known["findings"] == expected
    assert [row[0] for row in known["events"]] == [digest_of(good)]
    assert not [row for row in known["nodes"] if "bad" in row]

    copies = [[world[1]], [world[2], world[0]], [world[0]]]
    with followed(runner, tmp_path / "parts", copies) as store:
        assert rows(store) == known

    taken_out = [world[:2], [world[2]]]
    with followed(runner, tmp_path / "later", taken_out) as store:
        assert rows(store) == known


@pytest.mark.spark
def test_of_two_reasons_to_set_an_event_aside_the_same_counts_in_any_batch(
    spark: SparkSession, runner: Runner, tmp_path: Path
) -> None:
    bad = run_event("bad")
    world: World = [("openlineage", bad), aside(bad, detail="a"), aside(bad, detail="b")]
    with built(spark, tmp_path / "whole", world) as whole:
        known = rows(whole)
    assert known["findings"] == [(digest_of(bad), "set_aside", "$", "a")]
    with followed(runner, tmp_path / "parts", [[record] for record in world]) as store:
        assert rows(store) == known


def stream_event(minute: int, processing: str) -> tuple[str, dict[str, Any]]:
    facets = {"jobType": {"processingType": processing, "integration": "FLINK"}}
    return "openlineage", run_event(
        "stream",
        eventTime=f"2024-05-01T10:{minute:02d}:00Z",
        eventType="RUNNING",
        job={"namespace": "etl", "name": "stream", "facets": facets},
        outputs=[{"namespace": "wh", "name": f"output_{minute}"}],
    )


@pytest.mark.spark
def test_a_stream_that_a_part_of_the_log_calls_a_batch_has_all_its_events(
    spark: SparkSession, runner: Runner, tmp_path: Path
) -> None:
    """Each event lies in a segment of its own, and the first two are read as those of a batch."""
    world: World = [
        stream_event(1, "BATCH"),
        stream_event(2, "BATCH"),
        stream_event(3, "STREAMING"),
    ]
    with built(spark, tmp_path / "whole", world) as whole:
        known = rows(whole)
    assert len(known["stream_io"]) == 3
    assert len(known["runs"]) == 1
    with followed(runner, tmp_path / "parts", [[record] for record in world]) as store:
        assert rows(store) == known
