"""Runs upstream that failed, or did not happen (semantics 8.3)."""

from collections.abc import Callable

import pytest

from headwater.store import Snapshot
from tests.query.asking import ask, kinds, of_kind
from tests.query.days import ThreeJobs
from tests.query.rows import Rows, uuid

Stored = Callable[[], Snapshot]


@pytest.fixture
def days(rows: Rows) -> ThreeJobs:
    return ThreeJobs(rows)


@pytest.mark.parametrize(("state", "verb"), [("FAILED", "failed"), ("ABORTED", "was aborted")])
def test_an_upstream_run_that_failed_is_a_cause(
    days: ThreeJobs, stored: Stored, state: str, verb: str
) -> None:
    days.all(1)
    days.run(2, 1)
    days.run(2, 2, state=state)
    days.run(2, 3, state="FAILED")
    found = ask(stored(), 23)
    [cause] = found.causes
    assert (cause.kind, cause.node) == ("failed", "job:ns:transform")
    assert f"{verb} in run {uuid(22)} at" in cause.sentence
    assert cause.evidence.path == (
        f"run:{uuid(22)}",
        f"dataset:ns:prices#{days.versions['prices1']}",
        f"run:{uuid(23)}",
    )
    assert cause.distance == 2


def test_an_upstream_run_that_failed_and_was_repeated_is_none(
    days: ThreeJobs, stored: Stored
) -> None:
    days.all(1)
    days.run(2, 1)
    days.run(2, 2, state="FAILED", start=222, end=224)
    days.rows.run(days.jobs[1], uuid(29), start=225, end=228, reads={days.raw: None})
    days.run(2, 3, state="FAILED")
    assert ask(stored(), 23).causes == ()


def test_a_failure_before_the_earlier_run_is_none(days: ThreeJobs, stored: Stored) -> None:
    days.run(0, 1)
    days.run(0, 2)
    days.run(1, 2, state="FAILED")
    days.run(1, 3)
    days.run(2, 3, state="FAILED")
    assert "failed" not in dict(kinds(ask(stored(), 23)))


def test_a_writer_that_never_completed_is_known_by_the_current_graph(
    rows: Rows, stored: Stored
) -> None:
    writer, reader, d = rows.job("writer"), rows.job("reader"), rows.dataset("d")
    rows.uses(writer, [], [d], since=0)
    rows.version(d, kind="initial")
    rows.run(writer, uuid(1), start=10, end=20, state="FAILED", writes=[d])
    rows.run(reader, uuid(2), start=30, end=40, state="FAILED", reads={d: None})
    [cause] = ask(stored(), 2).causes
    assert (cause.kind, cause.node, cause.distance) == ("failed", "job:ns:writer", 2)
    assert cause.evidence.path[0] == f"run:{uuid(1)}"
    assert len(cause.evidence.path) == 3


def test_a_writer_that_was_deleted_before_is_no_producer(rows: Rows, stored: Stored) -> None:
    writer, reader, d = rows.job("writer"), rows.job("reader"), rows.dataset("d")
    rows.uses(writer, [], [d], since=0)
    rows.version(d, kind="initial")
    rows.run(writer, uuid(1), start=10, end=20, state="FAILED", writes=[d])
    for number, start in ((2, 30), (3, 40)):
        rows.run(reader, uuid(number), start=start, end=start + 5, state="FAILED", reads={d: None})
    rows.edit("delete", "job", "ns", "writer", 35)
    snapshot = stored()
    assert kinds(ask(snapshot, 2)) == [("failed", "job:ns:writer")]
    assert ask(snapshot, 3).causes == ()


def test_a_producer_that_ran_for_the_earlier_run_and_not_since_is_a_cause(
    days: ThreeJobs, stored: Stored
) -> None:
    days.all(1)
    days.all(2)
    days.run(3, 2)
    days.run(3, 3, state="FAILED")
    found = ask(stored(), 33)
    [cause] = found.causes
    assert (cause.kind, cause.node) == ("missing", "job:ns:ingest")
    assert cause.sentence.startswith(f"ingest last completed in run {uuid(21)} at")
    assert cause.evidence.runs == (f"run:{uuid(21)}",)
    assert cause.evidence.path[:2] == (
        f"run:{uuid(21)}",
        f"dataset:ns:raw#{days.versions['raw2']}",
    )


def test_a_producer_that_runs_less_often_is_not_missed(days: ThreeJobs, stored: Stored) -> None:
    days.all(1)
    for day in (2, 3):
        days.run(day, 2)
        days.run(day, 3, state="COMPLETED" if day == 2 else "FAILED")
    assert ask(stored(), 33).causes == (), "ingest did not run before the earlier run either"


def test_a_producer_is_not_missed_before_its_time(rows: Rows, stored: Stored) -> None:
    """It runs every 100; the reader every 30, so that most often it has not run in between."""
    writer, reader, d = rows.job("writer"), rows.job("reader"), rows.dataset("d")
    for number, at in ((1, 100), (2, 200)):
        run = rows.run(writer, uuid(number), start=at - 5, end=at, writes=[d])
        rows.version(d, at, at + 100, run=run)
    for number, at in ((3, 190), (4, 220), (5, 250), (6, 310)):
        rows.run(reader, uuid(number), start=at, end=at + 10, reads={d: None})
    snapshot = stored()
    assert ask(snapshot, 5).causes == ()
    assert kinds(ask(snapshot, 6, against=4)) == [("missing", "job:ns:writer")]


def test_without_a_pair_of_earlier_runs_nothing_is_missed(days: ThreeJobs, stored: Stored) -> None:
    days.all(1)
    days.run(2, 2)
    days.run(2, 3, state="FAILED")
    assert ask(stored(), 23).causes == ()


def test_a_producer_that_was_late_is_said_to_be(days: ThreeJobs, stored: Stored) -> None:
    days.all(1)
    days.all(2)
    days.run(3, 1, end=390)
    days.run(3, 2)
    days.run(3, 3, state="FAILED")
    cause = of_kind(ask(stored(), 33), "missing")
    assert cause.sentence.endswith(f"run {uuid(31)} had not ended when this one started")


def test_a_stream_is_never_missed(rows: Rows, stored: Stored) -> None:
    stream, reader, d = rows.job("stream"), rows.job("reader"), rows.dataset("d")
    run = rows.run(stream, uuid(1), start=1, end=150, writes=[d], processing="STREAMING")
    rows.version(d, 2, run=run)
    for number, at, state in ((2, 100, "COMPLETED"), (3, 200, "COMPLETED"), (4, 300, "FAILED")):
        rows.run(reader, uuid(number), start=at, end=at + 10, state=state, reads={d: None})
    assert ask(stored(), 4).causes == ()
