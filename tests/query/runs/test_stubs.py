"""Parents that were never seen themselves, which only their children name (semantics 3.5)."""

from collections.abc import Callable
from typing import Any

import pytest

from headwater.errors import NotFoundError
from headwater.model.names import run_key
from headwater.query.runs.job_runs import facets_of_run, job_runs, run
from headwater.query.runs.run_details import run_details
from headwater.questions.pages import Page
from headwater.store import Snapshot
from tests.query.rows import Rows, uuid
from tests.questions import run_lineage, runs

Stored = Callable[[], Snapshot]
PARENT = uuid(100)


@pytest.fixture
def cron(rows: Rows, stored: Stored) -> Snapshot:
    """A job that was seen itself once, and whose other run only two children name."""
    nightly, child = rows.job("nightly"), rows.job("child")
    rows.run(nightly, uuid(1), start=10, end=11)
    rows.run(nightly, uuid(2), start=40, end=41)
    for number, start in ((3, 30), (4, 20)):
        rows.run(
            child,
            uuid(number),
            start=start,
            parent_run_id=PARENT,
            parent_run_key=run_key(PARENT, "ns", "nightly"),
            parent_job_id=nightly,
        )
    return stored()


def test_a_stub_is_found_by_its_id_with_its_children(cron: Snapshot) -> None:
    named = run(cron, uuid(3)).parent
    assert named
    found = run(cron, named.id)
    assert (found.id, found.stub, found.state, found.started_at) == (PARENT, True, "NEW", 20)
    assert (found.job.name, found.ended_at, found.inputs, found.outputs) == (
        *("nightly", None, ()),
        (),
    )
    assert [child.id for child in found.children] == [uuid(4), uuid(3)]
    assert (run(cron, uuid(1)).stub, facets_of_run(cron, PARENT).facets) == (False, {})
    details = run_details(cron, f"run:{PARENT.upper()}")
    assert (details.run.stub, details.children) == (True, found.children)


def test_a_stub_is_among_the_runs_of_its_job_by_when_its_first_child_started(
    cron: Snapshot,
) -> None:
    expected = [uuid(2), PARENT, uuid(1)]
    listed, in_full = runs(cron, "job:ns:nightly"), job_runs(cron, "ns", "nightly")
    assert [one.id for one in listed.runs] == [one.id for one in in_full.runs] == expected
    assert [one.stub for one in listed.runs] == [one.stub for one in in_full.runs]
    assert [one.stub for one in listed.runs] == [False, True, False]
    assert listed.total_count == in_full.total_count == 3
    paged, page = [], Page(1)
    while True:
        part = runs(cron, "job:ns:nightly", page=page)
        paged += [one.id for one in part.runs]
        if part.next is None:
            break
        page = Page(1, next=part.next)
    assert paged == expected
    assert [one.id for one in runs(cron, "job:ns:nightly", state="NEW").runs] == [PARENT]


def test_the_run_graph_of_a_stub_has_its_children(cron: Snapshot) -> None:
    graph = run_lineage(cron, f"run:{PARENT}")
    shown = {node.run.id: node.run.stub for node in graph.nodes if node.run}
    assert shown == {PARENT: True, uuid(3): False, uuid(4): False}


def test_a_stub_is_no_stub_once_it_is_seen(rows: Rows, stored: Stored) -> None:
    parent, child = rows.job("parent"), rows.job("child")
    key = rows.run(parent, PARENT, start=5)
    rows.run(
        child, uuid(1), start=9, parent_run_id=PARENT, parent_run_key=key, parent_job_id=parent
    )
    snapshot = stored()
    assert [(one.id, one.stub) for one in runs(snapshot, "job:ns:parent").runs] == [(PARENT, False)]
    assert not run(snapshot, PARENT).stub


def test_a_stub_leaves_its_run_id_to_a_run_that_was_seen_under_it(
    rows: Rows, stored: Stored
) -> None:
    parent = rows.job("parent")
    key = run_key(PARENT, "ns", "parent")
    child: dict[str, Any] = {
        "parent_run_id": PARENT,
        "parent_run_key": key,
        "parent_job_id": parent,
    }
    rows.run(rows.job("child"), PARENT, start=9, **child)
    snapshot = stored()
    assert run(snapshot, PARENT).job.name == "child"
    [stub] = runs(snapshot, "job:ns:parent").runs
    assert (stub.id, stub.stub) == (key, True)
    assert run(snapshot, key).job.name == "parent"


def test_what_nobody_names_is_not_found(cron: Snapshot) -> None:
    with pytest.raises(NotFoundError):
        run(cron, uuid(9))
