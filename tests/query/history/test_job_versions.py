from collections.abc import Callable

import pytest

import headwater.query.history.job_versions
from headwater.answers.names import DatasetId
from headwater.errors import NotFoundError
from headwater.query.history.job_versions import job_version_list, listed_job_version
from headwater.questions.pages import Page
from headwater.store import Snapshot
from tests.query.rows import Rows, uuid

Stored = Callable[[], Snapshot]


def versions(rows: Rows) -> list[str]:
    """Three versions of j, with 7, 1 and 2 runs, of which the first began each."""
    job, a, b, x = rows.job("j"), *(rows.dataset(name) for name in "abx")
    made = []
    for since, count, inputs in ((10, 7, [a]), (20, 1, [a, b]), (30, 2, [b])):
        began = ""
        for number in range(count):
            at = since + number
            run = rows.run(job, uuid(at), start=at - 1, end=at, end_rank=3)
            began = began or run
        until = since + 10 if since < 30 else 2**62
        made.append(
            rows.uses(
                job,
                inputs,
                [x],
                since=since,
                until=until,
                began_rank=3,
                began_run_key=began,
                began_digest="",
                code_url=f"http://git/{since}",
            )
        )
    return made


@pytest.mark.parametrize("at_once", [2, 500])
def test_versions_are_listed_newest_first_with_what_changed_and_their_last_runs(
    rows: Rows, stored: Stored, at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(headwater.query.history.job_versions, "_RUNS_AT_ONCE", at_once)
    first, second, third = versions(rows)
    found = job_version_list(stored(), "ns", "j")
    assert found.total_count == 3
    assert [entry.version for entry in found.versions] == [third, second, first]
    newest, middle, oldest = found.versions
    assert (newest.namespace, newest.name, newest.version) == ("ns", "j", third)
    assert (newest.created_at, newest.location) == (30, "http://git/30")
    assert middle.inputs == (DatasetId("ns", "a"), DatasetId("ns", "b"))
    assert middle.outputs == (DatasetId("ns", "x"),)
    assert middle.change is not None
    assert middle.change.inputs_added == ("dataset:ns:b",)
    assert oldest.change is None
    runs = [entry.latest_run.id if entry.latest_run else None for entry in found.versions]
    assert runs == [uuid(31), uuid(20), uuid(16)]
    assert [entry.began_by for entry in found.versions] == [uuid(30), uuid(20), uuid(10)]


def test_a_page_of_versions_has_the_runs_of_its_versions(rows: Rows, stored: Stored) -> None:
    _, second, _ = versions(rows)
    found = job_version_list(stored(), "ns", "j", Page(1, 1))
    [middle] = found.versions
    assert (middle.version, found.total_count) == (second, 3)
    assert middle.latest_run is not None
    assert middle.latest_run.id == uuid(20)
    assert middle.change is not None


def test_pages_of_versions_go_on_where_the_last_one_ended(rows: Rows, stored: Stored) -> None:
    first, second, third = versions(rows)
    snapshot = stored()
    page = job_version_list(snapshot, "ns", "j", Page(2))
    assert [entry.version for entry in page.versions] == [third, second]
    rest = job_version_list(snapshot, "ns", "j", Page(2, next=page.next))
    assert [entry.version for entry in rest.versions] == [first]
    assert (rest.total_count, rest.next) == (3, None)


def test_as_of_a_moment_there_are_the_versions_that_had_begun(rows: Rows, stored: Stored) -> None:
    first, second, _ = versions(rows)
    snapshot = stored()
    found = job_version_list(snapshot, "ns", "j", Page(1), at=29)
    assert ([one.version for one in found.versions], found.total_count) == ([second], 2)
    following = job_version_list(snapshot, "ns", "j", Page(1, next=found.next), at=29)
    assert [one.version for one in following.versions] == [first]
    assert job_version_list(snapshot, "ns", "j", at=9).versions == ()


def test_one_version_is_found_by_its_id_under_its_job_alone(rows: Rows, stored: Stored) -> None:
    _, second, _ = versions(rows)
    other = rows.uses(rows.job("other"), since=1)
    snapshot = stored()
    found = listed_job_version(snapshot, "ns", "j", second.upper())
    assert (found.version, found.name, found.namespace) == (second, "j", "ns")
    assert found.change is not None
    for version in (other, "1", uuid(5)):
        with pytest.raises(NotFoundError, match="has no version"):
            listed_job_version(snapshot, "ns", "j", version)


def test_a_declared_version_has_no_run(rows: Rows, stored: Stored) -> None:
    rows.uses(rows.job("j"), since=10, basis="declared")
    [only] = job_version_list(stored(), "ns", "j").versions
    assert (only.latest_run, only.began_by, only.basis) == (None, None, "declared")


def test_a_job_without_versions_has_an_empty_list(rows: Rows, stored: Stored) -> None:
    rows.job("j")
    assert job_version_list(stored(), "ns", "j").total_count == 0
