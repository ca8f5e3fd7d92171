from collections.abc import Callable

import pytest

from headwater.errors import NotFoundError
from headwater.query.lineage.edge_evidence import edge
from headwater.store import Snapshot
from headwater.store.tables import CONTROL_EDGES, FOREVER
from tests.query.rows import Rows, uuid
from tests.questions import lineage

Stored = Callable[[], Snapshot]


def test_a_listed_edge_is_shown_by_the_runs_that_list_the_dataset(
    rows: Rows, stored: Stored
) -> None:
    job, read = rows.job("j"), rows.dataset("read", aliases=[("glue", "read")])
    rows.uses(job, [read], [], since=20)
    rows.run(job, uuid(1), start=10, end=20, reads={read: None})
    rows.run(job, uuid(2), start=30, end=40, state="FAILED", reads={read: None})
    rows.run(job, uuid(3), start=50, end=60)
    rows.run(rows.job("other"), uuid(4), start=70, end=80, reads={read: None})
    found = edge(stored(), "dataset:glue:read", "job:ns:j")
    assert (found.origin, found.destination) == ("dataset:ns:read", "job:ns:j")
    assert (found.basis, found.is_current) == ("listed", True)
    assert (found.first_seen, found.last_seen, found.run_count) == (20, 40, 2)
    assert [(run.id, run.state) for run in found.latest_runs] == [
        (uuid(2), "FAILED"),
        (uuid(1), "COMPLETED"),
    ]
    [statement] = found.statements
    assert (statement.stated_by, statement.since, statement.until) == ("job:ns:j", 20, None)


def test_an_edge_that_is_gone_says_from_when_to_when_it_held(rows: Rows, stored: Stored) -> None:
    job, dataset = rows.job("j"), rows.dataset("d")
    rows.uses(job, [], [dataset], since=20, until=50)
    rows.uses(job, [], [dataset], since=80, until=90)
    found = edge(stored(), "job:ns:j", "dataset:ns:d")
    assert not found.is_current
    assert (found.first_seen, found.last_seen, found.run_count) == (20, 80, 0)
    assert [(statement.since, statement.until) for statement in found.statements] == [
        (80, 90),
        (20, 50),
    ]


def test_the_strongest_basis_that_holds_counts(rows: Rows, stored: Stored) -> None:
    job, dataset = rows.job("j"), rows.dataset("d")
    rows.edge(dataset, job, "listed", stated_by=job, since=10, until=30)
    rows.edge(dataset, job, "column", stated_by=job, since=10)
    assert edge(stored(), "dataset:ns:d", "job:ns:j").basis == "column"


def test_an_edge_that_the_graph_leaves_out_is_not_current(rows: Rows, stored: Stored) -> None:
    job, deleted = rows.job("j"), rows.job("deleted")
    named, a, b = rows.dataset("named", own_right=False), rows.dataset("a"), rows.dataset("b")
    rows.edge(named, job, "column", stated_by=job)
    rows.edge(a, b, "explicit", stated_by=deleted)
    rows.edit("delete", "job", "ns", "deleted", 10)
    snapshot = stored()
    for origin, destination, basis in (
        ("dataset:ns:named", "job:ns:j", "column"),
        ("dataset:ns:a", "dataset:ns:b", "explicit"),
    ):
        assert lineage(snapshot, destination).edges == ()
        found = edge(snapshot, origin, destination)
        assert (found.is_current, found.basis, len(found.statements)) == (False, basis, 1)


def test_what_a_deleted_job_states_does_not_count_beside_others(rows: Rows, stored: Stored) -> None:
    job, deleted, a, b = rows.job("j"), rows.job("deleted"), rows.dataset("a"), rows.dataset("b")
    rows.edge(a, b, "explicit", stated_by=deleted)
    rows.edge(a, b, "column", stated_by=job)
    rows.edit("delete", "job", "ns", "deleted", 10)
    found = edge(stored(), "dataset:ns:a", "dataset:ns:b")
    assert (found.is_current, found.basis, len(found.statements)) == (True, "column", 2)


def test_what_no_lists_show_is_shown_by_runs_of_the_job_that_states_it(
    rows: Rows, stored: Stored
) -> None:
    job, a, b = rows.job("j"), rows.dataset("a"), rows.dataset("b")
    rows.edge(a, b, "explicit", stated_by=job, since=20, until=70)
    for number, start in enumerate((0, 20, 40, 90)):
        rows.run(job, uuid(number + 1), start=start, end=start + 10)
    found = edge(stored(), "dataset:ns:a", "dataset:ns:b")
    assert (found.basis, found.run_count, found.last_seen) == ("explicit", 2, 50)
    assert [run.id for run in found.latest_runs] == [uuid(3), uuid(2)]


def test_a_dataset_event_states_an_edge_without_runs(rows: Rows, stored: Stored) -> None:
    a, b = rows.dataset("a"), rows.dataset("b")
    rows.edge(a, b, "explicit", stated_by=b, since=20)
    found = edge(stored(), "dataset:ns:a", "dataset:ns:b")
    assert (found.statements[0].stated_by, found.run_count) == ("dataset:ns:b", 0)


def test_a_dependency_between_jobs_is_an_edge_of_its_own_layer(rows: Rows, stored: Stored) -> None:
    first, second = rows.job("first"), rows.job("second")
    rows.add(
        CONTROL_EDGES,
        job_id=second,
        origin=first,
        destination=second,
        valid_from=10,
        valid_to=FOREVER,
    )
    rows.run(second, uuid(1), start=5, end=10)
    found = edge(stored(), "job:ns:first", "job:ns:second")
    assert (found.basis, found.run_count) == ("control", 1)


def test_no_edge_is_told_as_such(rows: Rows, stored: Stored) -> None:
    job, dataset = rows.job("j"), rows.dataset("d")
    rows.uses(job, [dataset])
    snapshot = stored()
    with pytest.raises(NotFoundError, match="no edge has ever led from job:ns:j to dataset:ns:d"):
        edge(snapshot, "job:ns:j", "dataset:ns:d")
    with pytest.raises(NotFoundError, match="nothing is known"):
        edge(snapshot, "job:ns:j", "dataset:ns:nowhere")
