"""Incidents: what failed together, under one run at the top (semantics 8.5)."""

from collections.abc import Callable
from typing import Any

import pytest

from headwater.answers.incidents import Incident
from headwater.errors import NodeIdError
from headwater.query.runs.incidents import incidents_of
from headwater.query.runs.stored_runs import stored_runs
from headwater.questions.pages import Page
from headwater.store import Snapshot, Store
from tests.query.registers import Register
from tests.query.rows import Rows, uuid
from tests.questions import incidents

Stored = Callable[[], Snapshot]


class Dag:
    """Runs of a DAG, its tasks, and the models that tasks run; each begins at its number."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self.dag, self.task, self.model = rows.job("dag"), rows.job("task"), rows.job("model")

    def run(
        self,
        job: int,
        number: int,
        state: str = "FAILED",
        *,
        under: tuple[int, str] | None = None,
        **more: Any,
    ) -> tuple[int, str]:
        """A run of a job, under another; both are given as (job, run key)."""
        if under is not None:
            more |= {"parent_job_id": under[0], "parent_run_key": under[1]}
        end = None if state == "RUNNING" else number + 1
        key = self._rows.run(job, uuid(number), start=number, end=end, state=state, **more)
        return job, key


@pytest.fixture
def dag(rows: Rows) -> Dag:
    return Dag(rows)


def shape(found: list[Incident] | tuple[Incident, ...]) -> list[tuple[str, list[str]]]:
    return [(one.run.id, [failed.run.id for failed in one.failures]) for one in found]


def test_a_failed_dag_is_one_incident_with_what_failed_lowest(
    rows: Rows, dag: Dag, stored: Stored
) -> None:
    top = dag.run(dag.dag, 1)
    task = dag.run(dag.task, 2, under=top)
    error = Register("run", "errorMessage", rows.facet({"message": "boom"}))
    dag.run(dag.model, 3, under=task, facts=[error])
    dag.run(dag.task, 4, "COMPLETED", under=top)
    dag.run(rows.job("alone"), 5, "ABORTED")
    found = incidents(stored()).incidents
    assert shape(found) == [(uuid(5), [uuid(5)]), (uuid(1), [uuid(3)])]
    assert [failed.error for failed in found[1].failures] == ["boom"]
    assert (found[1].run.state, found[1].failed_at) == ("FAILED", 4)


def test_a_failure_counts_while_its_dag_goes_on_and_when_nobody_saw_the_dag(
    dag: Dag, stored: Stored
) -> None:
    going_on = dag.run(dag.dag, 1, "RUNNING")
    dag.run(dag.task, 2, under=going_on)
    dag.run(dag.task, 3, under=going_on)
    unseen = (dag.dag, "0" * 32)
    dag.run(dag.task, 4, under=unseen, parent_run_id=uuid(9))
    dag.run(dag.model, 5, under=unseen, parent_run_id=uuid(9))
    found = incidents(stored()).incidents
    assert shape(found) == [(uuid(9), [uuid(4), uuid(5)]), (uuid(1), [uuid(2), uuid(3)])]
    assert [(one.run.state, one.run.stub) for one in found] == [("NEW", True), ("RUNNING", False)]


def test_an_attempt_that_was_repeated_with_success_is_made_good_once_its_dag_completed(
    dag: Dag, stored: Stored
) -> None:
    for first, state in ((10, "COMPLETED"), (20, "RUNNING"), (30, "FAILED")):
        top = dag.run(dag.dag, first, state)
        dag.run(dag.task, first + 1, under=top)
        dag.run(dag.task, first + 2, "COMPLETED", under=top)
        dag.run(dag.model, first + 3, "COMPLETED", under=top)
    completed_anyway = dag.run(dag.dag, 40, "COMPLETED")
    dag.run(dag.task, 41, "COMPLETED", under=completed_anyway)
    dag.run(dag.task, 42, under=completed_anyway)
    assert shape(incidents(stored()).incidents) == [
        (uuid(40), [uuid(42)]),
        (uuid(30), [uuid(31)]),
        (uuid(20), [uuid(21)]),
    ]


def test_an_incident_tells_when_its_job_next_completed(dag: Dag, stored: Stored) -> None:
    for number, state in enumerate(("COMPLETED", "FAILED", "FAILED", "COMPLETED", "FAILED")):
        dag.run(dag.dag, 10 * number, state)
    dag.run(dag.dag, 35, "COMPLETED")
    found = incidents(stored()).incidents
    assert [(one.run.id, one.completed_since) for one in found] == [
        (uuid(40), None),
        (uuid(20), 31),
        (uuid(10), 31),
    ]


def test_a_page_begins_where_the_last_one_ended(dag: Dag, stored: Stored) -> None:
    """The first DAG began first, and has the newest failure: it is not told again further on."""
    tops = [dag.run(dag.dag, number) for number in (1, 2, 3)]
    for number, top in ((11, tops[1]), (12, tops[2]), (13, tops[0])):
        dag.run(dag.task, number, under=top)
    snapshot = stored()
    first = incidents(snapshot, page=Page(2))
    assert shape(first.incidents) == [(uuid(1), [uuid(13)]), (uuid(3), [uuid(12)])]
    second = incidents(snapshot, page=Page(2, next=first.next))
    assert (shape(second.incidents), second.next) == ([(uuid(2), [uuid(11)])], None)
    assert incidents(snapshot, page=Page(2, 2)).incidents == second.incidents


def test_incidents_of_a_job_are_those_in_which_it_failed(dag: Dag, stored: Stored) -> None:
    first, second = dag.run(dag.dag, 1), dag.run(dag.dag, 2)
    dag.run(dag.task, 3, under=first)
    dag.run(dag.model, 4, under=second)
    snapshot = stored()
    assert shape(incidents(snapshot, "job:ns:model").incidents) == [(uuid(2), [uuid(4)])]
    assert [one.run.id for one in incidents(snapshot, "job:ns:dag").incidents] == [uuid(2), uuid(1)]
    with pytest.raises(NodeIdError, match="expected a job"):
        incidents(snapshot, "dataset:ns:d")


def test_failures_of_deleted_jobs_are_no_incidents(rows: Rows, dag: Dag, stored: Stored) -> None:
    dag.run(dag.task, 1)
    dag.run(dag.model, 2)
    rows.edit("delete", "job", "ns", "model", at=10)
    assert shape(incidents(stored()).incidents) == [(uuid(1), [uuid(1)])]


def test_the_incidents_of_given_runs_are_each_told_once(dag: Dag, stored: Stored) -> None:
    top = dag.run(dag.dag, 1)
    runs = [dag.run(dag.task, 2, under=top), dag.run(dag.task, 3, under=top)]
    fine = dag.run(dag.dag, 4, "COMPLETED")
    snapshot = stored()
    given = stored_runs(snapshot, [key for _, key in (*runs, fine)])
    assert shape(incidents_of(snapshot, given.values())) == [(uuid(1), [uuid(2), uuid(3)])]


def test_runs_that_started_each_other_are_told(rows: Rows, stored: Stored) -> None:
    job = rows.job("j")
    key = rows.run(job, uuid(1), start=1, end=2, state="FAILED")
    rows.run(job, uuid(1), start=1, end=2, state="FAILED", parent_run_key=key, parent_job_id=job)
    assert shape(incidents(stored()).incidents) == [(uuid(1), [uuid(1)])]


def test_more_incidents_cost_no_more_queries(
    fresh_store: Callable[[], Store], queries: list[str]
) -> None:
    costs = []
    for width in (1, 40):
        rows = Rows()
        dag = Dag(rows)
        for number in range(width):
            top = dag.run(dag.dag, 10 * number + 1)
            dag.run(dag.task, 10 * number + 2, under=top)
        with fresh_store() as store:
            rows.write(store)
            with store.snapshot() as snapshot:
                queries.clear()
                assert len(incidents(snapshot).incidents) == width
                costs.append(len(queries))
    assert costs[0] == costs[1]
