"""Likely causes, ranked (semantics 8.3)."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from headwater.answers.moments import to_json
from headwater.answers.why import FieldChange
from headwater.errors import NodeIdError
from headwater.query.why.causes import WEIGHT
from headwater.store import Snapshot, Store
from headwater.store.tables import FOREVER
from tests.query.asking import ask, kinds
from tests.query.days import ThreeJobs, wrote
from tests.query.registers import Register
from tests.query.rows import Rows, uuid
from tests.questions import why

Stored = Callable[[], Snapshot]


@pytest.fixture
def days(rows: Rows) -> ThreeJobs:
    return ThreeJobs(rows)


def test_other_code_and_other_datasets_are_causes(rows: Rows, stored: Stored) -> None:
    job, a, b, out = rows.job("j"), rows.dataset("a"), rows.dataset("b"), rows.dataset("out")
    for dataset in (a, b):
        rows.version(dataset, kind="initial")
    code: dict[str, Any] = {"began_rank": 3, "began_digest": ""}
    first = rows.uses(job, [a], [out], since=0, until=200, code_version="c1", **code)
    second = rows.uses(job, [b], [out], since=200, code_version="c2", **code)
    rows.run(job, uuid(1), start=100, end=110, reads={a: None}, code_version="c1")
    rows.run(job, uuid(2), start=195, end=200, reads={b: None}, state="FAILED", code_version="c2")
    found = ask(stored(), 2)
    assert kinds(found) == [("code", "job:ns:j"), ("datasets", "job:ns:j")]
    code_cause, lists = found.causes
    assert code_cause.sentence.endswith("c2, it was c1")
    assert code_cause.evidence.versions == (f"job:ns:j#{first}", f"job:ns:j#{second}")
    assert code_cause.evidence.path == (f"run:{uuid(2)}",)
    assert code_cause.score == WEIGHT["code"] == 300
    assert lists.sentence.startswith("j now reads b and no longer reads a: seen in run ")


def test_kinds_come_in_their_order_and_nearer_before_farther(
    rows: Rows, days: ThreeJobs, stored: Stored
) -> None:
    """Far up a removal and a retype, near by a volume and a failure, and other code between."""
    side, slow = rows.dataset("side"), rows.job("slow")
    rows.uses(slow, [], [side], since=0)
    rows.version(side, kind="initial")
    for day, state in ((1, "COMPLETED"), (2, "FAILED")):
        kind = {"price": "INT", "old": "INT"} if day == 1 else {"price": "STRING"}
        days.run(day, 1, schema=rows.schema(**kind))
        facts = wrote(rows, days.prices, rowCount=100 * day)
        days.run(day, 2, facts=facts, code_version=f"c{day}")
        rows.run(slow, uuid(day * 10 + 5), start=day * 100, end=day * 100 + 5, state=state)
        days.run(day, 3, state=state, reads={days.prices: None, side: None})
    found = ask(stored(), 23)
    assert kinds(found) == [
        ("retype", "raw"),
        ("removal", "raw"),
        ("code", "job:ns:transform"),
        ("failed", "job:ns:slow"),
        ("volume", "prices"),
    ]
    assert [cause.rank for cause in found.causes] == [1, 2, 3, 4, 5]
    scores = [cause.score for cause in found.causes]
    assert scores == [397, 397, 298, 198, 99]
    assert [cause.at for cause in found.causes] == [230, 230, 240, 205, 250]
    assert all(c.distance == len(c.evidence.path) - 1 for c in found.causes)
    assert all(c.evidence.path[-1] == f"run:{uuid(23)}" for c in found.causes)


def test_an_end_that_is_assumed_is_no_cause(rows: Rows, days: ThreeJobs, stored: Stored) -> None:
    side, slow, application = rows.dataset("side"), rows.job("slow"), rows.job("application")
    rows.uses(slow, [], [side], since=0)
    rows.version(side, kind="initial")
    for day, state in ((1, "COMPLETED"), (2, "FAILED")):
        days.run(day, 1)
        days.run(day, 2)
        days.run(day, 3, state=state, reads={days.prices: None, side: None})
    rows.run(slow, uuid(15), start=100, end=105)
    above = rows.run(application, uuid(26), start=200, end=204, state="FAILED")
    rows.run(slow, uuid(25), start=200, parent_run_key=above)
    assert kinds(ask(stored(), 23)) == []


def test_without_an_earlier_completed_run_it_says_so_and_what_there_is(
    rows: Rows, days: ThreeJobs, stored: Stored
) -> None:
    days.run(1, 1, schema=rows.schema(price="STRING"))
    days.run(1, 2, state="FAILED")
    reader = days.run(1, 3, state="FAILED", reads={days.raw: None, days.prices: None})
    rows.version(days.prices, kind="initial")
    rows.version(
        days.raw,
        160,
        kind="observed",
        run=reader,
        follows=days.versions["raw1"],
        schema_hash=rows.schema(price="INT"),
    )
    found = ask(stored(), 13)
    assert (found.comparison, found.against) == ("none", None)
    assert kinds(found) == [("contradiction", "raw"), ("failed", "job:ns:transform")]
    assert found.causes[0].sentence.startswith("price of raw is STRING, but was read as INT: ")
    assert found.causes[0].fields == (FieldChange("price", "STRING", "INT"),)


def test_a_run_that_completed_can_be_asked_about_too(
    rows: Rows, days: ThreeJobs, stored: Stored
) -> None:
    days.all(1, rows.schema(price="INT"))
    days.all(2, rows.schema(price="STRING"))
    found = ask(stored(), 23)
    assert found.run.state == "COMPLETED"
    assert kinds(found) == [("retype", "raw")]


def test_failed_runs_between_are_passed_over_unless_asked_for(
    rows: Rows, days: ThreeJobs, stored: Stored
) -> None:
    days.all(1, rows.schema(price="INT"))
    days.all(2, rows.schema(price="STRING"), state="FAILED")
    days.all(3, rows.schema(price="STRING"), state="FAILED")
    snapshot = stored()
    found = ask(snapshot, 33)
    assert found.against is not None
    assert found.against.id == uuid(13)
    given = ask(snapshot, 33, against=23)
    assert (given.comparison, given.causes) == ("given", ())
    with pytest.raises(NodeIdError, match="two runs of one job"):
        ask(snapshot, 33, against=31)
    with pytest.raises(NodeIdError, match="expected a run"):
        why(snapshot, "job:ns:margins")


def test_a_run_that_reported_no_inputs_is_asked_about_by_those_of_its_job(
    rows: Rows, days: ThreeJobs, stored: Stored
) -> None:
    days.all(1, rows.schema(price="INT"))
    error = Register("run", "errorMessage", rows.facet({"message": "boom"}))
    days.all(2, rows.schema(price="STRING"), state="FAILED", reads={}, writes=[], facts=[error])
    found = ask(stored(), 23)
    assert (found.assumed, found.error) == (True, "boom")
    assert kinds(found) == [("retype", "raw")]


def test_failed_runs_below_are_named_by_the_lowest(rows: Rows, stored: Stored) -> None:
    dag, task, model = rows.job("dag"), rows.job("task"), rows.job("model")

    def run(job: int, number: int, parent: tuple[str, int] | None, state: str = "FAILED") -> str:
        above: dict[str, Any] = {}
        if parent:
            above = {"parent_run_key": parent[0], "parent_job_id": parent[1]}
        return rows.run(job, uuid(number), start=number, end=50, state=state, **above)

    top = run(dag, 1, None)
    middle = run(task, 2, (top, dag))
    completed = run(task, 3, (top, dag), "COMPLETED")
    run(model, 4, (middle, task))
    run(model, 5, (run(task, 6, (completed, task), "COMPLETED"), task), "ABORTED")
    found = ask(stored(), 1)
    assert [failed.run.id for failed in found.failed_below] == [uuid(4), uuid(5)]
    assert found.causes == ()


def test_a_failed_run_below_one_that_has_not_ended_is_named(rows: Rows, stored: Stored) -> None:
    dag, task, model = rows.job("dag"), rows.job("task"), rows.job("model")
    top = rows.run(dag, uuid(1), start=1, end=9, state="FAILED")
    running = rows.run(task, uuid(2), start=2, parent_run_key=top, parent_job_id=dag)
    rows.run(
        model,
        uuid(3),
        start=3,
        end=4,
        state="FAILED",
        parent_run_key=running,
        parent_job_id=task,
    )
    parent = Register("run", "parent", rows.facet({"run": {"runId": uuid(2)}}))
    rows.run(model, uuid(4), start=4, end=5, state="FAILED", facts=[parent], parent_run_id=uuid(2))
    assert [failed.run.id for failed in ask(stored(), 1).failed_below] == [uuid(3), uuid(4)]


def test_a_run_that_is_its_own_ancestor_ends(rows: Rows, stored: Stored) -> None:
    job = rows.job("j")
    key = rows.run(job, uuid(1), start=1, end=2, state="FAILED")
    rows.run(job, uuid(1), start=1, end=2, state="FAILED", parent_run_key=key, parent_job_id=job)
    assert ask(stored(), 1).failed_below == ()


def test_equal_questions_have_equal_answers(rows: Rows, days: ThreeJobs, stored: Stored) -> None:
    days.all(1, rows.schema(price="INT"))
    days.all(2, rows.schema(price="STRING"), state="FAILED")
    snapshot = stored()
    assert to_json(ask(snapshot, 23)) == to_json(ask(snapshot, 23))


def wide(rows: Rows, width: int, depth: int) -> None:
    """Two days of a job that reads `width` chains of `depth` jobs; every type changed."""
    last = rows.job("last")
    ends = [rows.dataset(f"d{chain}.{depth - 1}") for chain in range(width)]
    number = 10
    for day, kind in ((1, "INT"), (2, "STRING")):
        schema = rows.schema(**{f"f{n}": kind for n in range(10)})
        for chain in range(width):
            for place in range(depth):
                at, number = day * 10_000 + place * 100, number + 1
                d = rows.dataset(f"d{chain}.{place}")
                job = rows.job(f"j{chain}.{place}")
                reads: dict[int, str | None] = {}
                if place:
                    reads = {rows.dataset(f"d{chain}.{place - 1}"): None}
                run = rows.run(job, uuid(number), start=at, end=at + 50, reads=reads, writes=[d])
                until = at + 10_050 if day == 1 else FOREVER
                rows.version(d, at + 50, until, run=run, schema_hash=schema)
                if day == 1:
                    rows.uses(job, list(reads), [d], since=0)
        at = day * 10_000 + 5_000
        rows.run(last, uuid(day), start=at, end=at + 10, reads=dict.fromkeys(ends))


def test_more_upstream_runs_cost_no_more_queries(
    fresh_store: Callable[[], Store], queries: list[str]
) -> None:
    costs = []
    for width in (1, 12):
        rows = Rows()
        wide(rows, width, 3)
        with fresh_store() as store:
            rows.write(store)
            with store.snapshot() as snapshot:
                queries.clear()
                assert len(ask(snapshot, 2).causes) == width
                costs.append(len(queries))
    assert costs[0] == costs[1]


def test_a_run_with_hundreds_of_runs_upstream_is_answered_at_once(
    fresh_store: Callable[[], Store],
) -> None:
    rows = Rows()
    wide(rows, 100, 5)
    with fresh_store() as store:
        rows.write(store)
        with store.snapshot() as snapshot:
            began = time.process_time()
            found = ask(snapshot, 2)
            took = time.process_time() - began
    assert len(found.causes) == 100
    assert {len(cause.evidence.path) for cause in found.causes} == {10}
    assert took < 2, "a generous bound: it takes a tenth of that"
