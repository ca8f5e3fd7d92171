from collections.abc import Callable

import pytest

from headwater.answers.versions import Field, Retyped
from headwater.errors import NotFoundError
from headwater.query.history.dataset_versions import dataset_version, dataset_versions
from headwater.questions.pages import Page
from headwater.store import Snapshot
from tests.query.rows import Rows, uuid

Stored = Callable[[], Snapshot]


def test_as_of_a_moment_there_are_the_versions_that_had_begun(rows: Rows, stored: Stored) -> None:
    key = rows.dataset("d")
    initial = rows.version(key, kind="initial")
    first, second = rows.version(key, 20, 40), rows.version(key, 40)
    snapshot = stored()
    for at, begun in ((19, [initial]), (20, [first, initial]), (39, [first, initial])):
        found = dataset_versions(snapshot, "ns", "d", at=at)
        assert [version.version for version in found.versions] == begun
        assert found.total_count == len(begun)
    page = dataset_versions(snapshot, "ns", "d", Page(1), at=40)
    assert [version.version for version in page.versions] == [second]
    following = dataset_versions(snapshot, "ns", "d", Page(1, next=page.next), at=40)
    assert [version.version for version in following.versions] == [first]


def test_versions_come_newest_first_with_what_changed(rows: Rows, stored: Stored) -> None:
    key, job = rows.dataset("d"), rows.job("j")
    first = rows.run(job, uuid(1), start=10, end=20, writes=[key])
    second = rows.run(job, uuid(2), start=30, end=40, writes=[key], nominal_start=25)
    before = rows.version(key, 20, 40, run=first, schema_hash=rows.schema(id="int", old="text"))
    schema = rows.schema(id="bigint", new="text")
    after = rows.version(key, 40, run=second, schema_hash=schema, storage_version="8")
    found = dataset_versions(stored(), "ns", "d")
    assert [version.version for version in found.versions] == [after, before]
    assert (found.total_count, found.next) == (2, None)
    newest, oldest = found.versions
    assert newest.schema_change is not None
    assert newest.schema_change.added == (Field("new", "text"),)
    assert newest.schema_change.removed == (Field("old", "text"),)
    assert newest.schema_change.retyped == (Retyped("id", "int", "bigint"),)
    assert oldest.schema_change is None
    assert newest.created_by_run is not None
    assert (newest.created_by_run.id, newest.created_by_run.job.name) == (uuid(2), "j")
    assert newest.created_by_run.nominal_start_time == 25
    assert (newest.created_at, newest.until, oldest.until) == (40, None, 40)
    assert newest.facets["version"] == {"datasetVersion": "8"}
    assert [field.name for field in newest.fields] == ["id", "new"]
    assert newest.current_schema_version != oldest.current_schema_version
    assert newest.node_id == f"dataset:ns:d#{after}"


def test_a_page_compares_with_the_version_before_it(rows: Rows, stored: Stored) -> None:
    key = rows.dataset("d")
    for at in range(10, 60, 10):
        rows.version(key, at, at + 10, schema_hash=rows.schema(**{f"f{at}": "int"}))
    rows.version(key, 35, kind="pinned", schema_hash=rows.schema(pinned="int"))
    snapshot = stored()
    first = dataset_versions(snapshot, "ns", "d", Page(limit=2))
    second = dataset_versions(snapshot, "ns", "d", Page(limit=2, next=first.next))
    rest = dataset_versions(snapshot, "ns", "d", Page(limit=3, next=second.next))
    pages = [[version.created_at for version in page.versions] for page in (first, second, rest)]
    assert pages == [[50, 40], [35, 30], [20, 10]]
    assert {page.total_count for page in (first, second, rest)} == {6}
    removed = [
        version.schema_change and [field.name for field in version.schema_change.removed]
        for page in (first, second, rest)
        for version in page.versions
    ]
    assert removed == [["f40"], ["f30"], ["f30"], ["f20"], ["f10"], None]
    by_offset = dataset_versions(snapshot, "ns", "d", Page(limit=1, offset=3))
    assert [version.created_at for version in by_offset.versions] == [30]


def test_what_a_read_brought_to_light_was_written_by_nobody(rows: Rows, stored: Stored) -> None:
    key = rows.dataset("d")
    run = rows.run(rows.job("reader"), uuid(3), start=30, end=40, reads={key: None})
    initial = rows.version(key, kind="initial", until=30)
    rows.version(key, 30, kind="observed", run=run, follows=initial)
    seen, first = dataset_versions(stored(), "ns", "d").versions
    assert (seen.kind, seen.created_by_run, seen.seen_by_run) == ("observed", None, uuid(3))
    assert (seen.follows, first.created_at, first.fields) == (initial, None, ())


def test_a_version_must_be_one_of_the_dataset(rows: Rows, stored: Stored) -> None:
    mine = rows.version(rows.dataset("d"), 10)
    others = rows.version(rows.dataset("other"), 10)
    snapshot = stored()
    assert dataset_version(snapshot, "ns", "d", mine.upper()).version == mine
    for wrong in (others, uuid(99), "no uuid"):
        with pytest.raises(NotFoundError, match="dataset:ns:d has no version"):
            dataset_version(snapshot, "ns", "d", wrong)
