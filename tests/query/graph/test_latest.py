"""The last run of a job, the last that wrote a dataset: what is known already changes nothing."""

from collections.abc import Callable

from headwater.query.graph.current import CurrentGraph
from headwater.query.graph.latest import latest_runs
from headwater.query.graph.marks import job_marks
from headwater.query.versions.versions import latest_dataset_versions
from headwater.store import Snapshot
from tests.query.rows import Rows, uuid


def test_writers_are_the_same_whether_or_not_the_latest_versions_are_known(
    rows: Rows, stored: Callable[[], Snapshot]
) -> None:
    job = rows.job("j")
    names = ("written", "restated", "pinned", "initial", "never")
    written, restated, pinned, initial, never = (rows.dataset(name) for name in names)
    first, second = (
        rows.run(job, uuid(n), start=n, end=10 * n, writes=[written, restated]) for n in (1, 2)
    )
    for dataset in (written, restated):
        rows.version(dataset, 10, 20, run=first)
    rows.version(written, 20, run=second)
    rows.version(restated, 20, 30, run=second)
    rows.version(restated, 30, kind="event")
    rows.version(pinned, 5, kind="pinned")
    rows.version(initial, kind="initial")
    snapshot = stored()
    datasets = {written, restated, pinned, initial, never}
    runs = {5: {}, 15: dict.fromkeys((written, restated), uuid(1))}
    runs |= dict.fromkeys((25, 35), dict.fromkeys((written, restated), uuid(2)))
    for at, expected in runs.items():
        held = latest_dataset_versions(snapshot, datasets, at)
        known = latest_runs(snapshot, (), datasets, at, versions=held)
        assert {dataset: latest.run.id for dataset, latest in known.items()} == expected
        assert known == latest_runs(snapshot, (), datasets, at)


def test_marks_are_the_same_whether_or_not_it_is_known_who_ran(
    rows: Rows, stored: Callable[[], Snapshot]
) -> None:
    ran, declared = rows.job("ran"), rows.job("declared")
    rows.run(ran, uuid(1), start=10, end=20)
    for job in (ran, declared):
        rows.uses(job, [], [rows.dataset("t")], since=1)
    snapshot = stored()
    for at, declared_only in ((5, {ran, declared}), (15, {declared})):
        graph = CurrentGraph(snapshot, at)
        jobs = {ran, declared}
        known = job_marks(graph, jobs, latest_runs(snapshot, jobs, (), at).keys())
        assert {job for job, marks in known.items() if marks.declared_only} == declared_only
        assert known == job_marks(graph, jobs)
