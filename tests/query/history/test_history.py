import json
from collections.abc import Callable

from headwater.answers.history import DatasetHistory, JobHistory
from headwater.answers.moments import to_json
from headwater.answers.versions import CodeVersion, Field, Retyped
from headwater.store import Snapshot
from headwater.store import tables as t
from tests.query.registers import Register
from tests.query.rows import Rows, uuid
from tests.questions import history

Stored = Callable[[], Snapshot]


def job_history(snapshot: Snapshot, limit: int = 100, offset: int = 0) -> JobHistory:
    found = history(snapshot, "job:ns:j", limit=limit, offset=offset)
    assert isinstance(found, JobHistory)
    return found


def dataset_history(snapshot: Snapshot) -> DatasetHistory:
    found = history(snapshot, "dataset:ns:d")
    assert isinstance(found, DatasetHistory)
    return found


def test_a_job_shows_what_job_events_declare(rows: Rows, stored: Stored) -> None:
    job, a, x = rows.job("j"), rows.dataset("a"), rows.dataset("x")
    rows.uses(job, [a], [x], since=10)
    for at, inputs in ((5, [a]), (20, [])):
        rows.add(
            t.JOB_EVENTS,
            digest=rows.digest(),
            job_id=job,
            event_time=at,
            inputs=json.dumps(inputs),
            outputs=json.dumps([x]),
            columns="[]",
        )
    newest, oldest = job_history(stored()).declared
    assert (newest.at, newest.inputs, newest.outputs) == (20, (), ("dataset:ns:x",))
    assert oldest.inputs == ("dataset:ns:a",)
    assert b'"at":"1970-01-01T00:00:00.000020Z"' in to_json(newest)


def test_a_job_shows_what_changed_from_version_to_version(rows: Rows, stored: Stored) -> None:
    job, a, b, x, y = rows.job("j"), *(rows.dataset(name) for name in "abxy")
    run = rows.run(job, uuid(1), end=10)
    rows.uses(job, [a, b], [x], since=10, until=20, began_run_key=run, code_version="c1")
    rows.uses(job, [a], [x, y], since=20, until=30, code_version="c1")
    rows.uses(job, [a], [x, y], since=30, code_version="c2", lineage_unknown=1, confirmed_at=40)
    found = job_history(stored())
    newest, middle, first = found.versions
    assert (found.job, found.total_count) == ("job:ns:j", 3)
    assert first.change is None
    assert (first.began_by, first.since, first.until) == (uuid(1), 10, 20)
    assert first.inputs == ("dataset:ns:a", "dataset:ns:b")
    assert middle.change is not None
    assert middle.change.inputs_removed == ("dataset:ns:b",)
    assert middle.change.inputs_added == ()
    assert middle.change.outputs_added == ("dataset:ns:y",)
    assert middle.change.code_before is None
    assert newest.change is not None
    assert newest.change.code_before == CodeVersion("c1", None)
    assert (newest.code, newest.lineage_unknown) == (CodeVersion("c2", None), False)
    assert (newest.confirmed_at, newest.until) == (40, None)


def test_a_page_of_a_history_is_compared_with_what_lies_before_it(
    rows: Rows, stored: Stored
) -> None:
    job, a, b = rows.job("j"), rows.dataset("a"), rows.dataset("b")
    for at, inputs in ((10, [a]), (20, [b]), (30, [a])):
        rows.uses(job, inputs, [], since=at, until=at + 10)
    page = job_history(stored(), limit=1, offset=1)
    [entry] = page.versions
    assert (entry.since, page.total_count) == (20, 3)
    assert entry.change is not None
    assert entry.change.inputs_added == ("dataset:ns:b",)


def test_a_history_goes_on_where_a_page_ended(rows: Rows, stored: Stored) -> None:
    job, a, d = rows.job("j"), rows.dataset("a"), rows.dataset("d")
    for at in (10, 20, 30):
        rows.uses(job, [a], [], since=at, until=at + 10)
        run = rows.run(job, uuid(at), end=at)
        rows.version(d, at, at + 5, run=run)
        rows.add(t.DROPS, dataset_id=d, dropped_at=at + 5, place_kind=1, place_id=run)
    snapshot = stored()
    for node in ("job:ns:j", "dataset:ns:d"):
        everything = history(snapshot, node).versions
        assert len(everything) == (3 if node == "job:ns:j" else 6)
        listed: list[object] = []
        page = history(snapshot, node, limit=1)
        while page.next is not None:
            listed += page.versions
            page = history(snapshot, node, limit=1, next=page.next)
        assert [*listed, *page.versions] == list(everything)


def test_a_dataset_shows_schema_changes_and_who_made_them(rows: Rows, stored: Stored) -> None:
    d, job = rows.dataset("d"), rows.job("j")
    first, second = rows.run(job, uuid(1)), rows.run(job, uuid(2))
    rows.version(d, 10, 20, run=first, schema_hash=rows.schema(a="int", b="int", c="int"))
    rows.version(d, 20, run=second, schema_hash=rows.schema(a="int", b="text", d=None))
    newest, oldest = dataset_history(stored()).versions
    assert oldest.change is None
    assert [field.name for field in oldest.fields] == ["a", "b", "c"]
    assert (newest.run, newest.job, newest.kind) == (uuid(2), "job:ns:j", "write")
    assert newest.change is not None
    assert newest.change.added == (Field("d", None),)
    assert newest.change.removed == (Field("c", "int"),)
    assert newest.change.retyped == (Retyped("b", "int", "text"),)


def test_drops_stand_among_the_versions(rows: Rows, stored: Stored) -> None:
    d, job = rows.dataset("d"), rows.job("j")
    run = rows.run(job, uuid(1))
    schema = rows.schema(a="int")
    written = rows.version(d, 10, 20, run=run, schema_hash=schema)
    rows.drop(d, 20, 1, run)
    reader = rows.run(job, uuid(2), start=30)
    rows.version(
        d,
        30,
        40,
        kind="observed",
        run=reader,
        schema_hash=schema,
        schema_inherited=1,
        follows=written,
    )
    rows.drop(d, 40, 0, "event")
    found = dataset_history(stored())
    assert [(entry.type, entry.since, entry.run) for entry in found.versions] == [
        ("drop", 40, None),
        ("version", 30, uuid(2)),
        ("drop", 20, uuid(1)),
        ("version", 10, uuid(1)),
    ]
    observed = found.versions[1]
    assert (observed.kind, observed.follows, observed.schema_inherited) == (
        "observed",
        written,
        True,
    )
    assert observed.change is not None
    assert not observed.change
    assert found.total_count == 4


def test_a_pinned_version_is_compared_with_the_one_it_follows(rows: Rows, stored: Stored) -> None:
    d, job = rows.dataset("d"), rows.job("j")
    runs = [rows.run(job, uuid(number)) for number in (1, 2, 3)]
    old = rows.version(d, 10, 20, run=runs[0], schema_hash=rows.schema(a="int"))
    rows.version(d, 20, run=runs[1], schema_hash=rows.schema(a="text"))
    rows.version(
        d,
        25,
        25,
        kind="pinned",
        run=runs[2],
        schema_hash=rows.schema(a="int", b="int"),
        follows=old,
    )
    newest = dataset_history(stored()).versions[0]
    assert newest.kind == "pinned"
    assert newest.change is not None
    assert (newest.change.added, newest.change.retyped) == ((Field("b", "int"),), ())


def test_a_renamed_dataset_follows_the_one_it_was(rows: Rows, stored: Stored) -> None:
    old, new, job = rows.dataset("old"), rows.dataset("d"), rows.job("j")
    earlier = rows.version(old, 10, 20, run="x", schema_hash=rows.schema(a="int"))
    run = rows.run(job, uuid(1), start=15, end=20, writes=[new])
    rows.drop(old, 20, 1, run)
    rows.version(new, 20, run=run, schema_hash=rows.schema(a="int", b="int"), follows_node=old)
    [entry] = dataset_history(stored()).versions
    assert (entry.renamed_from, entry.follows) == ("dataset:ns:old", earlier)
    assert entry.change is not None
    assert entry.change.added == (Field("b", "int"),)


def test_rows_written_are_those_of_all_partitions(rows: Rows, stored: Stored) -> None:
    dataset, other, job = rows.dataset("d"), rows.dataset("other"), rows.job("j")
    facts = [
        Register(
            "outputFacets",
            "outputStatistics",
            rows.facet({"rowCount": count}),
            node=node,
            partition=partition,
        )
        for node, partition, count in ((dataset, "1", 3), (dataset, "2", 4), (other, None, 50))
    ]
    counted = rows.run(job, uuid(1), end=10, writes=[dataset], facts=facts)
    stream = rows.run(job, uuid(2), end=20, facts=facts, processing="STREAMING")
    silent = rows.run(job, uuid(3), end=30)
    for at, run in ((10, counted), (20, stream), (30, silent)):
        rows.version(dataset, at, at + 10, run=run)
    entries = dataset_history(stored()).versions
    assert [entry.row_count for entry in entries] == [None, None, 7]


def test_a_version_is_no_longer_unknown_once_it_is_confirmed(rows: Rows, stored: Stored) -> None:
    job = rows.job("j")
    rows.uses(job, since=0, until=10)
    rows.uses(job, since=10, until=20, lineage_unknown=1, confirmed_at=15)
    rows.uses(job, since=20, lineage_unknown=1)
    outline = [(one.lineage_unknown, one.confirmed_at) for one in job_history(stored()).versions]
    assert outline == [(True, None), (False, 15), (False, None)]
