"""How the nodes of a graph do: late or not, rows of the last writes, failed tests (6.6)."""

import time
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from headwater.answers.facets import Owner
from headwater.answers.graph import Vitals
from headwater.query.runs.rhythm import GAPS
from headwater.store import Snapshot
from tests.query.registers import Register
from tests.query.rows import Rows, uuid
from tests.questions import lineage

Stored = Callable[[], Snapshot]


def facet(rows: Rows, part: str, dataset: int, name: str, value: Any) -> Register:
    """An entry of a run's facts."""
    return Register(part, name, rows.facet(value), node=dataset)


def written(rows: Rows, job: int, dataset: int, at: int, count: int | None = None) -> str:
    """A run that ends at this time, and writes a number of rows."""
    facts = []
    if count is not None:
        statistics = {"rowCount": count}
        facts.append(facet(rows, "outputFacets", dataset, "outputStatistics", statistics))
    run = rows.run(job, uuid(at), start=at - 1, end=at, writes=[dataset], facts=facts)
    rows.version(dataset, at, run=run)
    rows.event(job, at)
    return run


def vitals(snapshot: Snapshot, node: str, **options: Any) -> dict[str, Vitals]:
    found = lineage(snapshot, node, vitals=True, **options).nodes
    return {node.name: node.vitals for node in found if node.vitals is not None}


def test_vitals_are_told_only_if_they_are_asked_for(rows: Rows, stored: Stored) -> None:
    rows.uses(rows.job("j"), [], [rows.dataset("t")])
    snapshot = stored()
    assert {node.vitals for node in lineage(snapshot, "job:ns:j").nodes} == {None}
    assert vitals(snapshot, "job:ns:j").keys() == {"j", "t"}


def test_what_keeps_its_rhythm_is_not_late(rows: Rows, stored: Stored) -> None:
    job, table = rows.job("j"), rows.dataset("t")
    rows.uses(job, [], [table])
    for at in (100_000, 200_000, 320_000, 400_000):
        written(rows, job, table, at)
    rows.event(rows.job("other"), 580_000)
    snapshot = stored()
    for found in vitals(snapshot, "job:ns:j").values():
        assert (found.last_at, found.longest_gap_ms, found.late) == (400_000, 120, False)


def test_what_breaks_its_rhythm_is_late_as_of_a_moment(rows: Rows, stored: Stored) -> None:
    job, table = rows.job("j"), rows.dataset("t")
    rows.uses(job, [], [table])
    for at in (100, 200, 320, 400):
        written(rows, job, table, at)
    rows.event(rows.job("other"), 1000)
    snapshot = stored()
    assert {found.late for found in vitals(snapshot, "job:ns:j").values()} == {True}
    for at, late in ((580, False), (581, True)):
        assert {found.late for found in vitals(snapshot, "job:ns:j", at=at).values()} == {late}


def test_what_was_dropped_is_not_late(rows: Rows, stored: Stored) -> None:
    job, table = rows.job("j"), rows.dataset("t")
    rows.uses(job, [], [table])
    for at, until in pairwise((100, 200, 320, 400, 450)):
        run = rows.run(job, uuid(at), start=at - 1, end=at, writes=[table])
        rows.version(table, at, until, run=run)
    rows.drop(table, 450)
    rows.event(rows.job("other"), 1000)
    found = vitals(stored(), "job:ns:j")
    assert (found["j"].late, found["t"].late) == (True, False)


def test_nobody_is_late_while_nothing_at_all_is_told(rows: Rows, stored: Stored) -> None:
    job, table = rows.job("j"), rows.dataset("t")
    rows.uses(job, [], [table])
    for at in (100, 200, 300, 400):
        written(rows, job, table, at)
    assert {found.late for found in vitals(stored(), "job:ns:j").values()} == {False}


def test_an_event_that_is_ahead_of_the_clock_makes_nobody_late(rows: Rows, stored: Stored) -> None:
    job, table = rows.job("j"), rows.dataset("t")
    rows.uses(job, [], [table])
    now, hour = time.time_ns() // 1000, 3_600_000_000
    for ago in (4, 3, 2, 1):
        written(rows, job, table, now - ago * hour)
    rows.event(rows.job("other"), now + 20 * hour)
    assert {found.late for found in vitals(stored(), "job:ns:j").values()} == {False}


def test_what_has_happened_too_seldom_has_no_rhythm(rows: Rows, stored: Stored) -> None:
    job, table = rows.job("j"), rows.dataset("t")
    rows.uses(job, [], [table])
    for at in (100, 200, 300):
        written(rows, job, table, at)
    rows.event(job, 100_000)
    for found in vitals(stored(), "job:ns:j").values():
        assert (found.last_at, found.longest_gap_ms, found.late) == (300, None, False)


def test_runs_that_failed_are_no_part_of_the_rhythm(rows: Rows, stored: Stored) -> None:
    job = rows.job("j")
    rows.uses(job, [], [rows.dataset("t")])
    for at in (100, 200, 300, 400):
        rows.run(job, uuid(at), start=at - 1, end=at)
    rows.run(job, uuid(500), start=499, end=500, state="FAILED")
    assert vitals(stored(), "job:ns:j")["j"].last_at == 400


def test_only_the_last_gaps_count(rows: Rows, stored: Stored) -> None:
    job, table = rows.job("j"), rows.dataset("t")
    rows.uses(job, [], [table])
    times = [1, *(500_000 + 1000 * number for number in range(GAPS + 1))]
    for at in times:
        written(rows, job, table, at)
    for found in vitals(stored(), "job:ns:j").values():
        assert found.longest_gap_ms == 1


def test_rows_of_the_last_writes_come_in_their_order(rows: Rows, stored: Stored) -> None:
    job, table = rows.job("j"), rows.dataset("t")
    rows.uses(job, [], [table])
    for at, count in ((10, 5), (20, None), (30, 7), (40, 6)):
        written(rows, job, table, at, count)
    snapshot = stored()
    assert vitals(snapshot, "dataset:ns:t")["t"].rows == (5, 7, 6)
    assert vitals(snapshot, "dataset:ns:t", at=35)["t"].rows == (5, 7)
    assert vitals(snapshot, "dataset:ns:t")["j"].rows == ()


def test_tests_that_failed_are_those_of_the_last_runs(rows: Rows, stored: Stored) -> None:
    checks, table, other = rows.job("checks"), rows.dataset("t"), rows.dataset("o")
    rows.uses(checks, [table, other], [])
    for at, success in ((10, False), (20, True), (30, False)):
        unique = {"assertion": "unique", "column": "id", "success": success}
        tests = {"assertions": [unique, {"assertion": "not_null", "column": "id", "success": True}]}
        stated = facet(rows, "inputFacets", table, "dataQualityAssertions", tests)
        rows.run(checks, uuid(at), start=at, end=at + 1, facts=[stated])
    snapshot = stored()
    assert vitals(snapshot, "dataset:ns:t")["t"].failed_tests == ("unique of id",)
    assert vitals(snapshot, "dataset:ns:t")["t"].passed_tests == 1
    untested = vitals(snapshot, "dataset:ns:t")["o"]
    assert (untested.failed_tests, untested.passed_tests) == ((), 0)
    before = vitals(snapshot, "dataset:ns:t", at=25)["t"]
    assert (before.failed_tests, before.passed_tests) == ((), 2)


def test_tests_count_even_if_the_job_that_ran_them_is_not_shown(rows: Rows, stored: Stored) -> None:
    load, checks, table = rows.job("load"), rows.job("checks"), rows.dataset("t")
    rows.uses(load, [], [table])
    rows.uses(checks, [table], [])
    tests = {"assertions": [{"assertion": "unique", "success": False}]}
    stated = facet(rows, "input", table, "dataQualityAssertions", tests)
    rows.run(checks, uuid(1), start=1, end=2, facts=[stated])
    found = vitals(stored(), "dataset:ns:t", direction="upstream")
    assert "checks" not in found
    assert found["t"].failed_tests == ("unique of the dataset",)


def test_owners_are_those_of_each_node(rows: Rows, stored: Stored) -> None:
    job, table = rows.job("j"), rows.dataset("t")
    rows.uses(job, [], [table])
    rows.stated(table, "ownership", {"owners": [{"name": "team:sales", "type": "MAINTAINER"}]})
    found = vitals(stored(), "job:ns:j")
    assert (found["t"].owners, found["j"].owners) == ((Owner("team:sales", "MAINTAINER"),), ())


def test_many_nodes_cost_no_more_queries_than_few(
    rows: Rows, stored: Stored, queries: list[str]
) -> None:
    hub = rows.dataset("hub")
    for number in range(40):
        job, table = rows.job(f"j{number:02}"), rows.dataset(f"t{number:02}")
        rows.uses(job, [hub], [table])
        written(rows, job, table, 10 * number + 10, 3)
    snapshot = stored()
    counts = []
    for most in (4, 60):
        queries.clear()
        vitals(snapshot, "dataset:ns:hub", max_nodes=most)
        counts.append(len(queries))
    assert counts[1] <= counts[0]
