"""Schemas, drops and volumes, traced to where they began (semantics 8.3)."""

from collections.abc import Callable

import pytest

from headwater.answers.why import FieldChange
from headwater.store import Snapshot
from tests.query.asking import ask, kinds, of_kind
from tests.query.days import ThreeJobs, wrote
from tests.query.rows import Rows, uuid

Stored = Callable[[], Snapshot]


@pytest.fixture
def days(rows: Rows) -> ThreeJobs:
    return ThreeJobs(rows)


def test_string_for_int_two_hops_upstream_is_the_first_cause(
    rows: Rows, days: ThreeJobs, stored: Stored
) -> None:
    """The column is text in both datasets: that is one cause, and it began in the first."""
    days.all(1, rows.schema(id="INT", price="INT"))
    days.all(2, rows.schema(id="INT", price="STRING"), state="FAILED")
    found = ask(stored(), 23)
    [cause] = found.causes
    assert (cause.rank, cause.kind, cause.node) == (1, "retype", "dataset:ns:raw")
    assert cause.fields == (FieldChange("price", "INT", "STRING"),)
    assert cause.reached == ("dataset:ns:prices",)
    assert cause.evidence.path == (
        f"dataset:ns:raw#{days.versions['raw2']}",
        f"run:{uuid(22)}",
        f"dataset:ns:prices#{days.versions['prices2']}",
        f"run:{uuid(23)}",
    )
    assert cause.evidence.through == (
        "dataset:ns:raw",
        "job:ns:transform",
        "dataset:ns:prices",
        "job:ns:margins",
    )
    assert cause.evidence.runs == (f"run:{uuid(11)}", f"run:{uuid(21)}")
    assert cause.evidence.versions == (
        f"dataset:ns:raw#{days.versions['raw1']}",
        f"dataset:ns:raw#{days.versions['raw2']}",
    )
    assert cause.sentence == (
        "price of raw became STRING, it was INT: written by run "
        f"{uuid(21)} of ingest at 1970-01-01T00:00:00.000230Z; "
        "it came down through prices"
    )
    assert (cause.distance, cause.nearest, cause.score) == (3, 1, 399)
    assert (found.comparison, found.against and found.against.id) == ("lastCompleted", uuid(13))


def test_a_readers_stale_schema_does_not_hide_the_writer_that_changed_it(
    rows: Rows, days: ThreeJobs, stored: Stored
) -> None:
    """The failing run still reports INT: what it read is a version that follows the writer's."""
    days.all(1, rows.schema(id="INT", price="INT"))
    days.all(2, rows.schema(id="INT", price="STRING"), state="FAILED")
    reader = rows.run(days.jobs[2], uuid(23), start=260, end=270, state="FAILED", writes=[days.out])
    rows.io(reader, "input", days.prices, 260)
    seen = rows.version(
        days.prices,
        260,
        kind="observed",
        run=reader,
        follows=days.versions["prices2"],
        schema_hash=rows.schema(id="INT", price="INT"),
    )
    cause = ask(stored(), 23).causes[0]
    assert (cause.kind, cause.node) == ("retype", "dataset:ns:raw")
    assert cause.fields == (FieldChange("price", "INT", "STRING"),)
    assert cause.evidence.path[0] == f"dataset:ns:raw#{days.versions['raw2']}"
    assert cause.evidence.path[-2:] == (f"dataset:ns:prices#{seen}", f"run:{uuid(23)}")
    assert cause.sentence.endswith(
        "it came down through prices, and was read there with price as INT"
    )
    assert cause.distance == len(cause.evidence.path) - 1 == 4


def test_a_change_outside_known_jobs_is_a_contradiction_where_it_was_read(
    rows: Rows, stored: Stored
) -> None:
    source, staged = rows.dataset("source"), rows.dataset("staged")
    load, report = rows.job("load"), rows.job("report")
    old, new = rows.schema(code="INTEGER"), rows.schema(code="VARCHAR")
    initial = rows.version(source, until=200, kind="initial", schema_hash=old)
    for day, schema in ((1, old), (2, new)):
        at = day * 100
        run = rows.run(
            load, uuid(day * 10), start=at, end=at + 10, reads={source: None}, writes=[staged]
        )
        rows.version(staged, at + 10, at + 110, run=run, schema_hash=schema)
        if day == 2:
            rows.version(source, 200, kind="observed", run=run, follows=initial, schema_hash=new)
        state = "COMPLETED" if day == 1 else "FAILED"
        rows.run(
            report,
            uuid(day * 10 + 1),
            start=at + 20,
            end=at + 30,
            state=state,
            reads={staged: None},
        )
    [cause] = ask(stored(), 21).causes
    assert (cause.kind, cause.node, cause.reached) == (
        "contradiction",
        "dataset:ns:source",
        ("dataset:ns:staged",),
    )
    assert cause.sentence.startswith(
        "code of source became VARCHAR, it was INTEGER: changed outside the jobs known "
        f"here; read so by run {uuid(20)} of load at "
    )
    assert cause.evidence.runs == (f"run:{uuid(20)}",)


def test_a_contradiction_that_was_there_before_is_no_cause(
    rows: Rows, days: ThreeJobs, stored: Stored
) -> None:
    written, reported = rows.schema(price="INT"), rows.schema(price="STRING")
    days.all(1, written)
    days.all(2, written, state="FAILED")
    for day in (1, 2):
        rows.version(
            days.prices,
            day * 100 + 60,
            day * 100 + 150,
            kind="observed",
            run=days.run(day, 3, state="COMPLETED" if day == 1 else "FAILED"),
            follows=days.versions[f"prices{day}"],
            schema_hash=reported,
        )
    assert ask(stored(), 23).causes == ()


def test_a_field_that_is_gone_is_a_cause_and_one_that_is_new_is_none(
    rows: Rows, days: ThreeJobs, stored: Stored
) -> None:
    days.all(1, rows.schema(id="INT", a="INT", b="INT"))
    days.all(2, rows.schema(id="BIGINT", new="INT"), state="FAILED")
    [cause] = ask(stored(), 23).causes
    assert (cause.kind, cause.node) == ("removal", "dataset:ns:raw")
    assert cause.fields == (FieldChange("a", "INT", None), FieldChange("b", "INT", None))
    assert cause.sentence.startswith("2 fields of raw: a is gone; b is gone: written by")


def test_many_fields_are_counted(rows: Rows, days: ThreeJobs, stored: Stored) -> None:
    days.all(1, rows.schema(**{f"f{number}": "INT" for number in range(7)}))
    days.all(2, rows.schema(**{f"f{number}": "STRING" for number in range(7)}), state="FAILED")
    [cause] = ask(stored(), 23).causes
    assert "7 fields of raw: f0 became" in cause.sentence
    assert "; 3 more: written by" in cause.sentence
    assert len(cause.fields) == 7


@pytest.mark.parametrize("with_columns", [True, False])
def test_column_lineage_says_where_a_renamed_column_comes_from(
    rows: Rows, days: ThreeJobs, stored: Stored, with_columns: bool
) -> None:
    for day, kind, state in ((1, "INT", "COMPLETED"), (2, "STRING", "FAILED")):
        days.run(day, 1, schema=rows.schema(cents=kind))
        days.run(day, 2, schema=rows.schema(price=kind))
        days.run(day, 3, state=state)
    if with_columns:
        rows.flow(days.jobs[1], days.prices, days.raw, columns={("price", "cents"): []})
    found = ask(stored(), 23)
    began = {cause.fields[0].name: cause.reached for cause in found.causes}
    assert began == (
        {"cents": ("dataset:ns:prices",)} if with_columns else {"price": (), "cents": ()}
    )


def test_names_are_matched_in_any_letter_case(rows: Rows, days: ThreeJobs, stored: Stored) -> None:
    for day, kind, state in ((1, "INT", "COMPLETED"), (2, "STRING", "FAILED")):
        days.run(day, 1, schema=rows.schema(price=kind))
        days.run(day, 2, schema=rows.schema(PRICE=kind))
        days.run(day, 3, state=state)
    [cause] = ask(stored(), 23).causes
    assert (cause.node, cause.reached) == ("dataset:ns:raw", ("dataset:ns:prices",))


def test_a_dropped_dataset_is_a_cause_until_it_is_written_again(
    rows: Rows, days: ThreeJobs, stored: Stored
) -> None:
    days.all(1)
    dropper = rows.run(rows.job("admin"), uuid(5), start=190, end=195)
    rows.drop(days.prices, 195, 1, dropper)
    days.run(2, 3, state="FAILED")
    days.run(3, 2)
    days.run(3, 3, state="FAILED")
    snapshot = stored()
    cause = of_kind(ask(snapshot, 23), "drop")
    assert cause.node == "dataset:ns:prices"
    assert f"was dropped by run {uuid(5)} of admin at" in cause.sentence
    assert "drop" not in dict(kinds(ask(snapshot, 33)))


def test_a_jump_in_volume_is_a_cause_where_it_began(
    rows: Rows, days: ThreeJobs, stored: Stored
) -> None:
    for day, count in ((1, 100), (2, 151)):
        days.run(day, 1, facts=wrote(rows, days.raw, rowCount=count))
        days.run(day, 2, facts=wrote(rows, days.prices, rowCount=count))
        days.run(day, 3)
    [cause] = ask(stored(), 23).causes
    assert (cause.kind, cause.node, cause.reached) == (
        "volume",
        "dataset:ns:raw",
        ("dataset:ns:prices",),
    )
    assert cause.sentence == (
        "raw has 151 rows, it had 100 (1.5 times as many): counted by run "
        f"{uuid(21)} of ingest; it came down through prices"
    )
    assert cause.score == 99


def test_smaller_changes_of_volume_are_none(rows: Rows, days: ThreeJobs, stored: Stored) -> None:
    for day, count in ((1, 150), (2, 100)):
        days.run(day, 1, facts=wrote(rows, days.raw, rowCount=count))
        days.run(day, 2)
        days.run(day, 3)
    assert ask(stored(), 23).causes == ()


def test_a_volume_that_shrank_is_not_explained_by_one_that_grew(
    rows: Rows, days: ThreeJobs, stored: Stored
) -> None:
    for day, raw, prices in ((1, 100, 100), (2, 300, 0)):
        days.run(day, 1, facts=wrote(rows, days.raw, size=raw))
        days.run(day, 2, facts=wrote(rows, days.prices, rowCount=prices))
        days.run(day, 3)
    found = ask(stored(), 23)
    assert kinds(found) == [("volume", "prices"), ("volume", "raw")], "nearer before farther"
    assert found.causes[0].sentence.startswith("prices has 0 rows, it had 100 (0% of that)")
    assert found.causes[1].sentence.startswith("raw has 300 bytes, it had 100")
