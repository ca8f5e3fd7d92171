from collections.abc import Callable
from typing import Any, Literal

import pytest

from headwater.errors import BadRequestError, NotFoundError
from headwater.query.runs.job_runs import job_runs
from headwater.query.runs.run_details import run_details
from headwater.questions.pages import Page
from headwater.questions.runs import RunsSortBy
from headwater.store import Snapshot
from tests.query.registers import Register
from tests.query.rows import Rows, uuid
from tests.questions import runs

Stored = Callable[[], Snapshot]


def test_runs_are_listed_newest_first_with_a_true_count(rows: Rows, stored: Stored) -> None:
    job, other = rows.job("j"), rows.job("other")
    for number, at in ((1, 10), (2, 30), (3, 20)):
        rows.run(job, uuid(number), start=at)
    rows.run(other, uuid(4), start=25, end=26, state="FAILED")
    snapshot = stored()
    everything = runs(snapshot, page=Page(3))
    assert [run.id for run in everything.runs] == [uuid(2), uuid(4), uuid(3)]
    assert everything.total_count == 4
    assert [run.id for run in runs(snapshot, page=Page(3, 3)).runs] == [uuid(1)]
    following = runs(snapshot, page=Page(3, next=everything.next))
    assert ([run.id for run in following.runs], following.next) == ([uuid(1)], None)
    assert following.total_count == everything.total_count
    assert [run.id for run in runs(snapshot, "job:ns:j").runs] == [uuid(2), uuid(3), uuid(1)]
    failed = runs(snapshot, state="FAILED")
    assert [(run.name, run.duration) for run in failed.runs] == [("other", 1)]
    assert failed.total_count == 1


def test_how_long_a_run_took_is_not_known_if_only_its_end_was_told(
    rows: Rows, stored: Stored
) -> None:
    job = rows.job("j")
    rows.run(job, uuid(1), start=7_000, end=7_000)
    rows.run(job, uuid(2), start=8_000, end=10_000)
    snapshot = stored()
    assert [run.duration for run in runs(snapshot).runs] == [2_000, None]
    assert [run.duration_ms for run in job_runs(snapshot, "ns", "j").runs] == [2, None]


def test_runs_are_sorted_by_how_long_they_took_and_what_is_unknown_comes_last(
    rows: Rows, stored: Stored
) -> None:
    job = rows.job("j")
    times = ((1, 10, 90), (2, 20, 21), (3, 30, None), (4, 40, 40), (5, 50, 60), (6, 70, 45))
    for number, start, end in times:
        rows.run(job, uuid(number), start=start, end=end)
    snapshot = stored()
    longest, shortest = in_pages(snapshot, "took", "desc"), in_pages(snapshot, "took", "asc")
    assert longest[:3] == [uuid(1), uuid(5), uuid(2)]
    assert shortest[:3] == [uuid(2), uuid(5), uuid(1)]
    assert {*longest[3:]} == {*shortest[3:]} == {uuid(3), uuid(4), uuid(6)}
    assert runs(snapshot, order="asc").runs[0].id == uuid(1)


def in_pages(snapshot: Snapshot, sort: RunsSortBy, order: Literal["asc", "desc"]) -> list[str]:
    """The ids of all runs in this order, which are the same in one page and in pages of two."""
    found = [run.id for run in runs(snapshot, sort=sort, order=order).runs]
    paged, following = list[str](), None
    while len(paged) <= len(found):
        page = runs(snapshot, sort=sort, order=order, page=Page(2, next=following))
        paged += [run.id for run in page.runs]
        following = page.next
        if following is None:
            break
    assert paged == found
    return found


def test_runs_are_sorted_by_the_state_they_are_shown_with_the_gravest_first(
    rows: Rows, stored: Stored
) -> None:
    job = rows.job("j")
    states = ("COMPLETED", "FAILED", "NEW", "ABORTED", "FAILED", "COMPLETED")
    for number, state in enumerate(states, 1):
        end = None if state == "NEW" else 90
        rows.run(job, uuid(number), start=number * 10, end=end, state=state)
    top = rows.run(rows.job("top"), uuid(7), start=5, end=95, state="ABORTED")
    rows.run(job, uuid(8), start=6, state="RUNNING", parent_run_key=top)
    rows.run(job, uuid(9), start=7, state="RUNNING")
    snapshot = stored()
    assert in_pages(snapshot, "state", "asc") == list(map(uuid, (5, 2, 4, 8, 7, 9, 3, 6, 1)))
    assert in_pages(snapshot, "state", "desc") == list(map(uuid, (6, 1, 3, 9, 4, 8, 7, 5, 2)))


def test_runs_are_sorted_by_the_name_of_their_job_as_every_store_sorts_it(
    rows: Rows, stored: Stored
) -> None:
    for number, name in enumerate(("b", "B", "a_c", "ab", "É", "b"), 1):
        rows.run(rows.job(name), uuid(number), start=number)
    snapshot = stored()
    assert in_pages(snapshot, "job", "asc") == list(map(uuid, (3, 4, 6, 2, 1, 5)))
    assert in_pages(snapshot, "job", "desc") == list(map(uuid, (5, 6, 2, 1, 4, 3)))
    by_name = runs(snapshot, sort="job", order="asc", page=Page(1)).next
    others: list[tuple[RunsSortBy, Literal["asc", "desc"]]] = [("state", "asc"), ("job", "desc")]
    for sort, order in others:
        with pytest.raises(BadRequestError, match="not where a page of this list ended"):
            runs(snapshot, sort=sort, order=order, page=Page(1, next=by_name))


def test_runs_of_a_stretch_of_time_are_those_that_started_in_it(rows: Rows, stored: Stored) -> None:
    for number in (10, 20, 30):
        rows.run(rows.job("j"), uuid(number), start=number, end=100)
    found = runs(stored(), after=20, before=30)
    assert ([run.id for run in found.runs], found.total_count) == ([uuid(20)], 1)


def test_the_runs_of_a_dataset_are_those_that_list_it(rows: Rows, stored: Stored) -> None:
    job, d = rows.job("j"), rows.dataset("d")
    rows.run(job, uuid(1), start=1, reads={d: None})
    rows.run(job, uuid(2), start=2, writes=[d], reads={d: None})
    rows.run(job, uuid(3), start=3)
    found = runs(stored(), "dataset:ns:d")
    assert [run.id for run in found.runs] == [uuid(2), uuid(1)]
    assert found.total_count == 2


def test_the_runs_under_a_run_are_itself_and_all_that_it_started(
    rows: Rows, stored: Stored
) -> None:
    dag, task, step = rows.job("dag"), rows.job("dag.task"), rows.job("step")
    top = rows.run(dag, uuid(1), start=1)
    middle = rows.run(task, uuid(2), start=2, parent_run_key=top, parent_job_id=dag)
    rows.run(step, uuid(3), start=3, parent_run_key=middle, parent_job_id=task)
    rows.run(step, uuid(4), start=4)
    snapshot = stored()
    assert [run.id for run in runs(snapshot, under=uuid(1)).runs] == [uuid(3), uuid(2), uuid(1)]
    assert [run.id for run in runs(snapshot, under=uuid(2), state="FAILED").runs] == []
    assert [run.id for run in runs(snapshot, under=uuid(3)).runs] == [uuid(3)]
    with pytest.raises(BadRequestError, match="both nodeId and under were given"):
        runs(snapshot, "job:ns:dag", under=uuid(1))
    with pytest.raises(NotFoundError):
        runs(snapshot, under=uuid(9))


def test_runs_that_started_each_other_in_a_circle_are_listed_once(
    rows: Rows, stored: Stored
) -> None:
    job = rows.job("j")
    first, second = uuid(1), uuid(2)
    rows.run(job, first, start=1, parent_run_id=second)
    rows.run(job, second, start=2, parent_run_id=first)
    assert [run.id for run in runs(stored(), under=first).runs] == [second, first]


def test_runs_of_deleted_jobs_are_left_out(rows: Rows, stored: Stored) -> None:
    rows.run(rows.job("kept"), uuid(1))
    rows.run(rows.job("deleted"), uuid(2))
    rows.run(rows.job("gone", "old"), uuid(3))
    rows.edit("delete", "job", "ns", "deleted", at=10)
    rows.edit("delete", "namespace", "old", "", at=10)
    found = runs(stored())
    assert [run.name for run in found.runs] == ["kept"]
    assert found.total_count == 1


def test_a_shared_run_id_is_shown_by_the_first_job_and_run_keys_by_the_others(
    rows: Rows, stored: Stored
) -> None:
    first = rows.run(rows.job("first"), uuid(1), start=10)
    second = rows.run(rows.job("second"), uuid(1), start=20)
    snapshot = stored()
    assert [run.id for run in runs(snapshot).runs] == [second, uuid(1)]
    details = run_details(snapshot, f"run:{uuid(1)}")
    assert details.run.name == "first"
    assert [(run.id, run.job) for run in details.siblings] == [(second, "job:ns:second")]
    assert [run.id for run in run_details(snapshot, f"run:{second}").siblings] == [uuid(1)]
    assert first


def test_a_run_shows_what_it_read_and_wrote(rows: Rows, stored: Stored) -> None:
    job, a, b, c = rows.job("j"), rows.dataset("a"), rows.dataset("b"), rows.dataset("c")
    read = rows.version(a, 5, run=uuid(9), storage_version="s1")
    run = rows.run(job, uuid(1), start=10, end=20, reads={a: "s1"})
    rows.io(run, "output", b, 10, partitions='["day=1","day=2"]')
    rows.io(run, "output", c, 10, lifecycle="DROP")
    written = rows.version(b, 20, run=run)
    version = rows.uses(job, [a], [b], since=20, began_rank=3, began_run_key=run, began_digest="")
    details = run_details(stored(), f"run:{uuid(1)}")
    [source] = details.inputs
    assert (source.dataset, source.pin) == ("dataset:ns:a", "s1")
    assert [(used.id, used.kind) for used in source.versions] == [(f"dataset:ns:a#{read}", "write")]
    output, dropped = details.outputs
    assert (output.dataset, output.partitions) == ("dataset:ns:b", ("day=1", "day=2"))
    assert [used.version for used in output.versions] == [written]
    assert (dropped.lifecycle, dropped.versions) == ("DROP", ())
    assert (details.job_version, details.is_provisional) == (f"job:ns:j#{version}", False)


def test_facets_of_a_run_are_shown_by_what_they_belong_to(rows: Rows, stored: Stored) -> None:
    job, a = rows.job("j"), rows.dataset("a")
    hashes = {name: rows.facet({"is": name}) for name in ("run", "odd", "job", "in", "p1", "gone")}
    facts = [
        Register("event", "START", node=job),
        Register("run", "#START", hashes["odd"]),
        Register("run", "nominalTime", hashes["run"]),
        Register("run", "parent", hashes["gone"], deleted=1),
        Register("job", "sql", hashes["job"], node=job),
        Register("input", "schema", hashes["in"], node=a),
        Register("inputFacets", "stats", hashes["p1"], node=a, partition="day=1"),
    ]
    rows.run(job, uuid(1), reads={a: None}, facts=facts)
    details = run_details(stored(), f"run:{uuid(1)}")
    assert details.facets == {"#START": {"is": "odd"}, "nominalTime": {"is": "run"}}
    assert details.job_facets == {"sql": {"is": "job"}}
    [source] = details.inputs
    assert source.facets == {"schema": {"is": "in"}}
    [part] = source.by_partition
    assert (part.partition, part.facets) == ("day=1", {"stats": {"is": "p1"}})
    assert details.is_provisional


def test_partitions_are_those_of_names_and_those_that_subsets_name(
    rows: Rows, stored: Stored
) -> None:
    job, a = rows.job("j"), rows.dataset("a")
    days = [{"identifier": "monday", "dimensions": {"day": 1}}, {"dimensions": {"eu": "x", "d": 2}}]
    above = {"type": "compare", "left": {}, "right": {}, "comparison": "GREATER_THAN"}
    conditions: dict[str, object] = {
        "p1": {"type": "partition", "partitions": days},
        "p2": {"type": "location", "locations": ["lake/a/d=3", 4]},
        "p3": {"type": "binary", "operator": "AND", "left": above, "right": above},
    }
    facts = [
        Register("outputFacets", "subset", rows.facet(facet), node=a, partition=part)
        for part, stated in conditions.items()
        for facet in ({"outputCondition": stated},)
    ]
    run = rows.run(job, uuid(1), facts=facts)
    rows.io(run, "output", a, 10, partitions='["p1","p2","p3"]')
    [output] = run_details(stored(), f"run:{uuid(1)}").outputs
    assert output.partitions == ("d=2/eu=x", "lake/a/d=3", "monday", "p1", "p2", "p3")


def parent_facet(rows: Rows, run_id: str) -> Register:
    return Register("run", "parent", rows.facet({"run": {"runId": run_id}}))


def test_parents_and_roots_are_found_by_walking_up(rows: Rows, stored: Stored) -> None:
    dag, task, step = rows.job("dag"), rows.job("task"), rows.job("step")
    top = rows.run(dag, uuid(1))
    middle = rows.run(task, uuid(2), parent_run_key=top, parent_job_id=dag)
    rows.run(step, uuid(3), parent_run_key=middle, parent_job_id=task)
    snapshot = stored()
    details = run_details(snapshot, f"run:{uuid(3)}")
    assert details.parent is not None
    assert details.root is not None
    assert (details.parent.id, details.parent.job) == (uuid(2), "job:ns:task")
    assert (details.root.id, details.root.is_known) == (uuid(1), True)
    assert [child.id for child in run_details(snapshot, f"run:{uuid(1)}").children] == [uuid(2)]
    assert run_details(snapshot, f"run:{uuid(1)}").root is None


def test_a_parent_never_seen_itself_is_shown_as_it_was_named(rows: Rows, stored: Stored) -> None:
    dag, step = rows.job("dag"), rows.job("step")
    rows.run(
        step,
        uuid(1),
        parent_run_key=uuid(77),
        parent_run_id=uuid(7),
        parent_job_id=dag,
        facts=[parent_facet(rows, uuid(7))],
    )
    parent = run_details(stored(), f"run:{uuid(1)}").parent
    assert parent is not None
    assert (parent.id, parent.job, parent.is_known) == (uuid(7), "job:ns:dag", False)


def test_a_parent_without_a_job_counts_only_if_its_run_is_known(rows: Rows, stored: Stored) -> None:
    dag, step = rows.job("dag"), rows.job("step")
    rows.run(dag, uuid(1))
    for number, parent in ((2, uuid(1)), (3, uuid(99))):
        facets = [parent_facet(rows, parent)]
        rows.run(step, uuid(number), facts=facets, parent_run_id=parent)
    snapshot = stored()
    known = run_details(snapshot, f"run:{uuid(2)}").parent
    assert known is not None
    assert known.job == "job:ns:dag"
    assert run_details(snapshot, f"run:{uuid(3)}").parent is None
    assert [child.id for child in run_details(snapshot, f"run:{uuid(1)}").children] == [uuid(2)]
    listed = {run.id: (run.parent, run.parent_job) for run in runs(snapshot).runs}
    assert listed == {
        uuid(1): (None, None),
        uuid(2): (uuid(1), "job:ns:dag"),
        uuid(3): (None, None),
    }


def test_who_names_a_run_by_its_id_alone_is_its_child_whenever_it_started(
    rows: Rows, stored: Stored
) -> None:
    year = 365 * 86_400 * 1_000_000
    rows.run(rows.job("dag"), uuid(1), start=year, end=year + 1)
    for number, start in ((2, 0), (3, 2 * year)):
        rows.run(rows.job("step"), uuid(number), start=start, parent_run_id=uuid(1))
    found = run_details(stored(), f"run:{uuid(1)}").children
    assert [child.id for child in found] == [uuid(2), uuid(3)]


def test_a_root_is_found_through_parents_without_a_job(rows: Rows, stored: Stored) -> None:
    dag, task, step = rows.job("dag"), rows.job("task"), rows.job("step")
    rows.run(dag, uuid(1))
    facets = [parent_facet(rows, uuid(1))]
    middle = rows.run(task, uuid(2), facts=facets, parent_run_id=uuid(1))
    rows.run(step, uuid(3), parent_run_key=middle, parent_job_id=task)
    root = run_details(stored(), f"run:{uuid(3)}").root
    assert root is not None
    assert root.id == uuid(1)


def test_the_root_that_a_run_names_counts_where_its_parents_were_never_seen(
    rows: Rows, stored: Stored
) -> None:
    """Else it is the top of its parents, as it is for jobs."""
    dag, task, step = rows.job("dag"), rows.job("task"), rows.job("step")
    seen = rows.run(task, uuid(2))
    named: dict[str, Any] = {"root_run_key": uuid(99), "root_job_id": dag}
    rows.run(step, uuid(3), parent_run_key=seen, parent_job_id=task, **named)
    unseen: dict[str, Any] = {"parent_run_key": uuid(77), "parent_run_id": uuid(7)}
    rows.run(step, uuid(4), parent_job_id=task, **unseen, **named)
    snapshot = stored()
    roots = [run_details(snapshot, f"run:{uuid(number)}").root for number in (3, 4)]
    assert [root and (root.id, root.job) for root in roots] == [
        (uuid(2), "job:ns:task"),
        (uuid(99), "job:ns:dag"),
    ]


def test_runs_that_are_each_others_parents_do_not_hang(rows: Rows, stored: Stored) -> None:
    a, b = rows.job("a"), rows.job("b")
    first = rows.run(a, uuid(1), parent_run_key="", parent_job_id=b)
    second = rows.run(b, uuid(2), parent_run_key=first, parent_job_id=a)
    rows._rows["runs"][0]["parent_run_key"] = second
    root = run_details(stored(), f"run:{uuid(1)}").root
    assert root is not None
    assert root.id == uuid(2)
