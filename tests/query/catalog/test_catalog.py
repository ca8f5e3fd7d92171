from collections.abc import Callable

from headwater.answers.catalog import Catalog
from headwater.query.catalog.catalog import Wanted, catalog
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
    assert names(catalog(snapshot, Wanted(kind="dataset"))) == ["orders", "Codes", "spare"]
    oldest = Wanted(kind="dataset", descending=False)
    # What never occurred comes last, whatever the direction.
    assert names(catalog(snapshot, oldest)) == ["Codes", "orders", "spare"]
    by_name = Wanted(kind="dataset", sort="name", descending=False)
    assert names(catalog(snapshot, by_name)) == ["Codes", "orders", "spare"]
    assert names(catalog(snapshot, by_name, limit=1, offset=1)) == ["orders"]
    assert catalog(snapshot, by_name, limit=1).total_count == 3


def test_rows_are_found_by_text_namespace_and_state(rows: Rows, stored: Stored) -> None:
    some(rows)
    snapshot = stored()
    assert names(catalog(snapshot, Wanted(kind="dataset", text="LAKE:co"))) == ["Codes"]
    assert names(catalog(snapshot, Wanted(kind="dataset", namespace="lake"))) == ["Codes"]
    assert names(catalog(snapshot, Wanted(kind="job", states=["FAILED"]))) == ["load"]
    assert names(catalog(snapshot, Wanted(kind="job", states=["RUNNING"]))) == []


def test_a_row_tells_fields_runs_and_marks(rows: Rows, stored: Stored) -> None:
    some(rows)
    snapshot = stored()
    [codes] = catalog(snapshot, Wanted(kind="dataset", text="codes")).rows
    assert (codes.node_id, codes.fields, codes.marks.stale) == ("dataset:lake:Codes", 2, True)
    assert codes.latest_run is not None
    assert codes.latest_run.id == uuid(1)
    [load] = catalog(snapshot, Wanted(kind="job", text="load")).rows
    assert load.latest_run is not None
    assert (load.type, load.kind, load.latest_run.state) == ("JOB", "BATCH", "FAILED")
    assert (load.updated_at, load.fields) == (40, None)


def test_what_is_deleted_has_no_row(rows: Rows, stored: Stored) -> None:
    some(rows)
    rows.edit("delete", "dataset", "ns", "spare", at=50)
    found = catalog(stored(), Wanted(kind="dataset"))
    assert (names(found), found.total_count) == (["orders", "Codes"], 2)
