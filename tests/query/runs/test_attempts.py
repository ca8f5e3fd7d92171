"""Attempts at a batch: numbered by their start, each index of a mapped task apart (semantics
3.6)."""

from collections.abc import Callable
from typing import Any

from headwater.query.runs.job_runs import job_runs
from headwater.store import Snapshot
from tests.query.registers import Register
from tests.query.rows import Rows, uuid
from tests.questions import runs

Stored = Callable[[], Snapshot]


def test_attempts_of_one_batch_are_numbered_by_their_start(rows: Rows, stored: Stored) -> None:
    job, other = rows.job("j"), rows.job("other")
    rows.run(job, uuid(1), start=30, nominal_start=5)
    rows.run(job, uuid(2), start=10, nominal_start=5)
    rows.run(job, uuid(3), start=20, nominal_start=6, batch_id="b")
    rows.run(job, uuid(4), start=40, batch_id="b")
    rows.run(job, uuid(5), start=50)
    rows.run(other, uuid(6), start=60, nominal_start=5)
    found = {run.id: run.attempt for run in runs(stored()).runs}
    assert found == {uuid(1): 2, uuid(2): 1, uuid(3): 1, uuid(4): 2, uuid(5): None, uuid(6): 1}


def stating(rows: Rows, **facets: Any) -> list[Register]:
    """The facts of a run with these run facets."""
    return [Register("run", name, rows.facet(facet)) for name, facet in facets.items()]


def index(number: int | None) -> dict[str, Any]:
    return {"taskInstance": {"map_index": number}}


def test_runs_of_a_mapped_task_are_attempts_only_at_the_same_index(
    rows: Rows, stored: Stored
) -> None:
    load = rows.job("load")
    old_form = {"mapIndex": 1, "operatorClass": "PythonOperator"}
    stated: list[dict[str, Any]] = [
        {"airflow": index(0)},
        {"airflow": index(1)},
        {"airflow": index(0)},
        {"airflow": {"taskInstance": {}}, "airflow_mappedTask": old_form},
        {"airflow": index(-1)},
        {"airflow": index(None)},
        {},
        {"airflow": {"taskInstance": "broken"}},
    ]
    for number, facets in enumerate(stated):
        facts = stating(rows, **facets)
        rows.run(load, uuid(number), start=number, batch_id="dag/run", facts=facts)
    snapshot = stored()
    found = {run.id: run.attempt for run in runs(snapshot).runs}
    assert [found[uuid(number)] for number in range(len(stated))] == [1, 1, 2, 2, 1, 2, 3, 4]
    listed = job_runs(snapshot, "ns", "load").runs
    assert {run.id: run.attempt for run in listed} == found
