"""The runs of a batch, whatever their jobs (semantics 3.6)."""

from collections.abc import Callable
from typing import Any

import pytest

from headwater.errors import NotFoundError
from headwater.store import Snapshot
from tests.query.rows import Rows, uuid
from tests.questions import run_lineage, runs

Stored = Callable[[], Snapshot]


def ids(snapshot: Snapshot, **question: Any) -> set[str]:
    found = runs(snapshot, **question)
    assert found.total_count == len(found.runs)
    return {run.run_id for run in found.runs}


def test_a_batch_has_runs_of_many_jobs(rows: Rows, stored: Stored) -> None:
    load, report = rows.job("load"), rows.job("report")
    rows.run(load, uuid(1), start=1, batch_id="b", state="FAILED")
    rows.run(load, uuid(2), start=2, batch_id="b")
    rows.run(report, uuid(3), start=3, batch_id="b")
    rows.run(report, uuid(4), start=4, batch_id="c")
    snapshot = stored()
    assert ids(snapshot, batch="b") == {uuid(1), uuid(2), uuid(3)}
    assert ids(snapshot, batch="b", state="FAILED") == {uuid(1)}
    assert ids(snapshot, batch="b", node="job:ns:report") == {uuid(3)}
    assert ids(snapshot, batch="d") == set()


def test_a_nominal_start_is_a_batch_of_all_jobs_with_it(rows: Rows, stored: Stored) -> None:
    hour = 3_600_000_000
    rows.run(rows.job("load"), uuid(1), nominal_start=hour)
    rows.run(rows.job("report"), uuid(2), nominal_start=hour)
    rows.run(rows.job("other"), uuid(3), nominal_start=2 * hour)
    assert ids(stored(), batch="1970-01-01T02:00:00+01:00") == {uuid(1), uuid(2)}


def test_a_run_id_that_several_jobs_share_is_a_batch(rows: Rows, stored: Stored) -> None:
    for job in ("flour", "dough"):
        rows.run(rows.job(job), uuid(1))
    rows.run(rows.job("other"), uuid(2))
    found = runs(stored(), batch=uuid(1).upper()).runs
    assert {run.name for run in found} == {"flour", "dough"}


def test_the_run_graph_of_a_batch_begins_with_all_of_its_runs(rows: Rows, stored: Stored) -> None:
    a, b, c = (rows.dataset(name) for name in "abc")
    first = rows.run(rows.job("first"), uuid(1), start=1, end=2, batch_id="d/1", writes=[a])
    second = rows.run(rows.job("second"), uuid(2), start=1, end=3, batch_id="d/1", writes=[b])
    later = rows.run(rows.job("later"), uuid(3), start=5, end=6, reads={a: None}, writes=[c])
    for dataset, run, at in ((a, first, 2), (b, second, 3), (c, later, 6)):
        rows.version(dataset, at, run=run)
    snapshot = stored()
    alone = run_lineage(snapshot, "batch:d/1", depth=0)
    assert {node.run.id for node in alone.nodes if node.run} == {uuid(1), uuid(2)}
    assert {node.name for node in alone.nodes if node.type == "DATASET_VERSION"} == {"a", "b"}
    further = run_lineage(snapshot, "batch:d/1", depth=1)
    assert {node.run.id for node in further.nodes if node.run} == {uuid(1), uuid(2), uuid(3)}


def test_a_batch_that_no_run_is_of_is_not_found(rows: Rows, stored: Stored) -> None:
    rows.run(rows.job("j"), uuid(1))
    with pytest.raises(NotFoundError, match="expected a batch id, a nominal start time or a run"):
        run_lineage(stored(), "batch:b")
