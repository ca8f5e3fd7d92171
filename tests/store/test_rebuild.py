"""Rebuilding beside the live tables, on both stores."""

import shutil
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pyarrow as pa
import pytest

from headwater.errors import FencedError, StoreError, StoreSchemaError
from headwater.store import Store, arrow_schema, open_store
from headwater.store.backend import Row
from headwater.store.sqlite import SqliteSession
from headwater.store.tables import EDGES, FACET_VALUES, RUNS, TABLES, Table
from tests.store.generations import generations
from tests.store.rows import batches_of, edges, everything, extreme_rows, fill, keys, pairs, rows_of


def test_a_rebuild_replaces_everything_and_keeps_the_epoch(store: Store) -> None:
    epoch = store.take_over()
    with store.transaction(epoch) as tx:
        tx.upsert(EDGES, rows_of(edges((1, 2))))
        tx.advance({"000001": 7, "000002": 7})
    with store.rebuild(epoch) as target:
        assert target.load(EDGES, [*batches_of(edges((3, 4))), *batches_of(edges((2, 1)))]) == 2
        target.publish({"000009": 3})
    assert pairs(store) == [(2, 1), (3, 4)]
    assert store.positions() == {"000009": 3}
    assert store.meta()["epoch"] == str(epoch)
    assert int(store.meta()["built_at"]) > 0
    with store.transaction(epoch) as tx:
        tx.remove(EDGES, keys(EDGES, edges((3, 4))))
        tx.upsert(EDGES, rows_of(edges((3, 5))))
    assert pairs(store) == [(2, 1), (3, 5)]


def test_every_index_and_key_is_there_after_a_rebuild(store: Store) -> None:
    fill(store)
    before = everything(store)
    with store.transaction(int(store.meta()["epoch"])) as tx:
        for table in TABLES:
            tx.upsert(table, rows_of(extreme_rows(table)))
    assert everything(store) == before


INDEXED = [(t, index) for t in TABLES for index in t.indexes]


def _value(kind: str, number: int) -> str | bytes | int:
    if kind == "text":
        return f"{number:032x}"
    return b"%d" % number if kind == "bytes" else number


@pytest.mark.parametrize(
    ("table", "index"), INDEXED, ids=[f"{t.name}-{'-'.join(index)}" for t, index in INDEXED]
)
def test_every_index_is_used_however_many_rows_have_no_value(
    tmp_path: Path, table: Table, index: tuple[str, ...]
) -> None:
    rows = [
        {c.name: None if c.nullable else _value(c.kind, n) for c in table.columns}
        for n in range(3_000)
    ]
    with open_store(f"sqlite:///{tmp_path}/store") as store:
        with store.rebuild(store.take_over()) as target:
            made = pa.Table.from_pylist(rows, schema=arrow_schema(table))
            target.load(table, batches_of(made))
            target.publish({"000001": 10})
        asked = f"EXPLAIN QUERY PLAN SELECT * FROM {table.name} WHERE {index[0]}"
        with store.snapshot() as snapshot:
            plans = (
                snapshot.query(f"{asked} = ?", (1,)),
                snapshot.query_in(f"{asked} IN {{keys}}", [1]),
            )
    for plan in plans:
        assert not [step for *_, step in plan if step.startswith(f"SCAN {table.name}")], plan


def test_readers_see_the_old_tables_until_publish_and_the_new_ones_after(
    store: Store, second: Store
) -> None:
    epoch = store.take_over()
    with store.transaction(epoch) as tx:
        tx.upsert(EDGES, rows_of(edges((1, 2))))
    with store.rebuild(epoch) as target:
        target.load(EDGES, batches_of(edges((3, 4))))
        assert pairs(second) == [(1, 2)]
        target.publish({})
        assert pairs(second) == [(3, 4)]
        with pytest.raises(StoreError, match="this write has ended"):
            target.load(RUNS, batches_of(extreme_rows(RUNS)))


def test_a_snapshot_held_over_the_switch_stays_on_its_state(
    store: Store, second: Store, store_url: str
) -> None:
    fill(store)
    before = everything(store)
    with second.snapshot() as snapshot:
        assert snapshot.positions() == {"000001": 10}
        with store.rebuild(store.take_over()) as target:
            target.load(EDGES, batches_of(edges((3, 4))))
            target.publish({})
        store.take_over()
        # Tables it had not touched before the switch are of the old state as well.
        for table in TABLES:
            rows = [row for batch in snapshot.scan(table) for row in batch.to_pylist()]
            assert rows == before[table.name], table.name
    assert pairs(second) == [(3, 4)]
    second.take_over()
    assert len(generations(store_url)) == 1


def test_a_scan_goes_on_over_the_switch(store: Store, second: Store) -> None:
    epoch = store.take_over()
    with store.transaction(epoch) as tx:
        tx.upsert(EDGES, rows_of(edges(*((n, n) for n in range(30_000)))))
    scan = second.scan(EDGES)
    seen = next(scan).num_rows
    with store.rebuild(epoch) as target:
        target.publish({})
    assert seen + sum(batch.num_rows for batch in scan) == 30_000


def test_leaving_without_publish_discards_the_rebuild(store: Store, store_url: str) -> None:
    fill(store)
    before, places = everything(store), generations(store_url)
    epoch = store.take_over()
    with store.rebuild(epoch) as target:
        target.load(EDGES, batches_of(edges((3, 4))))

    def fail() -> None:
        with store.rebuild(epoch) as target:
            target.load(RUNS, batches_of(extreme_rows(RUNS)))
            raise RuntimeError("pipeline")

    with pytest.raises(RuntimeError, match="pipeline"):
        fail()
    assert everything(store) == before
    assert generations(store_url) == places


def test_a_batch_that_fails_on_the_way_fails_the_rebuild(store: Store, store_url: str) -> None:
    def batches() -> Iterator[list[Row]]:
        yield from batches_of(edges((1, 2)))
        raise RuntimeError("pipeline")

    places = generations(store_url)
    epoch = store.take_over()
    with store.rebuild(epoch) as target:
        with pytest.raises(RuntimeError, match="pipeline"):
            target.load(EDGES, batches())
        with pytest.raises(StoreError, match="none of it is kept"):
            target.publish({})
    assert pairs(store) == []
    assert generations(store_url) == places


def test_rows_with_one_key_twice_fail_the_rebuild(store: Store) -> None:
    epoch = store.take_over()
    twice = pa.concat_tables([extreme_rows(FACET_VALUES)] * 2)

    def rebuild() -> None:
        with store.rebuild(epoch) as target:
            target.load(FACET_VALUES, batches_of(twice))
            target.publish({})

    with pytest.raises(StoreError, match="refused a row"):
        rebuild()
    assert store.query("SELECT count(*) FROM facet_values") == [(0,)]


def test_a_table_is_loaded_once(store: Store) -> None:
    with store.rebuild(store.take_over()) as target:
        target.load(EDGES, batches_of(edges((1, 2))))
        with pytest.raises(StoreError, match="edges was loaded before"):
            target.load(EDGES, batches_of(edges((3, 4))))


def test_publish_is_fenced_so_that_rows_committed_meanwhile_are_kept(
    store: Store, second: Store, store_url: str
) -> None:
    def rebuild() -> None:
        with store.rebuild(store.take_over()) as target:
            target.load(EDGES, batches_of(edges((3, 4))))
            with second.transaction(second.take_over()) as tx:
                tx.upsert(EDGES, rows_of(edges((1, 2))))
                tx.advance({"000001": 1})
            target.publish({})

    with pytest.raises(FencedError, match="epoch 2"):
        rebuild()
    assert pairs(store) == [(1, 2)]
    assert store.positions() == {"000001": 1}
    assert len(generations(store_url)) == 1


def test_a_fenced_rebuild_is_told_so_even_if_its_tables_are_gone(
    store: Store, second: Store
) -> None:
    def rebuild() -> None:
        with store.rebuild(store.take_over()) as target:
            second.take_over()
            target.load(RUNS, batches_of(extreme_rows(RUNS)))
            target.load(EDGES, batches_of(edges((3, 4))))
            target.publish({})

    with pytest.raises(FencedError):
        rebuild()


def test_publish_is_fenced_even_if_its_tables_could_not_be_swept(
    store: Store, second: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(second._backend), "sweep", lambda *_: None)

    def rebuild() -> None:
        with store.rebuild(store.take_over()) as target:
            with second.transaction(second.take_over()) as tx:
                tx.upsert(EDGES, rows_of(edges((1, 2))))
            target.publish({})

    with pytest.raises(FencedError, match="epoch 2"):
        rebuild()
    assert pairs(store) == [(1, 2)]


def test_a_rebuild_with_an_old_epoch_does_not_begin(store: Store, second: Store) -> None:
    epoch = store.take_over()
    second.take_over()
    with pytest.raises(FencedError), store.rebuild(epoch):
        pytest.fail("a fenced pipeline must not begin a rebuild")


def test_old_generations_are_removed(store: Store, store_url: str) -> None:
    epoch = store.take_over()
    for n in range(3):
        with store.rebuild(epoch) as target:
            target.load(EDGES, batches_of(edges((n, n))))
            target.publish({})
    assert len(generations(store_url)) == 1
    assert "000004" in generations(store_url)[0]


def test_a_writer_opened_before_the_switch_writes_to_the_new_tables(
    store: Store, second: Store
) -> None:
    epoch = store.take_over()
    with second.transaction(epoch) as tx:
        tx.upsert(EDGES, rows_of(edges((1, 2))))
    with store.rebuild(epoch) as target:
        target.load(EDGES, batches_of(edges((3, 4))))
        target.publish({})
    with second.transaction(epoch) as tx:
        tx.upsert(EDGES, rows_of(edges((5, 6))))
    assert pairs(store) == [(3, 4), (5, 6)]


@pytest.mark.parametrize("write", [False, True])
def test_a_switch_between_opening_a_file_and_beginning_in_it_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: bool
) -> None:
    begin = SqliteSession.begin

    def begin_too_late(session: SqliteSession, *, write: bool) -> None:
        monkeypatch.setattr(SqliteSession, "begin", begin)
        with other.rebuild(epoch) as target:
            target.load(EDGES, batches_of(edges((3, 4))))
            target.publish({})
        begin(session, write=write)

    url = f"sqlite:///{tmp_path}/store"
    with open_store(url) as store, open_store(url) as other:
        epoch = store.take_over()
        monkeypatch.setattr(SqliteSession, "begin", begin_too_late)
        if write:
            with store.transaction(epoch) as tx:
                tx.upsert(EDGES, rows_of(edges((5, 6))))
        assert pairs(store) == ([(3, 4), (5, 6)] if write else [(3, 4)])


def test_a_store_without_its_pointer_is_made_anew(store_url: str, tmp_path: Path) -> None:
    with open_store(store_url) as store:
        fill(store)
    if store_url.startswith("sqlite://"):
        (tmp_path / "store" / "CURRENT").unlink()
        shutil.copy(tmp_path / "store" / "000002.sqlite", tmp_path / "store" / "000001.sqlite")
    else:
        with psycopg.connect(store_url) as connection:
            connection.execute("DROP SCHEMA headwater CASCADE")
    with open_store(store_url) as store:
        assert store.meta()["epoch"] == "0"
        assert pairs(store) == []
    assert len(generations(store_url)) == 1


def test_an_open_store_goes_on_with_the_one_made_where_it_was_deleted(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/store"
    with open_store(url) as store:
        fill(store)
        kept = make_anew(url, tmp_path, edges((7, 8)), settings_digest="")
        assert pairs(store) == [(7, 8)]
        with store.transaction(store.take_over()) as tx:
            tx.upsert(EDGES, rows_of(edges((9, 9))))
        assert pairs(kept) == [(7, 8), (9, 9)]
        kept.close()
    with open_store(url) as store:
        assert pairs(store) == [(7, 8), (9, 9)]


def test_an_open_store_notices_that_the_one_made_where_it_was_deleted_is_another(
    tmp_path: Path,
) -> None:
    url = f"sqlite:///{tmp_path}/store"
    with open_store(url) as store:
        fill(store)
        make_anew(url, tmp_path, edges((7, 8)), settings_digest="new").close()
        with pytest.raises(StoreSchemaError):
            pairs(store)


def make_anew(url: str, tmp_path: Path, rows: pa.Table, settings_digest: str) -> Store:
    """A store in the place of one that is deleted; its generation has the same name."""
    generation = (tmp_path / "store" / "CURRENT").read_text()
    shutil.rmtree(tmp_path / "store")
    store = open_store(url, settings_digest=settings_digest)
    with store.rebuild(store.take_over()) as target:
        target.load(EDGES, batches_of(rows))
        target.publish({})
    assert (tmp_path / "store" / "CURRENT").read_text() == generation
    return store


def test_readers_never_fail_nor_see_a_half_while_generations_change(
    store: Store, store_url: str
) -> None:
    epoch = store.take_over()
    published = threading.Event()
    seen: list[tuple[int, int]] = []

    def read() -> None:
        with open_store(store_url) as reader:
            while not published.is_set():
                with reader.snapshot() as snapshot:
                    [(count,)] = snapshot.query("SELECT count(*) FROM edges")
                    seen.append((count, snapshot.positions().get("count", 0)))

    with ThreadPoolExecutor() as executor:
        readers = [executor.submit(read) for _ in range(3)]
        try:
            for count in range(1, 13):
                with store.rebuild(epoch) as target:
                    rows = edges(*((n, n) for n in range(count)))
                    target.load(EDGES, batches_of(rows))
                    target.publish({"count": count})
        finally:
            published.set()
        for reader in readers:
            reader.result()
    assert len({count for count, _ in seen}) > 1
    assert all(count == position for count, position in seen)
