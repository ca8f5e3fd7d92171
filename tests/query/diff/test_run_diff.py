"""Two runs of a job, and what went into them, by logical identity (semantics 8.1)."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headwater.answers.moments import to_json
from headwater.answers.versions import CodeVersion, Field, Retyped, SchemaChange
from headwater.errors import NodeIdError, NotFoundError
from headwater.store import Snapshot, Store
from tests.query.asking import changes, dataset, diff, job
from tests.query.days import TwoJobs, facet
from tests.query.registers import Register
from tests.query.rows import Rows, uuid
from tests.questions import run_diff

Stored = Callable[[], Snapshot]


@pytest.fixture
def days(rows: Rows) -> TwoJobs:
    return TwoJobs(rows).with_job_versions()


def test_figure_4_two_runs_on_one_input_differ_in_their_outputs_alone(
    rows: Rows, stored: Stored
) -> None:
    j, a, out = rows.job("j"), rows.dataset("a"), rows.dataset("out")
    rows.version(a, kind="initial")
    versions = []
    for number in (1, 2):
        at = number * 100
        run = rows.run(j, uuid(number), start=at, end=at + 10, reads={a: None}, writes=[out])
        versions.append(rows.version(out, at + 10, at + 110, run=run))
    found = diff(stored(), 1, 2)
    assert changes(found) == {"run j": "same", "upstream a": "same", "output out": "changed"}
    output = dataset(found, "out", "output")
    assert output.changed == ("version", "run")
    assert output.before is not None
    assert output.after is not None
    assert [output.before.version, output.after.version] == [
        f"dataset:ns:out#{version}" for version in versions
    ]
    assert (output.before.run, output.after.run) == (uuid(1), uuid(2))


def test_upstream_is_matched_by_dataset_and_job(days: TwoJobs, stored: Stored) -> None:
    days.day(1)
    days.day(2)
    found = diff(stored(), 12, 22)
    assert changes(found) == {
        "run report": "same",
        "upstream load": "same",
        "upstream raw": "same",
        "upstream a": "changed",
        "output out": "changed",
    }
    assert (found.before.id, found.after.id) == (uuid(12), uuid(22))
    load = job(found, "load")
    assert load.before is not None
    assert load.after is not None
    assert (load.before.run, load.after.run) == (uuid(11), uuid(21))
    assert [item.id for item in found.jobs] == ["job:ns:report", "job:ns:load"], "nearest first"
    assert {(e.origin.split(":")[-1], e.destination.split(":")[-1]) for e in found.edges} == {
        ("raw", "load"),
        ("load", "a"),
        ("a", "report"),
        ("report", "out"),
    }
    assert {edge.change for edge in found.edges} == {"same"}


def test_a_schema_change_names_the_fields_by_category(
    rows: Rows, days: TwoJobs, stored: Stored
) -> None:
    days.day(1, schema=rows.schema(id="int", price="int", old="date"))
    days.day(2, schema=rows.schema(id="bigint", price="string", new="date"))
    found = dataset(diff(stored(), 12, 22), "a")
    assert found.schema == SchemaChange(
        added=(Field("new", "date"),),
        removed=(Field("old", "date"),),
        retyped=(Retyped("price", "int", "string"),),
    )
    assert found.changed == ("version", "schema", "run")


def test_a_storage_version_and_a_producing_run_are_told(days: TwoJobs, stored: Stored) -> None:
    days.day(1, stored_as="s1")
    days.day(2, stored_as="s2")
    found = dataset(diff(stored(), 12, 22), "a")
    assert found.changed == ("version", "storageVersion", "run")
    assert found.after is not None
    assert (found.after.storage_version, found.after.run, found.after.job) == (
        "s2",
        uuid(21),
        "job:ns:load",
    )


def test_counts_change_beyond_the_factor_and_are_those_of_the_writer(
    rows: Rows, days: TwoJobs, stored: Stored
) -> None:
    def wrote(count: int, size: int) -> dict[str, Any]:
        stated = {"rowCount": count, "size": size}
        return {"facts": [facet(rows, "outputFacets", "outputStatistics", stated, days.a)]}

    days.day(1, load=wrote(100, 1000))
    days.day(2, load=wrote(150, 2000))
    days.day(3, load=wrote(20, 2000))
    snapshot = stored()
    found = dataset(diff(snapshot, 12, 22), "a")
    assert found.changed == ("version", "run", "bytes"), "150 is not more than 1.5 times 100"
    assert found.after is not None
    assert (found.after.row_count, found.after.bytes, found.after.counted) == (150, 2000, "written")
    assert dataset(diff(snapshot, 22, 32), "a").changed == ("version", "run", "rows")


def test_what_nobody_wrote_is_counted_by_its_nearest_reader(
    rows: Rows, days: TwoJobs, stored: Stored
) -> None:
    def read(count: int) -> dict[str, Any]:
        stated = {"rowCount": count}
        return {"facts": [facet(rows, "inputFacets", "inputStatistics", stated, days.raw)]}

    days.day(1, load=read(10))
    days.day(2, load=read(30))
    found = dataset(diff(stored(), 12, 22), "raw")
    assert (found.change, found.changed) == ("changed", ("rows",))
    assert found.before is not None
    assert (found.before.row_count, found.before.counted, found.before.kind) == (
        10,
        "read",
        "initial",
    )


def test_a_failed_run_has_an_output_that_is_not_written(days: TwoJobs, stored: Stored) -> None:
    days.day(1)
    days.day(2, state="FAILED")
    found = diff(stored(), 12, 22)
    output = dataset(found, "out", "output")
    assert (output.change, output.changed) == ("changed", ("version", "run"))
    assert output.after is not None
    assert (output.after.version, output.after.run) == (None, None)
    assert job(found, "report").changed == ("state",)


def test_state_duration_parameters_and_error_of_runs_are_compared(
    rows: Rows, days: TwoJobs, stored: Stored
) -> None:
    def facts(limit: str, error: str | None) -> list[Register]:
        parameters = [{"key": "limit", "value": limit}, {"name": "no key"}]
        found = [facet(rows, "run", "executionParameters", {"parameters": parameters})]
        if error:
            found.append(facet(rows, "run", "errorMessage", {"message": error}))
        return found

    days.day(1, report={"facts": facts("5", None)})
    days.day(2, state="FAILED", report={"end": 400, "facts": facts("6", "out of memory")})
    found = job(diff(stored(), 12, 22), "report")
    assert found.role == "run"
    assert found.changed == ("state", "duration", "parameters", "error")
    assert found.before is not None
    assert found.after is not None
    assert (found.before.parameters, found.after.parameters) == ({"limit": "5"}, {"limit": "6"})
    assert (found.before.error, found.after.error) == (None, "out of memory")
    assert (found.before.duration, found.after.duration) == (10, 180)


def test_a_job_version_says_code_inputs_and_outputs(rows: Rows, stored: Stored) -> None:
    days = TwoJobs(rows)
    lookup = rows.dataset("lookup")
    rows.version(days.raw, kind="initial")
    rows.uses(
        days.load,
        [days.raw],
        [days.a],
        since=110,
        until=210,
        began_rank=3,
        code_version="c1",
    )
    rows.uses(
        days.load,
        [days.raw, lookup],
        [days.a],
        since=210,
        began_rank=3,
        code_version="c2",
    )
    days.day(1, load={"code_version": "c1"})
    days.day(2, load={"code_version": "c2"})
    found = job(diff(stored(), 12, 22), "load")
    assert found.changed == ("code", "inputs")
    assert found.version is not None
    assert found.version.code_before == CodeVersion("c1", None)
    assert found.version.inputs_added == ("dataset:ns:lookup",)
    assert found.after is not None
    assert found.after.code == CodeVersion("c2", None)


def test_what_only_one_side_has_is_added_or_removed(
    rows: Rows, days: TwoJobs, stored: Stored
) -> None:
    extra = rows.dataset("extra")
    rows.version(extra, kind="initial")
    days.day(1)
    days.day(2, report={"reads": {days.a: None, extra: None}})
    snapshot = stored()
    forth, back = diff(snapshot, 12, 22), diff(snapshot, 22, 12)
    assert dataset(forth, "extra").change == "added"
    assert dataset(back, "extra").change == "removed"
    [edge] = [edge for edge in forth.edges if edge.change != "same"]
    assert (edge.origin, edge.destination, edge.change) == (
        "dataset:ns:extra",
        "job:ns:report",
        "added",
    )


def test_the_runs_between_are_listed_newest_first(days: TwoJobs, stored: Stored) -> None:
    for number in (1, 2, 3):
        days.day(number)
    snapshot = stored()
    runs = diff(snapshot, 12, 32).runs
    assert ([run.id for run in runs.runs], runs.total_count) == ([uuid(32), uuid(22)], 2)
    assert diff(snapshot, 32, 12).runs.total_count == 0
    assert diff(snapshot, 12, 12).runs.total_count == 0


def test_two_runs_of_different_jobs_are_not_compared(days: TwoJobs, stored: Stored) -> None:
    days.day(1)
    snapshot = stored()
    with pytest.raises(NodeIdError, match="two runs of one job"):
        diff(snapshot, 11, 12)
    with pytest.raises(NodeIdError, match="expected a run"):
        run_diff(snapshot, "job:ns:load", f"run:{uuid(12)}")
    with pytest.raises(NotFoundError):
        diff(snapshot, 12, 99)


SWAPPED = {"added": "removed", "removed": "added", "same": "same", "changed": "changed"}
worlds = st.lists(
    st.tuples(
        st.integers(0, 3),  # job
        st.sets(st.integers(0, 4), max_size=3),  # reads
        st.sets(st.integers(0, 4), max_size=2),  # writes
        st.sampled_from(["COMPLETED", "COMPLETED", "FAILED"]),
        st.sampled_from(["int", "text"]),
    ),
    min_size=2,
    max_size=12,
)


@settings(max_examples=40)
@given(runs=worlds)
def test_a_run_is_the_same_as_itself_and_differences_are_mirrored(
    fresh_store: Callable[[], Store],
    runs: list[tuple[int, set[int], set[int], str, str]],
) -> None:
    rows = Rows()
    datasets = [rows.dataset(f"d{number}") for number in range(5)]
    for d in datasets:
        rows.version(d, kind="initial", until=0)
    by_job: dict[int, list[int]] = {}
    for number, (job_number, reads, writes, state, kind) in enumerate(runs, start=1):
        at = number * 10
        run = rows.run(
            rows.job(f"j{job_number}"),
            uuid(number),
            start=at,
            end=at + 5,
            state=state,
            reads={datasets[n]: None for n in reads},
            writes=[datasets[n] for n in writes],
        )
        by_job.setdefault(job_number, []).append(number)
        for n in writes if state == "COMPLETED" else ():
            rows.version(datasets[n], at + 5, run=run, schema_hash=rows.schema(x=kind))
    numbers = max(by_job.values(), key=len)
    with fresh_store() as store:
        rows.write(store)
        with store.snapshot() as snapshot:
            itself = diff(snapshot, numbers[0], numbers[0])
            forth = diff(snapshot, numbers[0], numbers[-1])
            back = diff(snapshot, numbers[-1], numbers[0])
            again = diff(snapshot, numbers[0], numbers[-1])
    assert set(changes(itself).values()) == {"same"}
    assert {edge.change for edge in itself.edges} <= {"same"}
    assert changes(back) == {key: SWAPPED[change] for key, change in changes(forth).items()}
    assert {(e.origin, e.destination, SWAPPED[e.change]) for e in forth.edges} == {
        (e.origin, e.destination, e.change) for e in back.edges
    }
    mirrored = {(d.id, d.role): (d.after, d.before, d.changed) for d in back.datasets}
    assert {(d.id, d.role): (d.before, d.after, d.changed) for d in forth.datasets} == mirrored
    assert to_json(forth) == to_json(again)
