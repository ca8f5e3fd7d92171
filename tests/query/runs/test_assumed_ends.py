"""Where it shows that a run is assumed to have ended (semantics 3.7)."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from headwater.query.catalog.jobs import jobs
from headwater.query.graph.latest import latest_runs
from headwater.query.lineage.edge_evidence import edge
from headwater.query.runs.job_runs import job_runs
from headwater.query.runs.run_details import run_details
from headwater.query.runs.stored_runs import SELECT_RUNS
from headwater.query.service.stats import runs_by_day
from headwater.store import Snapshot, open_store
from tests.query.rows import Rows, uuid


@pytest.fixture
def scene(rows: Rows, stored: Callable[[], Snapshot]) -> tuple[int, Snapshot]:
    """A task that started at 10 under an application, which failed at 50; and the task's job."""
    application, task = rows.job("application"), rows.job("task")
    source = rows.dataset("source")
    rows.uses(task, [source])
    above = rows.run(application, uuid(1), start=5, end=50, state="FAILED")
    rows.run(task, uuid(2), start=10, reads={source: None}, parent_run_key=above)
    return task, stored()


def test_the_last_run_of_a_job_is_shown_so_from_the_end_of_the_run_above_on(
    scene: tuple[int, Snapshot],
) -> None:
    task, snapshot = scene
    for at, expected in ((49, ("RUNNING", None, False)), (50, ("FAILED", 50, True))):
        run = latest_runs(snapshot, [task], [], at)[task].run
        assert (run.state, run.ended_at, run.assumed_end) == expected


def test_lists_of_runs_and_jobs_and_counts_go_by_what_is_shown(scene: tuple[int, Snapshot]) -> None:
    _, snapshot = scene
    [run] = job_runs(snapshot, "ns", "task").runs
    assert (run.state, run.ended_at, run.assumed_end) == ("FAILED", 50, True)
    assert jobs(snapshot, last_run_states=["RUNNING"]).total_count == 0
    assert jobs(snapshot, last_run_states=["FAILED"]).total_count == 2
    [day] = runs_by_day(snapshot, 1)
    assert (day.running, day.failed) == (0, 2)


def test_the_evidence_of_an_edge_shows_it(scene: tuple[int, Snapshot]) -> None:
    _, snapshot = scene
    [run] = edge(snapshot, "dataset:ns:source", "job:ns:task").latest_runs
    assert (run.state, run.ended_at, run.assumed_end) == ("FAILED", 50, True)


def test_the_run_stays_provisional(scene: tuple[int, Snapshot]) -> None:
    _, snapshot = scene
    details = run_details(snapshot, f"run:{uuid(2)}")
    assert (details.run.state, details.run.assumed_end) == ("FAILED", True)
    assert details.is_provisional, "versions are not made of assumptions"


def test_the_way_up_reads_the_runs_on_it_and_no_others(rows: Rows, sqlite_copy: str) -> None:
    job = rows.job("task")
    for number in range(100):
        rows.run(job, uuid(number), start=number)
    with open_store(sqlite_copy) as store:
        rows.write(store)
    [file] = Path(sqlite_copy.removeprefix("sqlite:///")).glob("*.sqlite")
    connection = sqlite3.connect(file)
    connection.execute("ANALYZE")
    asked = f"EXPLAIN QUERY PLAN {SELECT_RUNS} WHERE run_key = ?"
    plan = [step for *_, step in connection.execute(asked, ("key",))]
    connection.close()
    by_key = "USING INDEX runs_run_key (run_key=?)"
    assert plan.count(f"SEARCH p {by_key}") == 4, "two steps for the state, and two for the end"
    assert not [step for step in plan if "BLOOM FILTER" in step]
