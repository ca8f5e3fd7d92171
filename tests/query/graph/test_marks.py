from collections.abc import Callable

import pytest

from headwater.answers.graph import Node
from headwater.answers.moments import to_json
from headwater.questions.graph import GroupBy
from headwater.store import Snapshot
from headwater.store.tables import ENTITY_FACETS, EVENTS, JOB_EVENTS
from tests.query.rows import Rows, uuid
from tests.questions import lineage

Stored = Callable[[], Snapshot]


def node(snapshot: Snapshot, start: str, name: str | None = None, at: int = 100) -> Node:
    graph = lineage(snapshot, start, at=at)
    [found] = [node for node in graph.nodes if node.name == (name or start.rpartition(":")[2])]
    return found


def dataset_type(rows: Rows, node: int, at: int, deleted: int = 0, **facet: str) -> None:
    rows.add(
        ENTITY_FACETS,
        node_id=node,
        facet="datasetType",
        event_time=at,
        hash=rows.facet(facet),
        deleted=deleted,
    )


def test_a_dataset_that_is_read_and_no_longer_written_is_stale(rows: Rows, stored: Stored) -> None:
    job, x = rows.job("writer"), rows.dataset("x")
    run = rows.run(job, uuid(1), start=15, end=16)
    rows.version(x, 16, run=run)
    rows.uses(job, [], [x], since=10, until=20)
    rows.uses(job, [], [rows.dataset("y")], since=20)
    rows.uses(rows.job("reader"), [x], [], since=10)
    snapshot = stored()
    assert not node(snapshot, "dataset:ns:x", at=19).marks.stale
    stale = node(snapshot, "dataset:ns:x", at=20)
    assert stale.marks.words() == ("stale",)
    assert stale.run is not None
    assert stale.run.id == uuid(1)


def test_a_dataset_that_was_never_written_is_not_stale(rows: Rows, stored: Stored) -> None:
    rows.uses(rows.job("reader"), [rows.dataset("x")], [])
    assert node(stored(), "dataset:ns:x").marks.words() == ()


def test_a_dataset_whose_writer_was_deleted_is_stale(rows: Rows, stored: Stored) -> None:
    x = rows.dataset("x")
    rows.uses(rows.job("writer"), [], [x])
    rows.uses(rows.job("reader"), [x], [])
    rows.edit("delete", "job", "ns", "writer", at=50)
    snapshot = stored()
    assert not node(snapshot, "dataset:ns:x", at=49).marks.stale
    assert node(snapshot, "dataset:ns:x", at=50).marks.stale


def test_a_dataset_is_dropped_until_it_has_a_version_again(rows: Rows, stored: Stored) -> None:
    x = rows.dataset("x")
    rows.uses(rows.job("j"), [], [x])
    first = rows.version(x, 10, 20)
    rows.drop(x, 20)
    rows.version(x, 25, 25, kind="pinned", run="r")
    second = rows.version(x, 30)
    snapshot = stored()
    assert not node(snapshot, "dataset:ns:x", at=19).marks.dropped
    assert node(snapshot, "dataset:ns:x", at=19).version == first
    assert node(snapshot, "dataset:ns:x", at=20).marks.dropped
    assert node(snapshot, "dataset:ns:x", at=25).marks.dropped
    assert node(snapshot, "dataset:ns:x", at=25).version == first
    assert not node(snapshot, "dataset:ns:x", at=30).marks.dropped
    assert node(snapshot, "dataset:ns:x", at=30).version == second


def test_a_dataset_that_no_job_touches_is_dangling(rows: Rows, stored: Stored) -> None:
    a, b = rows.dataset("a"), rows.dataset("b")
    rows.edge(a, b, "explicit", stated_by=b)
    assert node(stored(), "dataset:ns:a").marks.words() == ("dangling",)


def test_what_first_occurs_later_did_not_exist_yet(rows: Rows, stored: Stored) -> None:
    read, mentioned, fed, declared = (
        rows.dataset(n) for n in ("read", "mentioned", "fed", "declared")
    )
    job, dag = rows.job("j"), rows.job("dag")
    rows.run(job, uuid(1), start=50, reads={read: None, declared: None})
    for subject in (mentioned, job):
        rows.add(EVENTS, digest=rows.digest(), event_time=50, node_id=subject)
    rows.edge(fed, rows.job("k"), since=50, until=60)
    rows.parent(job, dag, since=50)
    # A job event that does not count in the graph tells all the same that the dataset is there.
    rows.add(JOB_EVENTS, event_time=40, inputs=f"[{declared}]", outputs="[]", columns="[]")
    snapshot = stored()
    for name in (
        "dataset:ns:read",
        "dataset:ns:mentioned",
        "dataset:ns:fed",
        "job:ns:j",
        "job:ns:dag",
    ):
        assert node(snapshot, name, at=49).marks.words() == ("did not exist yet",), name
        assert not node(snapshot, name, at=50).marks.did_not_exist_yet, name
    assert node(snapshot, "dataset:ns:declared", at=40).marks.words() == ("dangling",)
    assert node(snapshot, "dataset:ns:declared", at=39).marks.did_not_exist_yet
    assert b'"didNotExistYet":true' in to_json(lineage(snapshot, "dataset:ns:read", at=49))


def test_a_temporary_dataset_is_private_by_its_last_type_under_any_name(
    rows: Rows, stored: Stored
) -> None:
    temporary = rows.dataset("t", aliases=[("alias", "t")])
    dataset_type(rows, temporary, 10, datasetType="TABLE", subType="temporary")
    table = rows.dataset("u")
    dataset_type(rows, table, 10, datasetType="TABLE")
    withdrawn = rows.dataset("v")
    dataset_type(rows, withdrawn, 10, deleted=1, datasetType="JOB_OUTPUT")
    rows.uses(rows.job("j"), [], [temporary, table, withdrawn])
    snapshot = stored()
    found = node(snapshot, "dataset:ns:t")
    assert (found.marks.private, found.kind) == (True, "TABLE")
    assert not node(snapshot, "dataset:ns:u").marks.private
    assert not node(snapshot, "dataset:ns:v").marks.private


def test_lineage_is_unknown_until_it_is_confirmed(rows: Rows, stored: Stored) -> None:
    rows.uses(rows.job("j"), [rows.dataset("a")], [], since=10, lineage_unknown=1, confirmed_at=30)
    snapshot = stored()
    assert node(snapshot, "job:ns:j", at=29).marks.lineage_unknown
    assert not node(snapshot, "job:ns:j", at=30).marks.lineage_unknown


def test_a_job_without_runs_is_declared_only(rows: Rows, stored: Stored) -> None:
    declared, ran = rows.job("declared"), rows.job("ran")
    rows.uses(declared, [], [], basis="declared")
    rows.run(ran, uuid(1), start=50)
    rows.uses(ran, [], [], since=10, basis="provisional")
    snapshot = stored()
    assert node(snapshot, "job:ns:declared").marks.words() == ("declared only",)
    assert node(snapshot, "job:ns:ran", at=49).marks.declared_only
    assert node(snapshot, "job:ns:ran", at=50).marks.words() == ("provisional",)


def test_the_latest_run_is_shown_as_it_was_then(rows: Rows, stored: Stored) -> None:
    job = rows.job("j")
    rows.run(job, uuid(1), start=10, end=20, state="FAILED", processing="STREAMING")
    rows.run(job, uuid(2), start=30, end=40)
    version = rows.uses(job)
    snapshot = stored()
    assert node(snapshot, "job:ns:j", at=9).run is None
    running = node(snapshot, "job:ns:j", at=15)
    assert running.run is not None
    assert (running.run.id, running.run.state, running.run.ended_at) == (uuid(1), "RUNNING", None)
    assert (running.kind, running.version) == ("STREAMING", version)
    failed = node(snapshot, "job:ns:j", at=29).run
    assert failed is not None
    assert (failed.id, failed.state, failed.ended_at) == (uuid(1), "FAILED", 20)
    last = node(snapshot, "job:ns:j", at=99).run
    assert last is not None
    assert (last.id, last.state) == (uuid(2), "COMPLETED")


def family(rows: Rows) -> None:
    """dag > task > (step1, step2), and a lone job; step1 hands `tmp` to step2."""
    dag, task, step1, step2, lone = (
        rows.job(name) for name in ("dag", "task", "step1", "step2", "lone")
    )
    rows.parent(task, dag)
    rows.parent(step1, task)
    rows.parent(step2, task)
    a, tmp, out = rows.dataset("a"), rows.dataset("tmp"), rows.dataset("out")
    rows.uses(task, [], [])
    rows.uses(step1, [a], [tmp])
    rows.uses(step2, [tmp], [out])
    rows.uses(lone, [out, rows.dataset("own")], [rows.dataset("own")])


@pytest.mark.parametrize(("group_by", "top"), [("parent", "task"), ("root", "dag")])
def test_jobs_roll_up_into_those_that_started_them(
    rows: Rows, stored: Stored, group_by: GroupBy, top: str
) -> None:
    family(rows)
    snapshot = stored()
    graph = lineage(snapshot, "job:ns:step1", group_by=group_by, at=1)
    named = {n.name: n for n in graph.nodes}
    assert named.keys() == {"a", "out", "own", "tmp", "lone", top}
    assert set(named[top].members) >= {"job:ns:step1", "job:ns:step2", "job:ns:task"}
    assert {f"{e.origin}>{e.destination}" for e in graph.edges} == {
        f"dataset:ns:a>job:ns:{top}",
        f"dataset:ns:tmp>job:ns:{top}",
        f"job:ns:{top}>dataset:ns:tmp",
        f"job:ns:{top}>dataset:ns:out",
        "dataset:ns:out>job:ns:lone",
        "dataset:ns:own>job:ns:lone",
        "job:ns:lone>dataset:ns:own",
    }


def test_what_one_group_alone_reads_and_writes_is_private_and_can_be_folded(
    rows: Rows, stored: Stored
) -> None:
    family(rows)
    snapshot = stored()
    graph = lineage(snapshot, "dataset:ns:a", group_by="parent", at=1)
    private = {n.name for n in graph.nodes if n.marks.private}
    assert private == {"tmp"}, "`own` is one job's, and that job is no group"
    folded = lineage(snapshot, "dataset:ns:a", group_by="parent", fold_private=True, at=1)
    assert [n.name for n in folded.nodes] == ["a", "out", "own", "lone", "task"]
    assert not any(n.hidden_upstream or n.hidden_downstream for n in folded.nodes)
    assert not any(n.marks.private for n in lineage(snapshot, "dataset:ns:a", at=1).nodes)


def test_folding_a_private_dataset_joins_what_it_lay_between(rows: Rows, stored: Stored) -> None:
    temporary = rows.dataset("t")
    dataset_type(rows, temporary, 1, datasetType="TEMPORARY")
    rows.uses(rows.job("first"), [], [temporary])
    rows.uses(rows.job("second"), [temporary], [])
    snapshot = stored()
    graph = lineage(snapshot, "job:ns:first", fold_private=True, at=1)
    assert [n.name for n in graph.nodes] == ["first", "second"]
    assert [(e.origin, e.destination) for e in graph.edges] == [("job:ns:first", "job:ns:second")]
    asked_for = lineage(snapshot, "dataset:ns:t", fold_private=True, at=1)
    assert "t" in [n.name for n in asked_for.nodes], "what was asked for is not folded away"


def test_directed_walks_roll_up_too(rows: Rows, stored: Stored) -> None:
    family(rows)
    snapshot = stored()
    up = lineage(snapshot, "dataset:ns:out", direction="upstream", group_by="root", at=1)
    assert [n.name for n in up.nodes] == ["a", "out", "tmp", "dag"]
    down = lineage(snapshot, "job:ns:dag", direction="downstream", group_by="root", at=1)
    assert [n.name for n in down.nodes] == ["out", "own", "tmp", "dag", "lone"]


def test_jobs_that_started_each_other_in_a_circle_have_one_root(rows: Rows, stored: Stored) -> None:
    a, b, c = rows.job("a"), rows.job("b"), rows.job("c")
    rows.parent(a, b)
    rows.parent(b, a)
    rows.parent(c, b)
    rows.parent(a, a, since=50)
    snapshot = stored()
    roots = {
        lineage(snapshot, f"job:ns:{name}", group_by="root", at=1).nodes[0].id for name in "abc"
    }
    assert len(roots) == 1


def test_a_parent_holds_for_its_time(rows: Rows, stored: Stored) -> None:
    child, old, new = rows.job("child"), rows.job("old"), rows.job("new")
    rows.parent(child, old, since=10, until=20)
    rows.parent(child, new, since=20)
    snapshot = stored()
    for at, top in ((9, "child"), (10, "old"), (20, "new")):
        graph = lineage(snapshot, "job:ns:child", group_by="parent", at=at)
        assert [n.name for n in graph.nodes] == [top]
