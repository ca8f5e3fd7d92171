"""Likely causes, ranked (semantics 8.3)."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from headwater.errors import NodeIdError
from headwater.query.causes import WEIGHT, Cause, FieldChange
from headwater.query.moments import to_json
from headwater.query.why import Why, why
from headwater.store import Snapshot, Store
from headwater.store.tables import FOREVER
from tests.query.rows import Rows, uuid

Stored = Callable[[], Snapshot]


def ask(snapshot: Snapshot, number: int, against: int | None = None) -> Why:
    return why(
        snapshot,
        f"run:{uuid(number)}",
        against=None if against is None else f"run:{uuid(against)}",
    )


def kinds(found: Why) -> list[tuple[str, str]]:
    return [(cause.kind, cause.node.removeprefix("dataset:ns:")) for cause in found.causes]


def of_kind(found: Why, kind: str) -> Cause:
    [cause] = [cause for cause in found.causes if cause.kind == kind]
    return cause


class Days:
    """ingest > raw > transform > prices > margins > out, day by day.

    Run numbers are 10 * day + 1, 2, 3; each day takes 100.
    """

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self.jobs = [rows.job(name) for name in ("ingest", "transform", "margins")]
        self.raw, self.prices, self.out = (rows.dataset(n) for n in ("raw", "prices", "out"))
        ingest, transform, margins = self.jobs
        rows.uses(ingest, [], [self.raw], since=0)
        rows.uses(transform, [self.raw], [self.prices], since=0)
        rows.uses(margins, [self.prices], [self.out], since=0)
        self.versions: dict[str, str] = {}

    def run(self, day: int, place: int, **values: Any) -> str:
        """Of the job in that place; a completed one makes a version."""
        reads = [None, self.raw, self.prices][place - 1]
        made = (self.raw, self.prices, self.out)[place - 1]
        start = day * 100 + place * 20
        schema = values.pop("schema", None)
        key = self.rows.run(
            self.jobs[place - 1],
            uuid(day * 10 + place),
            **{
                "start": start,
                "end": start + 10,
                "reads": {reads: None} if reads else {},
                "writes": [made],
                **values,
            },
        )
        if values.get("state", "COMPLETED") == "COMPLETED":
            name = ("raw", "prices", "out")[place - 1]
            self.versions[f"{name}{day}"] = self.rows.version(
                made, start + 10, start + 110, run=key, schema_hash=schema
            )
        return key

    def all(self, day: int, schema: str | None = None, **margins: Any) -> None:
        self.run(day, 1, schema=schema)
        self.run(day, 2, schema=schema)
        self.run(day, 3, **margins)


@pytest.fixture
def days(rows: Rows) -> Days:
    return Days(rows)


def wrote(rows: Rows, dataset: int, **counts: int) -> list[dict[str, Any]]:
    hash_ = rows.facet(counts)
    return [{"e": "outputFacets", "f": "outputStatistics", "h": hash_, "d": 0, "n": dataset}]


def test_string_for_int_two_hops_upstream_is_the_first_cause(
    rows: Rows, days: Days, stored: Stored
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
    rows: Rows, days: Days, stored: Stored
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
    rows: Rows, days: Days, stored: Stored
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
    rows: Rows, days: Days, stored: Stored
) -> None:
    days.all(1, rows.schema(id="INT", a="INT", b="INT"))
    days.all(2, rows.schema(id="BIGINT", new="INT"), state="FAILED")
    [cause] = ask(stored(), 23).causes
    assert (cause.kind, cause.node) == ("removal", "dataset:ns:raw")
    assert cause.fields == (FieldChange("a", "INT", None), FieldChange("b", "INT", None))
    assert cause.sentence.startswith("2 fields of raw: a is gone; b is gone: written by")


def test_many_fields_are_counted(rows: Rows, days: Days, stored: Stored) -> None:
    days.all(1, rows.schema(**{f"f{number}": "INT" for number in range(7)}))
    days.all(2, rows.schema(**{f"f{number}": "STRING" for number in range(7)}), state="FAILED")
    [cause] = ask(stored(), 23).causes
    assert "7 fields of raw: f0 became" in cause.sentence
    assert "; 3 more: written by" in cause.sentence
    assert len(cause.fields) == 7


@pytest.mark.parametrize("with_columns", [True, False])
def test_column_lineage_says_where_a_renamed_column_comes_from(
    rows: Rows, days: Days, stored: Stored, with_columns: bool
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


def test_names_are_matched_in_any_letter_case(rows: Rows, days: Days, stored: Stored) -> None:
    for day, kind, state in ((1, "INT", "COMPLETED"), (2, "STRING", "FAILED")):
        days.run(day, 1, schema=rows.schema(price=kind))
        days.run(day, 2, schema=rows.schema(PRICE=kind))
        days.run(day, 3, state=state)
    [cause] = ask(stored(), 23).causes
    assert (cause.node, cause.reached) == ("dataset:ns:raw", ("dataset:ns:prices",))


def test_a_dropped_dataset_is_a_cause_until_it_is_written_again(
    rows: Rows, days: Days, stored: Stored
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


def test_other_code_and_other_datasets_are_causes(rows: Rows, stored: Stored) -> None:
    job, a, b, out = rows.job("j"), rows.dataset("a"), rows.dataset("b"), rows.dataset("out")
    for dataset in (a, b):
        rows.version(dataset, kind="initial")
    code: dict[str, Any] = {"began_rank": 3, "began_digest": ""}
    first = rows.uses(job, [a], [out], since=0, until=200, code_version="c1", **code)
    second = rows.uses(job, [b], [out], since=200, code_version="c2", **code)
    rows.run(job, uuid(1), start=100, end=110, reads={a: None}, code_version="c1")
    rows.run(job, uuid(2), start=195, end=200, reads={b: None}, state="FAILED", code_version="c2")
    found = ask(stored(), 2)
    assert kinds(found) == [("code", "job:ns:j"), ("datasets", "job:ns:j")]
    code_cause, lists = found.causes
    assert code_cause.sentence.endswith("c2, it was c1")
    assert code_cause.evidence.versions == (f"job:ns:j#{first}", f"job:ns:j#{second}")
    assert code_cause.evidence.path == (f"run:{uuid(2)}",)
    assert code_cause.score == WEIGHT["code"] == 300
    assert lists.sentence.startswith("j now reads b and no longer reads a: seen in run ")


@pytest.mark.parametrize(("state", "verb"), [("FAILED", "failed"), ("ABORTED", "was aborted")])
def test_an_upstream_run_that_failed_is_a_cause(
    days: Days, stored: Stored, state: str, verb: str
) -> None:
    days.all(1)
    days.run(2, 1)
    days.run(2, 2, state=state)
    days.run(2, 3, state="FAILED")
    found = ask(stored(), 23)
    [cause] = found.causes
    assert (cause.kind, cause.node) == ("failed", "job:ns:transform")
    assert f"{verb} in run {uuid(22)} at" in cause.sentence
    assert cause.evidence.path == (
        f"run:{uuid(22)}",
        f"dataset:ns:prices#{days.versions['prices1']}",
        f"run:{uuid(23)}",
    )
    assert cause.distance == 2


def test_an_upstream_run_that_failed_and_was_repeated_is_none(days: Days, stored: Stored) -> None:
    days.all(1)
    days.run(2, 1)
    days.run(2, 2, state="FAILED", start=222, end=224)
    days.rows.run(days.jobs[1], uuid(29), start=225, end=228, reads={days.raw: None})
    days.run(2, 3, state="FAILED")
    assert ask(stored(), 23).causes == ()


def test_a_failure_before_the_earlier_run_is_none(days: Days, stored: Stored) -> None:
    days.run(0, 1)
    days.run(0, 2)
    days.run(1, 2, state="FAILED")
    days.run(1, 3)
    days.run(2, 3, state="FAILED")
    assert "failed" not in dict(kinds(ask(stored(), 23)))


def test_a_writer_that_never_completed_is_known_by_the_current_graph(
    rows: Rows, stored: Stored
) -> None:
    writer, reader, d = rows.job("writer"), rows.job("reader"), rows.dataset("d")
    rows.uses(writer, [], [d], since=0)
    rows.version(d, kind="initial")
    rows.run(writer, uuid(1), start=10, end=20, state="FAILED", writes=[d])
    rows.run(reader, uuid(2), start=30, end=40, state="FAILED", reads={d: None})
    [cause] = ask(stored(), 2).causes
    assert (cause.kind, cause.node, cause.distance) == ("failed", "job:ns:writer", 2)
    assert cause.evidence.path[0] == f"run:{uuid(1)}"
    assert len(cause.evidence.path) == 3


def test_a_producer_that_ran_for_the_earlier_run_and_not_since_is_a_cause(
    days: Days, stored: Stored
) -> None:
    days.all(1)
    days.all(2)
    days.run(3, 2)
    days.run(3, 3, state="FAILED")
    found = ask(stored(), 33)
    [cause] = found.causes
    assert (cause.kind, cause.node) == ("missing", "job:ns:ingest")
    assert cause.sentence.startswith(f"ingest last completed in run {uuid(21)} at")
    assert cause.evidence.runs == (f"run:{uuid(21)}",)
    assert cause.evidence.path[:2] == (
        f"run:{uuid(21)}",
        f"dataset:ns:raw#{days.versions['raw2']}",
    )


def test_a_producer_that_runs_less_often_is_not_missed(days: Days, stored: Stored) -> None:
    days.all(1)
    for day in (2, 3):
        days.run(day, 2)
        days.run(day, 3, state="COMPLETED" if day == 2 else "FAILED")
    assert ask(stored(), 33).causes == (), "ingest did not run before the earlier run either"


def test_a_producer_is_not_missed_before_its_time(rows: Rows, stored: Stored) -> None:
    """It runs every 100; the reader every 30, so that most often it has not run in between."""
    writer, reader, d = rows.job("writer"), rows.job("reader"), rows.dataset("d")
    for number, at in ((1, 100), (2, 200)):
        run = rows.run(writer, uuid(number), start=at - 5, end=at, writes=[d])
        rows.version(d, at, at + 100, run=run)
    for number, at in ((3, 190), (4, 220), (5, 250), (6, 310)):
        rows.run(reader, uuid(number), start=at, end=at + 10, reads={d: None})
    snapshot = stored()
    assert ask(snapshot, 5).causes == ()
    assert kinds(ask(snapshot, 6, against=4)) == [("missing", "job:ns:writer")]


def test_without_a_pair_of_earlier_runs_nothing_is_missed(days: Days, stored: Stored) -> None:
    days.all(1)
    days.run(2, 2)
    days.run(2, 3, state="FAILED")
    assert ask(stored(), 23).causes == ()


def test_a_producer_that_was_late_is_said_to_be(days: Days, stored: Stored) -> None:
    days.all(1)
    days.all(2)
    days.run(3, 1, end=390)
    days.run(3, 2)
    days.run(3, 3, state="FAILED")
    cause = of_kind(ask(stored(), 33), "missing")
    assert cause.sentence.endswith(f"run {uuid(31)} had not ended when this one started")


def test_a_stream_is_never_missed(rows: Rows, stored: Stored) -> None:
    stream, reader, d = rows.job("stream"), rows.job("reader"), rows.dataset("d")
    run = rows.run(stream, uuid(1), start=1, end=150, writes=[d], processing="STREAMING")
    rows.version(d, 2, run=run)
    for number, at, state in ((2, 100, "COMPLETED"), (3, 200, "COMPLETED"), (4, 300, "FAILED")):
        rows.run(reader, uuid(number), start=at, end=at + 10, state=state, reads={d: None})
    assert ask(stored(), 4).causes == ()


def test_a_jump_in_volume_is_a_cause_where_it_began(rows: Rows, days: Days, stored: Stored) -> None:
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


def test_smaller_changes_of_volume_are_none(rows: Rows, days: Days, stored: Stored) -> None:
    for day, count in ((1, 150), (2, 100)):
        days.run(day, 1, facts=wrote(rows, days.raw, rowCount=count))
        days.run(day, 2)
        days.run(day, 3)
    assert ask(stored(), 23).causes == ()


def test_a_volume_that_shrank_is_not_explained_by_one_that_grew(
    rows: Rows, days: Days, stored: Stored
) -> None:
    for day, raw, prices in ((1, 100, 100), (2, 300, 0)):
        days.run(day, 1, facts=wrote(rows, days.raw, size=raw))
        days.run(day, 2, facts=wrote(rows, days.prices, rowCount=prices))
        days.run(day, 3)
    found = ask(stored(), 23)
    assert kinds(found) == [("volume", "prices"), ("volume", "raw")], "nearer before farther"
    assert found.causes[0].sentence.startswith("prices has 0 rows, it had 100 (0% of that)")
    assert found.causes[1].sentence.startswith("raw has 300 bytes, it had 100")


def test_kinds_come_in_their_order_and_nearer_before_farther(
    rows: Rows, days: Days, stored: Stored
) -> None:
    """Far up a removal and a retype, near by a volume and a failure, and other code between."""
    side, slow = rows.dataset("side"), rows.job("slow")
    rows.uses(slow, [], [side], since=0)
    rows.version(side, kind="initial")
    for day, state in ((1, "COMPLETED"), (2, "FAILED")):
        kind = {"price": "INT", "old": "INT"} if day == 1 else {"price": "STRING"}
        days.run(day, 1, schema=rows.schema(**kind))
        facts = wrote(rows, days.prices, rowCount=100 * day)
        days.run(day, 2, facts=facts, code_version=f"c{day}")
        rows.run(slow, uuid(day * 10 + 5), start=day * 100, end=day * 100 + 5, state=state)
        days.run(day, 3, state=state, reads={days.prices: None, side: None})
    found = ask(stored(), 23)
    assert kinds(found) == [
        ("retype", "raw"),
        ("removal", "raw"),
        ("code", "job:ns:transform"),
        ("failed", "job:ns:slow"),
        ("volume", "prices"),
    ]
    assert [cause.rank for cause in found.causes] == [1, 2, 3, 4, 5]
    scores = [cause.score for cause in found.causes]
    assert scores == [397, 397, 298, 198, 99]
    assert all(c.distance == len(c.evidence.path) - 1 for c in found.causes)
    assert all(c.evidence.path[-1] == f"run:{uuid(23)}" for c in found.causes)


def test_without_an_earlier_completed_run_it_says_so_and_what_there_is(
    rows: Rows, days: Days, stored: Stored
) -> None:
    days.run(1, 1, schema=rows.schema(price="STRING"))
    days.run(1, 2, state="FAILED")
    reader = days.run(1, 3, state="FAILED", reads={days.raw: None, days.prices: None})
    rows.version(days.prices, kind="initial")
    rows.version(
        days.raw,
        160,
        kind="observed",
        run=reader,
        follows=days.versions["raw1"],
        schema_hash=rows.schema(price="INT"),
    )
    found = ask(stored(), 13)
    assert (found.comparison, found.against) == ("none", None)
    assert kinds(found) == [("contradiction", "raw"), ("failed", "job:ns:transform")]
    assert found.causes[0].sentence.startswith("price of raw is STRING, but was read as INT: ")
    assert found.causes[0].fields == (FieldChange("price", "STRING", "INT"),)


def test_a_run_that_completed_can_be_asked_about_too(
    rows: Rows, days: Days, stored: Stored
) -> None:
    days.all(1, rows.schema(price="INT"))
    days.all(2, rows.schema(price="STRING"))
    found = ask(stored(), 23)
    assert found.run.state == "COMPLETED"
    assert kinds(found) == [("retype", "raw")]


def test_failed_runs_between_are_passed_over_unless_asked_for(
    rows: Rows, days: Days, stored: Stored
) -> None:
    days.all(1, rows.schema(price="INT"))
    days.all(2, rows.schema(price="STRING"), state="FAILED")
    days.all(3, rows.schema(price="STRING"), state="FAILED")
    snapshot = stored()
    found = ask(snapshot, 33)
    assert found.against is not None
    assert found.against.id == uuid(13)
    given = ask(snapshot, 33, against=23)
    assert (given.comparison, given.causes) == ("given", ())
    with pytest.raises(NodeIdError, match="two runs of one job"):
        ask(snapshot, 33, against=31)
    with pytest.raises(NodeIdError, match="expected a run"):
        why(snapshot, "job:ns:margins")


def test_a_run_that_reported_no_inputs_is_asked_about_by_those_of_its_job(
    rows: Rows, days: Days, stored: Stored
) -> None:
    days.all(1, rows.schema(price="INT"))
    error = {"e": "run", "f": "errorMessage", "h": rows.facet({"message": "boom"}), "d": 0}
    days.all(2, rows.schema(price="STRING"), state="FAILED", reads={}, writes=[], facts=[error])
    found = ask(stored(), 23)
    assert (found.assumed, found.error) == (True, "boom")
    assert kinds(found) == [("retype", "raw")]


def test_failed_runs_below_are_named_by_the_lowest(rows: Rows, stored: Stored) -> None:
    dag, task, model = rows.job("dag"), rows.job("task"), rows.job("model")

    def run(job: int, number: int, parent: tuple[str, int] | None, state: str = "FAILED") -> str:
        above: dict[str, Any] = {}
        if parent:
            above = {"parent_run_key": parent[0], "parent_job_id": parent[1]}
        return rows.run(job, uuid(number), start=number, end=50, state=state, **above)

    top = run(dag, 1, None)
    middle = run(task, 2, (top, dag))
    run(task, 3, (top, dag), "COMPLETED")
    run(model, 4, (middle, task))
    found = ask(stored(), 1)
    assert [run.id for run in found.failed_below] == [uuid(4)]
    assert found.causes == ()


def test_a_run_that_is_its_own_ancestor_ends(rows: Rows, stored: Stored) -> None:
    job = rows.job("j")
    key = rows.run(job, uuid(1), start=1, end=2, state="FAILED")
    rows.run(job, uuid(1), start=1, end=2, state="FAILED", parent_run_key=key, parent_job_id=job)
    assert ask(stored(), 1).failed_below == ()


def test_equal_questions_have_equal_answers(rows: Rows, days: Days, stored: Stored) -> None:
    days.all(1, rows.schema(price="INT"))
    days.all(2, rows.schema(price="STRING"), state="FAILED")
    snapshot = stored()
    assert to_json(ask(snapshot, 23)) == to_json(ask(snapshot, 23))


def wide(rows: Rows, width: int, depth: int) -> None:
    """Two days of a job that reads `width` chains of `depth` jobs; every type changed."""
    last = rows.job("last")
    ends = [rows.dataset(f"d{chain}.{depth - 1}") for chain in range(width)]
    number = 10
    for day, kind in ((1, "INT"), (2, "STRING")):
        schema = rows.schema(**{f"f{n}": kind for n in range(10)})
        for chain in range(width):
            for place in range(depth):
                at, number = day * 10_000 + place * 100, number + 1
                d = rows.dataset(f"d{chain}.{place}")
                job = rows.job(f"j{chain}.{place}")
                reads: dict[int, str | None] = {}
                if place:
                    reads = {rows.dataset(f"d{chain}.{place - 1}"): None}
                run = rows.run(job, uuid(number), start=at, end=at + 50, reads=reads, writes=[d])
                until = at + 10_050 if day == 1 else FOREVER
                rows.version(d, at + 50, until, run=run, schema_hash=schema)
                if day == 1:
                    rows.uses(job, list(reads), [d], since=0)
        at = day * 10_000 + 5_000
        rows.run(last, uuid(day), start=at, end=at + 10, reads=dict.fromkeys(ends))


def test_more_upstream_runs_cost_no_more_queries(
    fresh_store: Callable[[], Store], queries: list[str]
) -> None:
    costs = []
    for width in (1, 12):
        rows = Rows()
        wide(rows, width, 3)
        with fresh_store() as store:
            rows.write(store)
            with store.snapshot() as snapshot:
                queries.clear()
                assert len(ask(snapshot, 2).causes) == width
                costs.append(len(queries))
    assert costs[0] == costs[1]


def test_a_run_with_hundreds_of_runs_upstream_is_answered_at_once(
    fresh_store: Callable[[], Store],
) -> None:
    rows = Rows()
    wide(rows, 100, 5)
    with fresh_store() as store:
        rows.write(store)
        with store.snapshot() as snapshot:
            began = time.perf_counter()
            found = ask(snapshot, 2)
            took = time.perf_counter() - began
    assert len(found.causes) == 100
    assert {len(cause.evidence.path) for cause in found.causes} == {10}
    assert took < 2, "a generous bound for a busy machine: it takes a tenth of that"
