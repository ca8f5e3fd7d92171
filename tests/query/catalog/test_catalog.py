from collections.abc import Callable
from typing import Literal

import pytest
from msgspec.structs import replace

from headwater.answers.catalog import Catalog
from headwater.answers.facets import Tag
from headwater.answers.graph import Marks
from headwater.errors import BadRequestError
from headwater.query.catalog.catalog import _GRAVEST_MARKS, catalog
from headwater.questions.catalog import CatalogQuestion, SortBy
from headwater.questions.moments import Moment
from headwater.store import Snapshot
from tests.query.rows import Rows, uuid

Stored = Callable[[], Snapshot]


def some(rows: Rows) -> None:
    """Three datasets and two jobs; `orders` was written last, `codes` is stale."""
    orders, codes = rows.dataset("orders"), rows.dataset("Codes", "lake")
    rows.dataset("spare")
    load, audit = rows.job("load"), rows.job("audit", "ops")
    good = rows.run(load, uuid(1), start=10, end=20)
    rows.io(good, "output", codes, 20, used_at=20)
    bad = rows.run(load, uuid(2), start=30, end=40, state="FAILED")
    rows.io(bad, "output", orders, 40, used_at=40)
    rows.event(load, 40, "FAIL")
    rows.event(audit, 25, "COMPLETE")
    rows.run(audit, uuid(3), start=25, end=26)
    rows.version(codes, 20, run=good, schema_hash=rows.schema(a="int", b="int"))
    rows.uses(load, [], [codes], until=30)
    rows.uses(load, [codes], [orders], since=30)


def names(found: Catalog) -> list[str]:
    return [row.name for row in found.rows]


def test_rows_are_sorted_by_when_they_last_occurred_or_by_name(rows: Rows, stored: Stored) -> None:
    some(rows)
    snapshot = stored()
    assert names(catalog(snapshot, CatalogQuestion(kind="dataset"))) == ["orders", "Codes", "spare"]
    oldest = CatalogQuestion(kind="dataset", order="asc")
    # What never occurred comes last, whatever the direction.
    assert names(catalog(snapshot, oldest)) == ["Codes", "orders", "spare"]
    by_name = CatalogQuestion(kind="dataset", sort="name", order="asc")
    assert names(catalog(snapshot, by_name)) == ["Codes", "orders", "spare"]
    assert names(catalog(snapshot, replace(by_name, limit=1, offset=1))) == ["orders"]
    assert catalog(snapshot, replace(by_name, limit=1)).total_count == 3


def test_rows_are_sorted_by_marks_and_by_tags(rows: Rows, stored: Stored) -> None:
    some(rows)
    rows.dataset("plain")
    for name, value in (("orders", "gold"), ("spare", "Bronze")):
        rows.stated(rows.dataset(name), "tags", {"tags": [{"key": "tier", "value": value}]})
    rows.edit("tag", "dataset", "lake", "Codes", 1, tag="pii")
    snapshot = stored()
    datasets = CatalogQuestion(kind="dataset", sort="tags")
    expected = ["orders", "spare", "Codes", "plain"]
    assert names(catalog(snapshot, datasets)) == expected
    ascending = replace(datasets, order="asc")
    # What has no tags comes last, whatever the direction.
    assert names(catalog(snapshot, ascending)) == ["Codes", "spare", "orders", "plain"]
    first = catalog(snapshot, replace(datasets, limit=3))
    assert names(catalog(snapshot, replace(datasets, next=first.next))) == expected[3:]
    assert names(catalog(snapshot, CatalogQuestion(kind="job", sort="tags"))) == ["load", "audit"]
    marked = catalog(snapshot, replace(datasets, sort="marks", order="asc"))
    assert names(marked)[0] == "Codes"
    assert marked.rows[0].marks.stale


def test_every_mark_of_rows_has_a_place_in_their_order() -> None:
    assert sorted(_GRAVEST_MARKS) == sorted(Marks.__struct_fields__)


def test_rows_are_filtered_by_marks_and_by_when_they_last_occurred(
    rows: Rows, stored: Stored
) -> None:
    some(rows)
    snapshot = stored()
    datasets, jobs = CatalogQuestion(kind="dataset"), CatalogQuestion(kind="job")
    for question, expected in [
        (replace(datasets, mark="stale"), ["Codes"]),
        (replace(datasets, mark="dangling"), ["spare"]),
        (replace(jobs, mark="stale"), []),
        (replace(datasets, after=Moment(40)), ["orders"]),
        # What never occurred was not seen before any time either.
        (replace(datasets, before=Moment(40)), ["Codes"]),
        (replace(jobs, after=Moment(25), before=Moment(40)), ["audit"]),
    ]:
        assert names(catalog(snapshot, question)) == expected


def test_rows_are_sorted_by_all_that_a_table_shows(rows: Rows, stored: Stored) -> None:
    some(rows)
    snapshot = stored()
    datasets, jobs = CatalogQuestion(kind="dataset"), CatalogQuestion(kind="job")
    for question, sort, order, expected in [
        (datasets, "namespace", "asc", ["Codes", "orders", "spare"]),
        (datasets, "namespace", "desc", ["spare", "orders", "Codes"]),
        (datasets, "fields", "desc", ["Codes", "orders", "spare"]),
        (jobs, "state", "asc", ["load", "audit"]),
        (jobs, "state", "desc", ["audit", "load"]),
    ]:
        found = catalog(snapshot, replace(question, sort=sort, order=order))
        assert names(found) == expected


def test_rows_tell_values_of_tags_and_are_chosen_by_them(rows: Rows, stored: Stored) -> None:
    some(rows)
    tags = {"tags": [{"key": "tier", "value": "gold", "source": "DBT"}]}
    rows.stated(rows.dataset("orders"), "tags", tags)
    snapshot = stored()
    for tag, expected in [("tier", ["orders"]), ("tier=gold", ["orders"]), ("tier=raw", [])]:
        found = catalog(snapshot, CatalogQuestion(kind="dataset", tag=tag))
        assert names(found) == expected
    [row] = catalog(snapshot, CatalogQuestion(kind="dataset", tag="tier")).rows
    assert (row.tags, row.all_tags) == (("tier",), (Tag("tier", "gold", "DBT", None),))


@pytest.mark.parametrize("sort", ["name", "namespace", "fields", "state", "updated"])
@pytest.mark.parametrize("order", ["asc", "desc"])
def test_pages_follow_each_other_in_every_order(
    rows: Rows, stored: Stored, sort: SortBy, order: Literal["asc", "desc"]
) -> None:
    some(rows)
    snapshot = stored()
    question = CatalogQuestion(kind="dataset", sort=sort, order=order)
    everything = names(catalog(snapshot, question))
    assert catalog(snapshot, question).next is None
    listed, page = [], catalog(snapshot, replace(question, limit=1))
    while page.next is not None:
        listed += names(page)
        page = catalog(snapshot, replace(question, limit=1, next=page.next))
    assert listed + names(page) == everything
    with pytest.raises(BadRequestError, match="is not where a page of this list ended"):
        catalog(snapshot, replace(question, next="nonsense"))


def test_rows_are_found_by_text_namespace_and_state(rows: Rows, stored: Stored) -> None:
    some(rows)
    snapshot = stored()
    assert names(catalog(snapshot, CatalogQuestion(kind="dataset", text="LAKE:co"))) == ["Codes"]
    assert names(catalog(snapshot, CatalogQuestion(kind="dataset", namespace="lake"))) == ["Codes"]
    assert names(catalog(snapshot, CatalogQuestion(kind="job", state=("FAILED",)))) == ["load"]
    assert names(catalog(snapshot, CatalogQuestion(kind="job", state=("RUNNING",)))) == []


def test_the_jobs_that_a_job_starts_are_its_children(rows: Rows, stored: Stored) -> None:
    dag, task, former = rows.job("dag"), rows.job("dag.task"), rows.job("dag.former")
    rows.job("other")
    rows.parent(task, dag)
    rows.parent(former, dag, until=5)
    snapshot = stored()
    children = CatalogQuestion(kind="job", parent="job:ns:dag")
    assert names(catalog(snapshot, children)) == ["dag.task"]
    assert names(catalog(snapshot, replace(children, text="nothing"))) == []
    assert names(catalog(snapshot, replace(children, parent="job:ns:other"))) == []


def test_a_row_tells_fields_runs_and_marks(rows: Rows, stored: Stored) -> None:
    some(rows)
    snapshot = stored()
    [codes] = catalog(snapshot, CatalogQuestion(kind="dataset", text="codes")).rows
    assert (codes.node_id, codes.fields, codes.marks.stale) == ("dataset:lake:Codes", 2, True)
    assert codes.latest_run is not None
    assert codes.latest_run.id == uuid(1)
    [load] = catalog(snapshot, CatalogQuestion(kind="job", text="load")).rows
    assert load.latest_run is not None
    assert (load.type, load.kind, load.latest_run.state) == ("JOB", "BATCH", "FAILED")
    assert (load.updated_at, load.fields) == (40, None)


def test_what_is_deleted_has_no_row(rows: Rows, stored: Stored) -> None:
    some(rows)
    rows.edit("delete", "dataset", "ns", "spare", at=50)
    found = catalog(stored(), CatalogQuestion(kind="dataset"))
    assert (names(found), found.total_count) == (["orders", "Codes"], 2)
