from collections.abc import Callable

from headwater.model.canonical import node_id
from headwater.query.names.occurrences import first_seen, last_seen, occurrences
from headwater.store import Snapshot, Store
from headwater.store.tables import EVENTS, JOB_EVENTS
from tests.query.rows import Rows, uuid

Stored = Callable[[], Snapshot]


def test_reads_occur_when_a_run_starts_and_writes_when_it_ends(rows: Rows, stored: Stored) -> None:
    job = rows.job("j")
    read, written, both = (rows.dataset(name) for name in ("read", "written", "both"))
    run = rows.run(job, uuid(1), start=10, end=20)
    later = rows.run(job, uuid(2), start=30, end=40)
    rows.io(run, "input", read, 11, used_at=10)
    rows.io(run, "output", written, 12, used_at=20)
    rows.io(run, "output", both, 12, used_at=20)
    rows.io(later, "input", both, 31, used_at=30)
    for at in (10, 20, 30, 40):
        rows.add(EVENTS, digest=rows.digest(), event_time=at, node_id=job)
    snapshot = stored()
    keys = [job, read, written, both]
    assert first_seen(snapshot, keys) == {job: 10, read: 10, written: 20, both: 20}
    assert last_seen(snapshot, keys) == {job: 40, read: 10, written: 20, both: 30}


def test_while_a_run_goes_on_its_listings_count(rows: Rows, stored: Stored) -> None:
    dataset = rows.dataset("d")
    run = rows.run(rows.job("j"), uuid(1), start=10)
    rows.io(run, "output", dataset, 12, last_time=15)
    snapshot = stored()
    assert first_seen(snapshot, [dataset]) == {dataset: 12}
    assert last_seen(snapshot, [dataset]) == {dataset: 15}


def test_a_stream_writes_from_when_its_edge_begins(rows: Rows, stored: Stored) -> None:
    job, dataset = rows.job("j"), rows.dataset("d")
    run = rows.run(job, uuid(1), start=10)
    rows.io(run, "output", dataset, 10, used_at=90)
    rows.uses(job, (), [dataset], since=10)
    snapshot = stored()
    assert first_seen(snapshot, [dataset]) == {dataset: 10}
    assert last_seen(snapshot, [dataset]) == {dataset: 90}


def test_every_name_of_a_dataset_counts(rows: Rows, stored: Stored) -> None:
    dataset = rows.dataset("d", aliases=[("s3://b", "d")])
    for at, name in ((10, ("ns", "d")), (20, ("s3://b", "d"))):
        rows.add(
            EVENTS,
            digest=rows.digest(),
            shape="dataset",
            event_time=at,
            node_id=node_id("dataset", *name),
        )
    snapshot = stored()
    assert first_seen(snapshot, [dataset]) == {dataset: 10}
    assert last_seen(snapshot, [dataset]) == {dataset: 20}


def test_what_is_only_linked_or_declared_occurs_too(rows: Rows, stored: Stored) -> None:
    explicit, dropped, declared = (rows.dataset(n) for n in ("explicit", "dropped", "declared"))
    dag, never = rows.job("dag"), rows.job("never")
    rows.edge(explicit, rows.job("j"), "explicit", since=10)
    rows.edge(explicit, rows.job("k"), "explicit", since=30)
    rows.drop(dropped, 40)
    rows.parent(rows.job("j"), dag, since=50)
    for at in (70, 60):
        rows.add(
            JOB_EVENTS, digest=rows.digest(), event_time=at, inputs=f"[{declared}]", outputs="[]"
        )
    snapshot = stored()
    keys = [explicit, dropped, declared, dag, never]
    assert first_seen(snapshot, keys) == {explicit: 10, dropped: 40, declared: 60, dag: 50}
    assert last_seen(snapshot, keys) == {explicit: 30, dropped: 40, declared: 70, dag: 50}


def test_occurrences_of_all_are_kept_until_events_come(
    store: Store, rows: Rows, queries: list[str]
) -> None:
    def written(position: int) -> None:
        rows.write(store)
        with store.transaction(store.take_over()) as transaction:
            transaction.advance({"segment": position})

    def asked() -> tuple[dict[int, int], dict[int, int]]:
        with store.snapshot() as snapshot:
            found = occurrences(snapshot)
            assert occurrences(snapshot) is found
            return found.first, found.last

    job = rows.job("j")
    rows.event(job, 10)
    written(1)
    assert asked() == ({job: 10}, {job: 10})
    queries.clear()
    asked()
    assert len(queries) == 1, "only how far the store is"
    rows.event(job, 20)
    written(2)
    assert asked() == ({job: 10}, {job: 20})
