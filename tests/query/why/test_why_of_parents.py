"""Why a run failed that started others: the causes of what failed below it (semantics 8.3)."""

from collections.abc import Callable
from typing import Any

import pytest

from headwater.api.marquez.upstream_runs import UpstreamRunsQuestion, runs_before
from headwater.errors import NodeIdError, NotFoundError
from headwater.query.catalog.identity import identity
from headwater.query.diff.run_diff import run_diff
from headwater.query.runs.run_details import run_details
from headwater.query.why.why import why
from headwater.questions.graph import IdentityQuestion, RunDiffQuestion, WhyQuestion
from headwater.store import Snapshot
from tests.query.asking import ask, kinds
from tests.query.days import ThreeJobs
from tests.query.registers import Register
from tests.query.rows import Rows, uuid

Stored = Callable[[], Snapshot]


@pytest.fixture
def days(rows: Rows) -> ThreeJobs:
    return ThreeJobs(rows)


def test_the_causes_of_a_dag_are_those_of_the_tasks_that_failed(
    rows: Rows, days: ThreeJobs, stored: Stored
) -> None:
    """Two tasks failed; what both were given is one cause."""
    dag = rows.job("dag")
    for day, kind, state in ((1, "INT", "COMPLETED"), (2, "STRING", "FAILED")):
        number = day * 10
        top = rows.run(dag, uuid(number), start=day * 100, end=day * 100 + 99, state=state)
        under = {"parent_run_key": top, "parent_job_id": dag}
        days.run(day, 1, schema=rows.schema(price=kind))
        days.run(day, 2, state=state, **under)
        days.run(day, 3, state=state, reads={days.raw: None}, **under)
    found = ask(stored(), 20)
    assert [failed.run.id for failed in found.failed_below] == [uuid(22), uuid(23)]
    assert kinds(found) == [("retype", "raw")]
    [cause] = found.causes
    assert cause.explains == (uuid(22), uuid(23))
    assert (cause.distance, cause.evidence.path[-1]) == (1, f"run:{uuid(22)}")
    assert found.against is not None
    assert found.against.id == uuid(10)


def test_a_cause_of_the_dag_itself_is_told_beside_those_of_its_tasks(
    rows: Rows, days: ThreeJobs, stored: Stored
) -> None:
    dag = rows.job("dag")
    for day, kind, state in ((1, "INT", "COMPLETED"), (2, "STRING", "FAILED")):
        at = day * 100
        version: dict[str, Any] = {"began_rank": 3, "began_digest": "", "code_version": f"c{day}"}
        rows.uses(dag, since=at, until=at + 100, **version)
        top = rows.run(
            dag, uuid(day * 10), start=at, end=at + 99, state=state, code_version=f"c{day}"
        )
        days.run(day, 1, schema=rows.schema(price=kind))
        days.run(day, 2, state=state, parent_run_key=top, parent_job_id=dag)
    found = ask(stored(), 20)
    assert kinds(found) == [("retype", "raw"), ("code", "job:ns:dag")]
    assert [cause.explains for cause in found.causes] == [(uuid(22),), (uuid(20),)]


def test_that_a_task_failed_explains_the_next_task_but_not_their_dag(
    rows: Rows, days: ThreeJobs, stored: Stored
) -> None:
    dag = rows.job("dag")
    days.all(1, rows.schema(price="INT"))
    top = rows.run(dag, uuid(20), start=200, end=299, state="FAILED")
    days.run(2, 1, schema=rows.schema(price="INT"))
    days.run(2, 2, state="FAILED", parent_run_key=top, parent_job_id=dag)
    days.run(2, 3, state="FAILED", parent_run_key=top, parent_job_id=dag)
    snapshot = stored()
    assert ("failed", "job:ns:transform") in kinds(ask(snapshot, 23))
    assert kinds(ask(snapshot, 20)) == []


def test_a_parent_that_only_its_children_name_has_the_causes_of_those_that_failed(
    rows: Rows, days: ThreeJobs, stored: Stored
) -> None:
    """It has sent no event, so nothing of its own can be compared (semantics 3.5)."""
    dag = rows.job("dag")
    unseen = unseen_under(dag, 77)
    for day, kind, state in ((1, "INT", "COMPLETED"), (2, "STRING", "FAILED")):
        days.run(day, 1, schema=rows.schema(price=kind))
        days.run(day, 2, state=state, **(unseen if day == 2 else {}))
    snapshot = stored()
    found = ask(snapshot, 7)
    assert (found.run.id, found.run.stub, found.run.job) == (uuid(7), True, "job:ns:dag")
    assert (found.error, found.against, found.comparison) == (None, None, "none")
    assert [failed.run.id for failed in found.failed_below] == [uuid(22)]
    assert [failed.run.parent for failed in found.failed_below] == [uuid(7)]
    assert kinds(found) == [("retype", "raw")]
    with pytest.raises(NodeIdError, match="has sent no event itself"):
        why(snapshot, WhyQuestion(run_id=uuid(7), against=uuid(12)))
    with pytest.raises(NodeIdError, match="has sent no event itself"):
        run_diff(snapshot, RunDiffQuestion(before=uuid(12), after=uuid(7)))
    node = identity(snapshot, IdentityQuestion(node_id=f"run:{uuid(7)}"))
    assert (node.id, node.name) == (f"run:{uuid(7)}", "dag")
    [alone] = runs_before(snapshot, UpstreamRunsQuestion(run_id=uuid(7))).runs
    assert (alone.run.id, alone.job.name, alone.inputs) == (uuid(7), "dag", ())


def unseen_under(dag: int, key: int) -> dict[str, Any]:
    """The columns of a run under a run of this job that was never seen, with the id 7."""
    return {"parent_run_key": uuid(key), "parent_run_id": uuid(7), "parent_job_id": dag}


def test_parents_that_were_never_seen_and_share_a_run_id_are_told_apart(
    rows: Rows, stored: Stored
) -> None:
    """The run id leads to the one whose child started first; the other is known by its run key."""
    for number, key in ((1, 71), (2, 72)):
        dag, step = rows.job(f"dag{number}"), rows.job(f"step{number}")
        at = number * 10
        rows.run(step, uuid(number), start=at, end=at + 1, state="FAILED", **unseen_under(dag, key))
    snapshot = stored()
    for shown, number in ((7, 1), (72, 2)):
        found = ask(snapshot, shown)
        assert (found.run.id, found.run.job) == (uuid(shown), f"job:ns:dag{number}")
        assert [failed.run.id for failed in found.failed_below] == [uuid(number)]
        assert [failed.run.parent for failed in found.failed_below] == [uuid(shown)]
        node = identity(snapshot, IdentityQuestion(node_id=f"run:{uuid(shown)}"))
        assert (node.id, node.name) == (f"run:{uuid(shown)}", f"dag{number}")
    assert ask(snapshot, 71).run.id == uuid(7)


def test_a_parent_that_was_never_seen_leaves_its_id_to_a_run_that_was(
    rows: Rows, stored: Stored
) -> None:
    dag, step = rows.job("dag"), rows.job("step")
    rows.run(rows.job("other"), uuid(7), start=1, end=2)
    named = rows.facet({"run": {"runId": uuid(7)}})
    facts = [Register("run", "parent", named)]
    rows.run(step, uuid(1), end=5, state="FAILED", facts=facts, **unseen_under(dag, 77))
    snapshot = stored()
    assert ask(snapshot, 7).run.job == "job:ns:other"
    assert ask(snapshot, 77).run.job == "job:ns:dag"
    details = run_details(snapshot, f"run:{uuid(1)}")
    assert details.parent is not None
    assert details.root is not None
    assert details.run.parent == details.parent.id == details.root.id == uuid(77)
    with pytest.raises(NodeIdError, match=f"run {uuid(77)} has sent no event itself"):
        run_diff(snapshot, RunDiffQuestion(before=uuid(77), after=uuid(1)))


def test_a_parent_that_was_never_seen_is_hidden_with_its_job(rows: Rows, stored: Stored) -> None:
    dag, step = rows.job("dag"), rows.job("step")
    rows.run(step, uuid(1), end=5, state="FAILED", **unseen_under(dag, 77))
    rows.edit("delete", "job", "ns", "dag", at=50)
    with pytest.raises(NotFoundError, match="deleted"):
        ask(stored(), 7)
