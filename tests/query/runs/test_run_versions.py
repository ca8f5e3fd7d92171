"""Which versions a run belongs to, reads and writes (semantics 4.6, 5.4)."""

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from headwater.model.canonical import node_id
from headwater.query.runs.reads import reads
from headwater.query.runs.run_details import run_details
from headwater.query.runs.run_versions import (
    job_version_of,
    job_versions_of,
    readers,
    runs_of_version,
)
from headwater.query.runs.stored_runs import SELECT_RUNS, StoredRun, stored_runs
from headwater.query.versions.versions import dataset_versions_in, job_versions_in
from headwater.store import Snapshot, Store
from headwater.store.tables import FOREVER, NODES, STREAM_IO
from tests.query.registers import Register
from tests.query.rows import Rows, uuid

Stored = Callable[[], Snapshot]


def read(snapshot: Snapshot, run: str) -> list[str]:
    stored = stored_runs(snapshot, [run])[run]
    return [version.version_id for version in reads(snapshot, [stored])[run]]


def read_by(snapshot: Snapshot, version: str) -> list[str]:
    [stored] = dataset_versions_in(snapshot, "version_id", [version])
    return [run.run_key for run in readers(snapshot, stored)]


def belongs_to(snapshot: Snapshot, run: str) -> str | None:
    found = job_version_of(snapshot, stored_runs(snapshot, [run])[run])
    return found.version_id if found else None


def test_a_read_sees_the_latest_version_at_its_start(rows: Rows, stored: Stored) -> None:
    d, job = rows.dataset("d"), rows.job("j")
    old = rows.version(d, 10, 20, run=uuid(8))
    new = rows.version(d, 20, run=uuid(9))
    at_19 = rows.run(job, uuid(1), start=19, reads={d: None})
    at_20 = rows.run(job, uuid(2), start=20, reads={d: None})
    snapshot = stored()
    assert read(snapshot, at_19) == [old]
    assert read(snapshot, at_20) == [new]
    assert read_by(snapshot, old) == [at_19]
    assert read_by(snapshot, new) == [at_20]


def test_at_one_instant_reads_come_after_writes_and_in_the_order_of_run_keys(
    rows: Rows, stored: Stored
) -> None:
    d, job = rows.dataset("d"), rows.job("j")
    written = rows.version(d, 10, run=uuid(8))
    runs = sorted(rows.run(job, uuid(n), start=10, reads={d: None}) for n in (1, 2, 3))
    observed = rows.version(d, 10, kind="observed", run=runs[1], follows=written)
    snapshot = stored()
    assert [read(snapshot, run) for run in runs] == [[written], [observed], [observed]]
    assert read_by(snapshot, written) == [runs[0]]
    assert read_by(snapshot, observed) == [runs[1], runs[2]]


def test_a_run_does_not_read_its_own_write(rows: Rows, stored: Stored) -> None:
    d, job = rows.dataset("d"), rows.job("j")
    own = rows.run(job, uuid(1), start=30, end=30, reads={d: None}, writes=[d])
    before = rows.version(d, 10, 30, run=uuid(8))
    written = rows.version(d, 30, run=own)
    other = rows.run(job, uuid(2), start=40, reads={d: None})
    snapshot = stored()
    assert read(snapshot, own) == [before]
    assert read(snapshot, other) == [written]
    assert read_by(snapshot, before) == [own]
    assert read_by(snapshot, written) == [other]


def test_a_pin_finds_the_latest_such_version_before_else_the_earliest_after(
    rows: Rows, stored: Stored
) -> None:
    d, job = rows.dataset("d"), rows.job("j")
    first = rows.version(d, 10, 20, run=uuid(7), storage_version="v1")
    again = rows.version(d, 20, 30, run=uuid(8), storage_version="v1")
    later = rows.version(d, 30, run=uuid(9), storage_version="v2")
    before = rows.run(job, uuid(1), start=5, reads={d: "v1"})
    between = rows.run(job, uuid(2), start=25, reads={d: "v1"})
    ahead = rows.run(job, uuid(3), start=25, reads={d: "v2"})
    snapshot = stored()
    assert read(snapshot, before) == [first]
    assert read(snapshot, between) == [again]
    assert read(snapshot, ahead) == [later]
    assert read_by(snapshot, first) == [before]
    assert read_by(snapshot, later) == [ahead]


def test_a_pin_to_what_the_run_itself_wrote_is_ignored(rows: Rows, stored: Stored) -> None:
    d, job = rows.dataset("d"), rows.job("j")
    run = rows.run(job, uuid(1), start=15, end=20, reads={d: "v2"}, writes=[d])
    before = rows.version(d, 10, 20, run=uuid(8), storage_version="v1")
    rows.version(d, 20, run=run, storage_version="v2")
    assert read(stored(), run) == [before]


def test_a_pin_to_what_a_failed_run_meant_to_write_is_ignored(rows: Rows, stored: Stored) -> None:
    d, job = rows.dataset("d"), rows.job("j")
    run = rows.run(job, uuid(1), start=15, end=20, state="FAILED", reads={d: "v2"})
    rows.io(run, "output", d, 15, storage_version="v2")
    before = rows.version(d, 10, 30, run=uuid(8), storage_version="v1")
    rows.version(d, 30, run=uuid(9), storage_version="v2")
    assert read(stored(), run) == [before]


def test_of_outputs_under_several_names_the_last_stated_version_is_the_runs_own(
    rows: Rows, stored: Stored
) -> None:
    job, d = rows.job("j"), rows.dataset("d", aliases=[("s3://b", "d"), ("s3://c", "d")])
    own, other, withdrawn = (node_id("dataset", ns, "d") for ns in ("ns", "s3://b", "s3://c"))

    def key(time: int) -> tuple[int, int, str, int]:
        return time, 0, "", 0

    facts = [
        Register("output", "version", node=own, last=key(11)),
        # What an uninterpretable instance said later does not count.
        Register("output", "version", node=other, last=key(19), stating=key(10)),
        Register("input", "version", node=other, last=key(30)),
    ]
    runs = {}
    for number, pin in enumerate(("v1", "v2", "v3"), start=1):
        run = rows.run(job, uuid(number), start=50, reads={d: pin}, facts=facts)
        rows.io(run, "output", own, 50, storage_version="v2")
        rows.io(run, "output", other, 50, storage_version="v1")
        rows.io(run, "output", withdrawn, 50, storage_version="v3", lifecycle="DROP")
        runs[pin] = run
    v1 = rows.version(d, 10, 20, run=uuid(7), storage_version="v1")
    rows.version(d, 20, 30, run=uuid(8), storage_version="v2")
    v3 = rows.version(d, 30, 40, run=uuid(9), storage_version="v3")
    latest = rows.version(d, 40, run=uuid(10), storage_version="v4")
    snapshot = stored()
    assert read(snapshot, runs["v1"]) == [v1], "stated, but not last: no version of its own"
    assert read(snapshot, runs["v2"]) == [latest]
    assert read(snapshot, runs["v3"]) == [v3]
    assert read_by(snapshot, v1) == [runs["v1"]]


def test_a_stream_ignores_a_pin_to_any_version_it_wrote(rows: Rows, stored: Stored) -> None:
    job, d = rows.job("j"), rows.dataset("d")
    run = rows.run(job, uuid(1), start=15, reads={d: "v2"}, processing="STREAMING")
    rows.io(run, "output", d, 15, storage_version="v3")
    before = rows.version(d, 10, 20, run=uuid(8), storage_version="v1")
    rows.version(d, 20, 30, run=run, storage_version="v2")
    rows.version(d, 30, run=run, storage_version="v3")
    assert read(stored(), run) == [before]


def test_pinned_versions_are_read_unpinned_only_if_there_is_no_other(
    rows: Rows, stored: Stored
) -> None:
    d, job = rows.dataset("d"), rows.job("j")
    pinning = rows.run(job, uuid(1), start=10, reads={d: "x"})
    pinned = rows.version(d, 10, 10, kind="pinned", run=pinning, storage_version="x")
    initial = rows.version(d, until=20, kind="initial")
    written = rows.version(d, 20, run=uuid(9))
    early, between, late = (
        rows.run(job, uuid(n), start=at, reads={d: None}) for n, at in ((2, 5), (3, 15), (4, 25))
    )
    again = rows.run(job, uuid(5), start=30, reads={d: "x"})
    snapshot = stored()
    assert read(snapshot, early) == [initial]
    assert read(snapshot, pinning) == [pinned]
    assert read(snapshot, between) == [pinned]
    assert read(snapshot, late) == [written]
    assert read(snapshot, again) == [pinned]
    assert read_by(snapshot, pinned) == [pinning, between, again]
    assert read_by(snapshot, initial) == [early]


def test_of_pins_under_two_names_the_first_stated_counts(rows: Rows, stored: Stored) -> None:
    d = rows.dataset("d", aliases=[("other", "d")])
    [alias] = [r["node_id"] for r in rows._rows[NODES.name] if r["namespace"] == "other"]
    [own] = [r["node_id"] for r in rows._rows[NODES.name] if r["namespace"] == "ns"]
    facts = [
        Register("input", "version", node=own, first=(7, 0, "0b", 0)),
        Register("input", "version", node=alias, first=(7, 0, "0a", 1)),
    ]
    run = rows.run(rows.job("j"), uuid(1), start=50, facts=facts, reads={own: "v1", alias: "v2"})
    rows.version(d, 10, 20, run=uuid(8), storage_version="v1")
    second = rows.version(d, 20, run=uuid(9), storage_version="v2")
    snapshot = stored()
    assert read(snapshot, run) == [second]
    assert [used.pin for used in run_details(snapshot, f"run:{uuid(1)}").inputs] == ["v2"]


def test_a_streaming_run_reads_each_version_that_comes_while_it_runs(
    rows: Rows, stored: Stored
) -> None:
    d, job = rows.dataset("d"), rows.job("j")
    run = rows.run(job, uuid(1), start=15, end=30, reads={d: None}, processing="STREAMING")
    versions = [
        rows.version(d, 10, 20, run=uuid(7)),
        rows.version(d, 20, 25, run=uuid(8)),
        rows.version(d, 25, 40, run=run),
        rows.version(d, 40, run=uuid(9)),
    ]
    rows.version(d, 22, 22, kind="pinned", run="another", storage_version="x")
    snapshot = stored()
    assert read(snapshot, run) == versions[:2]
    assert read_by(snapshot, versions[1]) == [run]
    assert read_by(snapshot, versions[3]) == []


def test_a_finished_run_belongs_to_the_version_at_its_place(rows: Rows, stored: Stored) -> None:
    job = rows.job("j")
    first = rows.run(job, uuid(1), start=5, end=10, end_rank=3, end_digest="a" * 32)
    second = rows.run(job, uuid(2), start=5, end=10, end_rank=3, end_digest="b" * 32)
    earlier, later = sorted((first, second))
    old = rows.uses(job, since=0, until=10)
    new = rows.uses(job, since=10, began_rank=3, began_run_key=later, began_digest="a" * 32)
    snapshot = stored()
    assert belongs_to(snapshot, earlier) == old
    assert belongs_to(snapshot, later) == new
    [version] = job_versions_in(snapshot, [new])
    assert [run.run_key for run in runs_of_version(snapshot, version)] == [later]


def test_an_unfinished_run_belongs_to_the_version_at_its_start_else_the_first(
    rows: Rows, stored: Stored
) -> None:
    job = rows.job("j")
    before, during, after = (
        rows.run(job, uuid(n), start=at) for n, at in ((1, 5), (2, 10), (3, 20))
    )
    first = rows.uses(job, since=10, until=20, began_rank=5, began_run_key="z")
    second = rows.uses(job, since=20, began_rank=5, began_run_key="z")
    snapshot = stored()
    assert [belongs_to(snapshot, run) for run in (before, during, after)] == [first, first, second]


def test_a_finished_stream_belongs_to_the_version_at_its_last_change(
    rows: Rows, stored: Stored
) -> None:
    job, a, b = rows.job("j"), rows.dataset("a"), rows.dataset("b")
    runs = {}
    for number, snapshot_mode in ((1, 0), (2, 1)):
        run = rows.run(
            job, uuid(number), start=5, end=90, processing="STREAMING", snapshot=snapshot_mode
        )
        for at, node in ((10, a), (20, b), (30, a)):
            rows.add(
                STREAM_IO,
                run_key=run,
                event_time=at,
                rank=1,
                digest=str(at),
                side="input",
                node_id=node,
            )
        for node in (a, b):
            rows.io(run, "input", node, 10)
        runs[snapshot_mode] = run
    versions = [
        rows.uses(job, since=at, until=at + 10, began_rank=1, began_digest="")
        for at in (10, 20, 30, 40)
    ]
    snapshot = stored()
    assert belongs_to(snapshot, runs[0]) == versions[1], "the union last grew at 20"
    assert belongs_to(snapshot, runs[1]) == versions[2], "a snapshot changed again at 30"


def test_a_run_of_a_job_without_versions_belongs_to_none(rows: Rows, stored: Stored) -> None:
    run = rows.run(rows.job("j"), uuid(1), start=5, end=10)
    assert belongs_to(stored(), run) is None


def test_many_runs_cost_as_many_queries_as_one(
    rows: Rows, stored: Stored, queries: list[str]
) -> None:
    job, datasets = rows.job("j"), [rows.dataset(f"d{n}") for n in range(20)]
    for number, dataset in enumerate(datasets):
        rows.version(dataset, number, storage_version="v", run=f"another{number}")
        inputs = {dataset: "v" if number % 2 else None}
        rows.run(job, uuid(number + 1), start=50, end=60, reads=inputs, processing="BATCH")
    rows.uses(job, datasets, [], since=60, began_rank=3)
    snapshot = stored()
    runs = [StoredRun(*row) for row in snapshot.query(f"{SELECT_RUNS} ORDER BY run_id")]

    def cost(some: list[StoredRun]) -> int:
        queries.clear()
        assert all(len(found) == 1 for found in reads(snapshot, some).values())
        assert len(job_versions_of(snapshot, some)) == len(some)
        return len(queries)

    few = cost(runs[:2])
    assert cost(runs) <= few


read_items = st.lists(
    st.tuples(
        st.integers(0, 12),  # start
        st.integers(-3, 6),  # length; clocks may go backwards
        st.sampled_from([None, "v1", "v2"]),  # pin
        st.sampled_from(["BATCH", "BATCH", "STREAMING"]),
        st.booleans(),  # reads
        st.sampled_from([None, None, "v1", "v2"]),  # writes, as this storage version
        st.booleans(),  # writes at all
        st.sampled_from(["", "", "observed", "pinned"]),  # what its read brings to light
    ),
    max_size=9,
)


@settings(max_examples=60)
@given(items=read_items, has_initial=st.booleans())
def test_a_run_is_a_reader_of_exactly_the_versions_it_reads(
    fresh_store: Callable[[], Store],
    items: list[tuple[int, int, str | None, str, bool, str | None, bool, str]],
    has_initial: bool,
) -> None:
    rows = Rows()
    d, job = rows.dataset("d"), rows.job("j")
    runs = []
    made: list[tuple[tuple[int, int, str], str, str, str | None]] = []
    for number, (start, length, pin, processing, does_read, stored_as, writes, seen) in enumerate(
        items
    ):
        run = rows.run(
            job,
            uuid(number + 1),
            start=start,
            end=start + length,
            reads={d: pin} if does_read else None,
            processing=processing,
        )
        runs.append(run)
        if writes:
            made.append(((start + length, 1, run), "write", run, stored_as))
        if does_read and seen:
            pinned_to = pin if seen == "pinned" else None
            made.append(((start, 2, run), seen, run, pinned_to))
    chain = [place for place, kind, *_ in made if kind != "pinned"]
    versions = []
    for place, kind, run, stored_as in made:
        later = [other[0] for other in chain if other > place]
        until = place[0] if kind == "pinned" else min(later, default=FOREVER)
        versions.append(
            rows.version(d, place[0], until, kind=kind, run=run, storage_version=stored_as)
        )
    if has_initial:
        until = min(chain)[0] if chain else FOREVER
        versions.append(rows.version(d, until=until, kind="initial"))
    with fresh_store() as store:
        rows.write(store)
        with store.snapshot() as snapshot:
            by_run = {(run, version) for run in runs for version in read(snapshot, run)}
            by_version = {
                (run, version) for version in versions for run in read_by(snapshot, version)
            }
    assert by_run == by_version
