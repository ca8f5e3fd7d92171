"""What went into a run: the nearest instance of each job and dataset (semantics 8.1)."""

from collections.abc import Callable

import pytest

from headwater.answers.graph import Truncated
from headwater.answers.versions import Retyped, SchemaChange
from headwater.store import Snapshot
from tests.query.asking import dataset, diff, job
from tests.query.days import TwoJobs
from tests.query.rows import Rows, uuid

Stored = Callable[[], Snapshot]


@pytest.fixture
def days(rows: Rows) -> TwoJobs:
    return TwoJobs(rows).with_job_versions()


def test_of_several_instances_the_nearest_counts_then_the_latest(
    rows: Rows, stored: Stored
) -> None:
    j, other, d = rows.job("j"), rows.job("other"), rows.dataset("d")
    far, near = rows.dataset("far"), rows.dataset("near")
    old = rows.version(d, 10, 20, run=rows.run(other, uuid(5), start=5, end=10, writes=[d]))
    new = rows.version(d, 20, 90, run=rows.run(other, uuid(6), start=15, end=20, writes=[d]))
    for dataset_, number, start, pin in ((far, 7, 12, None), (near, 8, 25, None)):
        run = rows.run(
            rows.job(f"w{number}"), uuid(number), start=start, end=start + 1, reads={d: pin}
        )
        rows.version(dataset_, start + 1, run=run)
    rows.run(j, uuid(1), start=30, end=40, reads={far: None, near: None})
    rows.run(j, uuid(2), start=50, end=60, reads={far: None, d: None})
    found = diff(stored(), 1, 2)
    seen = dataset(found, "d")
    assert seen.before is not None
    assert seen.after is not None
    assert seen.before.version == f"dataset:ns:d#{new}", "both are equally near: the latest"
    assert (seen.after.version, seen.after.distance) == (f"dataset:ns:d#{new}", 1)
    assert (seen.change, seen.before.distance) == ("same", 3)
    assert old != new


def test_an_output_that_is_read_too_is_matched_in_both_roles(rows: Rows, stored: Stored) -> None:
    j, d = rows.job("merge"), rows.dataset("d")
    rows.version(d, kind="initial", until=110)
    made = {}
    for number in (1, 2, 3):
        at = number * 100
        run = rows.run(j, uuid(number), start=at, end=at + 10, reads={d: None}, writes=[d])
        made[number] = rows.version(d, at + 10, at + 110, run=run)
    found = diff(stored(), 2, 3)
    read, written = dataset(found, "d"), dataset(found, "d", "output")
    assert read.after is not None
    assert written.after is not None
    assert read.after.version == f"dataset:ns:d#{made[2]}"
    assert written.after.version == f"dataset:ns:d#{made[3]}"
    assert job(found, "merge").role == "run"


def test_the_walk_goes_on_through_what_an_observed_version_follows(
    rows: Rows, days: TwoJobs, stored: Stored
) -> None:
    days.day(1, schema=rows.schema(price="int"))
    days.day(2, schema=rows.schema(price="string"))
    reader = rows.run(days.report, uuid(30), start=250, end=260, reads={days.a: None})
    rows.version(
        days.a,
        250,
        kind="observed",
        run=reader,
        follows=days.versions["a2"],
        schema_hash=rows.schema(price="int"),
    )
    found = diff(stored(), 12, 30)
    seen = dataset(found, "a")
    assert seen.after is not None
    assert (seen.after.kind, seen.after.run) == ("observed", uuid(21))
    assert seen.after.follows == f"dataset:ns:a#{days.versions['a2']}"
    assert seen.schema is None, "the reader still sees what it always saw"
    assert seen.contradiction == SchemaChange(retyped=(Retyped("price", "string", "int"),))
    assert job(found, "load").change == "same"


def test_a_run_that_reported_no_inputs_uses_those_of_its_job_version(
    rows: Rows, days: TwoJobs, stored: Stored
) -> None:
    days.day(1)
    days.day(2, state="FAILED", report={"reads": {}, "writes": []})
    found = diff(stored(), 12, 22)
    report = job(found, "report")
    assert report.before is not None
    assert report.after is not None
    assert (report.before.assumed, report.after.assumed) == (False, True)
    assert dataset(found, "a").change == "changed"
    assert job(found, "load").change == "same"
    assert dataset(found, "out", "output").change == "removed"


def test_what_a_stream_read_after_the_run_ended_did_not_go_into_it(
    rows: Rows, stored: Stored
) -> None:
    stream, reader = rows.job("stream"), rows.job("reader")
    topic, views = rows.dataset("topic"), rows.dataset("views")
    run = rows.run(stream, uuid(1), start=5, reads={topic: None}, processing="STREAMING")
    rows.version(topic, until=100, kind="initial")
    versions = [rows.version(topic, at, at + 100, kind="event") for at in (100, 200, 300)]
    rows.version(views, 10, run=run)
    for number, at in ((2, 110), (3, 210)):
        rows.run(reader, uuid(number), start=at, end=at + 10, reads={views: None})
    seen = dataset(diff(stored(), 2, 3), "topic")
    assert seen.before is not None
    assert seen.after is not None
    assert [seen.before.version, seen.after.version] == [
        f"dataset:ns:topic#{version}" for version in versions[:2]
    ]


def test_depth_counts_hops_from_run_to_run(days: TwoJobs, stored: Stored) -> None:
    days.day(1)
    days.day(2)
    snapshot = stored()
    near = diff(snapshot, 12, 22, depth=0)
    assert [item.id for item in near.jobs] == ["job:ns:report"]
    assert near.truncated == Truncated("depth", 1)
    made = dataset(near, "a").after
    assert made is not None
    assert (made.run, made.job) == (uuid(21), "job:ns:load"), "who wrote it is known all the same"
    assert diff(snapshot, 12, 22, depth=1).truncated is None


def test_more_upstream_runs_cost_no_more_queries(
    rows: Rows, stored: Stored, queries: list[str]
) -> None:
    j, inputs = rows.job("j"), [rows.dataset(f"d{n}") for n in range(30)]
    for number, d in enumerate(inputs):
        run = rows.run(rows.job(f"w{number}"), uuid(100 + number), start=1, end=2, writes=[d])
        rows.version(d, 2, run=run)
    for number, read in ((1, inputs[:1]), (2, inputs)):
        for run_number in (number, number + 10):
            rows.run(j, uuid(run_number), start=10 + run_number, end=50, reads=dict.fromkeys(read))
    snapshot = stored()
    costs = []
    for number in (1, 2):
        queries.clear()
        diff(snapshot, number, number + 10)
        costs.append(len(queries))
    assert costs[1] <= costs[0]
