from collections.abc import Callable

from headwater.answers.changes import Change
from headwater.answers.moments import Instant
from headwater.questions.graph import Expansion
from headwater.store import Snapshot
from tests.query.rows import Rows, uuid
from tests.questions import changes

Stored = Callable[[], Snapshot]


def changing(rows: Rows) -> None:
    """clean reads a, then b; orders is dropped; report begins later, and audit far away."""
    a, b, orders, far = (rows.dataset(name) for name in ("a", "b", "orders", "far"))
    clean, report, audit = (rows.job(name) for name in ("clean", "report", "audit"))
    rows.uses(clean, [a], [orders], since=10, until=20)
    rows.uses(clean, [b], [orders], since=20)
    rows.uses(report, [orders], [far], since=30)
    rows.uses(audit, [far], since=40)
    rows.drop(orders, 50)
    rows.run(clean, uuid(1), start=5, end=10)
    rows.run(clean, uuid(2), start=45, end=48)


def test_a_graph_changed_when_edges_began_and_ended(rows: Rows, stored: Stored) -> None:
    changing(rows)
    found = changes(stored(), "job:ns:clean", depth=0)
    # The edge to orders goes on at 20; the one from a ends there, though a is no longer shown.
    assert found.changes == (
        Change(at=Instant(10), edges_begun=2, job_versions=1),
        Change(at=Instant(20), edges_begun=1, edges_ended=1, job_versions=1),
        Change(at=Instant(30), edges_begun=1),
        Change(at=Instant(50), drops=1),
    )
    assert (found.first, found.last) == (5, 45)


def test_changes_are_those_of_the_graph_asked_for(rows: Rows, stored: Stored) -> None:
    changing(rows)
    snapshot = stored()
    wide = changes(snapshot, "job:ns:clean", scope="component")
    assert [change.at for change in wide.changes] == [10, 20, 30, 40, 50]
    expand = Expansion(downstream=("dataset:ns:orders", "job:ns:report", "dataset:ns:far"))
    assert changes(snapshot, "job:ns:clean", depth=0, expand=expand) == wide


def test_what_only_column_lineage_names_changes_no_graph(rows: Rows, stored: Stored) -> None:
    job, named = rows.job("j"), rows.dataset("named", own_right=False)
    rows.uses(job, [rows.dataset("a")], since=10)
    rows.edge(named, job, "column", stated_by=job, since=20, until=30)
    found = changes(stored(), "job:ns:j")
    assert [change.at for change in found.changes] == [10]


def test_a_dataset_that_nothing_touches_never_changed(rows: Rows, stored: Stored) -> None:
    rows.dataset("alone")
    found = changes(stored(), "dataset:ns:alone")
    assert (found.changes, found.first, found.last) == ((), None, None)


def test_changes_of_a_group_are_those_of_its_members(rows: Rows, stored: Stored) -> None:
    task, child = rows.job("task"), rows.job("task.step")
    rows.uses(child, [rows.dataset("a")], since=10)
    rows.uses(child, [rows.dataset("b")], since=20)
    rows.parent(child, task)
    found = changes(stored(), "job:ns:task", group_by="parent", depth=0)
    assert [change.at for change in found.changes] == [10, 20]
