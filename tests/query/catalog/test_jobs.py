import time
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import UNSET

from headwater.answers.catalog import Job
from headwater.answers.names import DatasetId, NamedJob
from headwater.errors import NotFoundError
from headwater.query.catalog.jobs import job, jobs
from headwater.questions.pages import Page
from headwater.store import Snapshot, Store
from tests.query.registers import Register
from tests.query.rows import Rows, uuid

Stored = Callable[[], Snapshot]


def names(found: tuple[Job, ...]) -> list[str]:
    return [one.name for one in found]


def seen(rows: Rows, name: str, *times: int, namespace: str = "ns") -> int:
    key = rows.job(name, namespace)
    for at in times:
        rows.event(key, at)
    return key


def test_the_order_of_jobs_changes_with_the_next_event(rows: Rows, store: Store) -> None:
    keys = {name: seen(rows, name, at) for name, at in (("first", 10), ("second", 20))}
    rows.write(store)
    with store.snapshot() as snapshot:
        assert names(jobs(snapshot).jobs) == ["second", "first"]
    rows.event(keys["first"], 30)
    rows.write(store)
    with store.snapshot() as snapshot:
        assert names(jobs(snapshot).jobs) == ["first", "second"]


def test_jobs_are_listed_by_their_last_event_with_a_true_count(rows: Rows, stored: Stored) -> None:
    seen(rows, "old", 10, 20)
    seen(rows, "new", 5, 40)
    seen(rows, "elsewhere", 30, namespace="other")
    child = seen(rows, "child", 1)
    rows.parent(child, rows.job("referred"), since=25)
    snapshot = stored()
    found = jobs(snapshot)
    assert names(found.jobs) == ["new", "elsewhere", "referred", "old", "child"]
    assert (found.total_count, found.next) == (5, None)
    new, _, referred, *_ = found.jobs
    assert (new.created_at, new.updated_at) == (5, 40)
    assert (referred.created_at, referred.updated_at) == (25, 25)
    assert names(jobs(snapshot, "other").jobs) == ["elsewhere"]
    assert jobs(snapshot, "ns").total_count == 4


def test_a_run_that_ends_ahead_goes_on_in_every_answer_about_jobs(
    rows: Rows, stored: Stored
) -> None:
    ahead = time.time_ns() // 1000 + 10**12
    rows.run(seen(rows, "j", 10), uuid(1), start=10, end=ahead, state="FAILED")
    snapshot = stored()
    [listed] = jobs(snapshot).jobs
    for found in (listed, job(snapshot, "ns", "j")):
        run = found.latest_run
        assert run is not None
        assert (run.state, run.ended_at, run.duration_ms) == ("RUNNING", None, None)
    assert names(jobs(snapshot, last_run_states=["RUNNING"]).jobs) == ["j"]
    assert jobs(snapshot, last_run_states=["FAILED"]).jobs == ()


def test_pages_of_jobs_go_on_where_the_last_one_ended(rows: Rows, stored: Stored) -> None:
    for number in range(7):
        seen(rows, f"j{number}", number // 3)
    rows.job("never")
    snapshot = stored()
    everything = names(jobs(snapshot).jobs)
    assert len(everything) == 8
    assert everything[-1] == "never"
    read: list[str] = []
    following: str | None = None
    while following or not read:
        page = jobs(snapshot, page=Page(3, next=following))
        assert page.total_count == 8
        read += names(page.jobs)
        following = page.next
    assert read == everything
    assert names(jobs(snapshot, page=Page(2, 3)).jobs) == everything[3:5]


def test_jobs_are_filtered_by_the_state_of_their_last_run(rows: Rows, stored: Stored) -> None:
    failed, mended, running, idle = (rows.job(n) for n in ("failed", "mended", "running", "idle"))
    rows.run(failed, uuid(1), start=10, end=11)
    rows.run(failed, uuid(2), start=20, end=21, state="FAILED")
    rows.run(mended, uuid(3), start=10, end=11, state="FAILED")
    rows.run(mended, uuid(4), start=20, end=21)
    rows.run(running, uuid(5), start=20)
    for key in (failed, mended, running, idle):
        rows.event(key, key % 1000)
    snapshot = stored()
    expected: list[tuple[Any, set[str]]] = [
        (["FAILED"], {"failed"}),
        (["COMPLETED"], {"mended"}),
        (["RUNNING", "FAILED"], {"running", "failed"}),
        (["ABORTED"], set()),
        (["OTHER"], set()),
        ([], {"failed", "mended", "running", "idle"}),
    ]
    for states, found in expected:
        answer = jobs(snapshot, last_run_states=states, page=Page(limit=1))
        assert answer.total_count == len(found), states
        assert set(names(jobs(snapshot, "ns", last_run_states=states).jobs)) == found


def test_deleted_jobs_are_left_out_until_an_event_brings_them_back(
    rows: Rows, stored: Stored
) -> None:
    seen(rows, "deleted", 10)
    seen(rows, "back", 10, 30)
    seen(rows, "gone", 10, namespace="old")
    for name in ("deleted", "back"):
        rows.edit("delete", "job", "ns", name, at=20)
    rows.edit("delete", "namespace", "old", "", at=20)
    snapshot = stored()
    found = jobs(snapshot)
    assert (names(found.jobs), found.total_count) == (["back"], 1)
    with pytest.raises(NotFoundError, match="was deleted at"):
        job(snapshot, "ns", "deleted")
    hidden = job(snapshot, "ns", "deleted", deleted=True)
    assert (hidden.name, hidden.deleted) == ("deleted", True)
    assert not job(snapshot, "ns", "back").deleted


def test_a_job_shows_what_its_version_in_force_uses(rows: Rows, stored: Stored) -> None:
    key = seen(rows, "j", 10)
    a, b, c, gone = (rows.dataset(name) for name in ("a", "b", "c", "gone"))
    rows.edit("delete", "dataset", "ns", "gone", at=50)
    rows.uses(key, [a], [b], since=10, until=20)
    version = rows.uses(key, [c, a, gone], [b], since=20, code_url="http://git/j.py")
    found = job(stored(), "ns", "j")
    assert found.inputs == (DatasetId("ns", "a"), DatasetId("ns", "c"))
    assert found.outputs == (DatasetId("ns", "b"),)
    assert (found.current_version, found.location) == (version, "http://git/j.py")
    assert (found.namespace, found.name, found.node_id) == ("ns", "j", "job:ns:j")
    assert found.processing == "BATCH"


def test_a_job_without_anything_has_every_field_all_the_same(rows: Rows, stored: Stored) -> None:
    seen(rows, "dag.task", 10)
    found = job(stored(), "ns", "dag.task")
    assert (found.inputs, found.outputs, found.tags) == ((), (), ())
    assert (found.latest_run, found.latest_runs) == (None, UNSET)
    assert (found.current_version, found.location, found.description) == (None, None, None)
    assert (found.parent, found.root) == (None, None)
    assert found.facets == {}
    assert found.marks.declared_only


@pytest.mark.parametrize(
    ("stated", "processing"),
    [("streaming", "STREAMING"), ("STREAM", "BATCH"), ("SERVICE", "SERVICE")],
)
def test_a_job_that_never_ran_runs_as_its_facet_states(
    rows: Rows, stored: Stored, stated: str, processing: str
) -> None:
    rows.stated(seen(rows, "j", 10), "jobType", {"processingType": stated})
    assert job(stored(), "ns", "j").processing == processing


def test_a_job_shows_its_last_ten_runs_newest_first(rows: Rows, stored: Stored) -> None:
    key = seen(rows, "j", 10)
    for number in range(15):
        rows.run(key, uuid(number + 1), start=number // 2, processing="STREAMING")
    other = seen(rows, "other", 10)
    rows.run(other, uuid(99), start=3, end=5)
    future = time.time_ns() // 1000 + 10**12
    rows.run(other, uuid(98), start=future)
    snapshot = stored()
    found = job(snapshot, "ns", "j")
    assert found.latest_runs is not UNSET
    assert found.latest_run is not None
    shown = [run.started_at for run in found.latest_runs]
    assert shown == [7, 6, 6, 5, 5, 4, 4, 3, 3, 2]
    assert found.latest_run.id == found.latest_runs[0].id == uuid(15)
    assert found.processing == "STREAMING"
    by_name = {one.name: one for one in jobs(snapshot).jobs}
    last = by_name["other"].latest_run
    assert last is not None
    assert last.id == uuid(99), "a run of the far future is not in force yet"


def test_a_job_by_itself_shows_its_last_run_in_full_and_lists_show_outlines(
    rows: Rows, stored: Stored
) -> None:
    key = seen(rows, "j", 10)
    facts = [Register("run", "errorMessage", rows.facet({"message": "no"}))]
    rows.run(key, uuid(1), start=5, end=8_005, facts=facts)
    snapshot = stored()
    alone = job(snapshot, "ns", "j").latest_run
    [listed] = jobs(snapshot).jobs
    assert alone is not None
    assert listed.latest_run is not None
    assert alone.facets == {"errorMessage": {"message": "no"}}
    assert (alone.input_dataset_versions, alone.siblings) == ((), ())
    assert listed.latest_run.facets is UNSET
    assert listed.latest_run.input_dataset_versions is UNSET
    assert (listed.latest_run.duration_ms, alone.duration_ms) == (8, 8)


def test_a_job_shows_what_was_said_of_it(rows: Rows, stored: Stored) -> None:
    key = seen(rows, "j", 10)
    rows.stated(key, "sql", {"query": "SELECT 1"}, at=1)
    rows.stated(key, "documentation", {"description": "by its producer"}, at=1)
    rows.stated(key, "sourceCodeLocation", {"url": "http://git/said.py"}, at=1)
    rows.stated(key, "jobType", {"processingType": "SERVICE"}, at=1)
    rows.stated(key, "tags", {"tags": [{"key": "pii", "value": "yes"}]}, at=1)
    rows.stated(key, "gone", None, at=1)
    rows.edit("tag", "job", "ns", "j", at=20, tag="gold")
    found = job(stored(), "ns", "j")
    assert found.facets.keys() == {"sql", "documentation", "sourceCodeLocation", "jobType", "tags"}
    assert (found.description, found.location) == ("by its producer", "http://git/said.py")
    assert (found.processing, found.tags) == ("SERVICE", ("gold", "pii"))
    assert {(tag.key, tag.value) for tag in found.all_tags} == {("gold", None), ("pii", "yes")}


def test_a_job_shows_its_parent_and_its_root(rows: Rows, stored: Stored) -> None:
    top, middle, step = (seen(rows, name, 10) for name in ("top", "middle", "step"))
    rows.parent(middle, top)
    rows.parent(step, middle)
    snapshot = stored()
    found = job(snapshot, "ns", "step")
    assert found.parent == NamedJob("job:ns:middle", "ns", "middle")
    assert found.root == NamedJob("job:ns:top", "ns", "top")
    assert job(snapshot, "ns", "top").root is None


def test_a_job_that_is_not_there_is_not_found_with_near_matches(rows: Rows, stored: Stored) -> None:
    seen(rows, "orders_daily", 10)
    with pytest.raises(NotFoundError, match="job:ns:orders_daily"):
        job(stored(), "ns", "orders_dialy")


def test_a_namespace_that_is_not_there_is_not_found(rows: Rows, stored: Stored) -> None:
    seen(rows, "j", 10)
    rows.dataset("d", "only datasets")
    snapshot = stored()
    assert jobs(snapshot, "only datasets").total_count == 0
    with pytest.raises(NotFoundError, match="'nowhere'"):
        jobs(snapshot, "nowhere")
