"""Reading, on both stores: what was written comes back exactly, in one order, in one state."""

import threading

import pyarrow as pa
import pytest

from headwater.errors import RefusedStatementError, StoreError
from headwater.store import Store, arrow_schema
from headwater.store.read import BATCH_ROWS
from headwater.store.tables import EDGES, ENTITIES, FACET_VALUES, NODES, RUNS, TABLES, Table
from tests.store.rows import edges, extreme_rows, fill, keys, pairs, rows_of, values_of


def sorted_rows(table: Table, rows: pa.Table) -> list[dict[str, object]]:
    return sorted(rows.to_pylist(), key=lambda row: tuple(row[name] for name in table.key))


def test_every_table_gives_back_extreme_values_exactly(store: Store) -> None:
    fill(store)
    for table in TABLES:
        scanned = pa.Table.from_batches(store.scan(table), arrow_schema(table))
        assert scanned.to_pylist() == sorted_rows(table, extreme_rows(table)), table.name


def test_rows_written_in_a_transaction_come_back_exactly(store: Store) -> None:
    epoch = store.take_over()
    with store.transaction(epoch) as tx:
        for table in TABLES:
            tx.upsert(table, rows_of(extreme_rows(table)))
    for table in TABLES:
        expected = extreme_rows(table)
        keys = expected.column(table.key[0]).to_pylist()
        found = store.rows_by(table, table.key[0], keys)
        assert found.schema == arrow_schema(table)
        assert found.to_pylist() == sorted_rows(table, expected), table.name


def test_text_is_ordered_by_code_point_on_every_store(store: Store) -> None:
    values = ["a", "B", "Z", "z", "é", "e", "", "_", "-", "\U0001f600", "\uff5a", "a b", "ab", "A"]
    rows = pa.table([values, ["x"] * len(values)], schema=arrow_schema(FACET_VALUES))
    with store.transaction(store.take_over()) as tx:
        tx.upsert(FACET_VALUES, rows_of(rows))
    ordered = [row for (row,) in store.query("SELECT hash FROM facet_values ORDER BY hash")]
    assert ordered == sorted(values)
    after = store.query("SELECT hash FROM facet_values WHERE hash > ? ORDER BY hash", ("a",))
    assert [row for (row,) in after] == [value for value in sorted(values) if value > "a"]


def test_a_scan_goes_in_batches_and_misses_nothing(store: Store) -> None:
    count = 2 * BATCH_ROWS + 1
    with store.transaction(store.take_over()) as tx:
        tx.upsert(EDGES, rows_of(edges(*((n, n + 1) for n in reversed(range(count))))))
    batches = list(store.scan(EDGES))
    assert [batch.num_rows for batch in batches] == [BATCH_ROWS, BATCH_ROWS, 1]
    assert [n for batch in batches for n in batch.column("origin").to_pylist()] == list(
        range(count)
    )


def test_rows_are_found_by_thousands_of_keys(store: Store) -> None:
    with store.transaction(store.take_over()) as tx:
        tx.upsert(EDGES, rows_of(edges(*((2 * n, n) for n in range(5000)))))
    found = store.rows_by(EDGES, "origin", range(10_000))
    assert found.column("origin").to_pylist() == [2 * n for n in range(5000)]


def test_no_keys_find_no_rows_but_all_columns(store: Store) -> None:
    assert store.rows_by(RUNS, "run_key", []).schema == arrow_schema(RUNS)
    assert store.rows_by(RUNS, "run_key", ["absent"]).num_rows == 0


def test_keys_stand_among_other_parameters_in_their_order(store: Store) -> None:
    with store.transaction(store.take_over()) as tx:
        tx.upsert(EDGES, rows_of(edges((1, 2), (2, 3), (3, 4))))
    with store.snapshot() as snapshot:
        rows = snapshot.query_in(
            "SELECT origin FROM edges WHERE origin > ? AND (origin IN {keys} OR"
            " destination IN {keys}) AND destination < ? ORDER BY origin",
            [2, 3],
            (1, 4),
        )
    assert rows == [(2,)]


def test_text_keys_with_any_character_find_their_rows(store: Store) -> None:
    with store.transaction(store.take_over()) as tx:
        tx.upsert(FACET_VALUES, rows_of(extreme_rows(FACET_VALUES)))
    keys = extreme_rows(FACET_VALUES).column("hash").to_pylist()
    with store.snapshot() as snapshot:
        for key in keys:
            assert snapshot.query("SELECT hash FROM facet_values WHERE hash = ?", (key,)) == [
                (key,)
            ]
            assert snapshot.query_in(
                "SELECT hash FROM facet_values WHERE hash IN {keys}", [key]
            ) == [(key,)]


def test_sums_averages_and_patterns_mean_the_same_everywhere(store: Store) -> None:
    rows = [
        {"entity_id": n, "kind": "job", "namespace": "n", "name": name, "own_right": 1}
        for n, name in enumerate(["Alpha", "alpha", "50%", "beta"], start=1)
    ]
    with store.transaction(store.take_over()) as tx:
        tx.upsert(ENTITIES, values_of(ENTITIES, rows))
    aggregates = store.query("SELECT sum(entity_id), avg(entity_id), count(*) FROM entities")
    assert aggregates == [(10, 2.5, 4)]
    assert [type(value) for value in aggregates[0]] == [int, float, int]
    assert store.query("SELECT name FROM entities WHERE name LIKE 'al%'") == [("alpha",)]
    assert store.query("SELECT name FROM entities WHERE name LIKE ?", ("%!%%",)) == []
    assert store.query("SELECT lower(name) FROM entities WHERE entity_id = 1") == [("alpha",)]


def test_a_question_mark_in_a_literal_is_refused(store: Store) -> None:
    with pytest.raises(StoreError, match="pass the value as a parameter"):
        store.query("SELECT name FROM nodes WHERE name = 'why?' AND namespace = ?", ("x",))
    with pytest.raises(StoreError, match=r"no 'IN .keys.'"), store.snapshot() as snapshot:
        snapshot.query_in("SELECT 1 FROM nodes", [1])


def test_a_query_cannot_write(store: Store) -> None:
    with store.transaction(store.take_over()) as tx:
        tx.upsert(EDGES, rows_of(edges((1, 2))))
    with pytest.raises(StoreError, match="read"):
        store.query("DELETE FROM edges")
    assert pairs(store) == [(1, 2)]


def test_a_wrong_statement_is_a_store_error(store: Store) -> None:
    with pytest.raises(StoreError, match="refused a statement"):
        store.query("SELECT nothing FROM nowhere")
    with pytest.raises(RefusedStatementError, match="fault of the program"):
        store.query("SELECT nothing FROM edges")
    with pytest.raises(StoreError, match="nodes has no column nme"):
        store.rows_by(NODES, "nme", ["x"])


def test_a_snapshot_does_not_see_what_is_committed_meanwhile(store: Store, second: Store) -> None:
    epoch = store.take_over()
    with second.snapshot() as snapshot:
        with store.transaction(epoch) as tx:
            tx.upsert(EDGES, rows_of(edges((1, 2))))
        assert snapshot.query("SELECT count(*) FROM edges") == [(0,)]
        assert snapshot.meta()["epoch"] == "1"
    assert pairs(second) == [(1, 2)]


def test_an_abandoned_scan_does_not_keep_the_old_state(store: Store) -> None:
    epoch = store.take_over()
    many = edges(*((n, n) for n in range(BATCH_ROWS + 1)))
    with store.transaction(epoch) as tx:
        tx.upsert(EDGES, rows_of(many))
    with store.snapshot() as snapshot:
        scan = snapshot.scan(EDGES)
        next(scan)
    with store.transaction(epoch) as tx:
        tx.remove(EDGES, keys(EDGES, many))
    assert pairs(store) == []
    with pytest.raises(StoreError, match="this snapshot has ended"):
        next(scan)
    with pytest.raises(StoreError, match="this snapshot has ended"):
        snapshot.positions()


def test_threads_share_a_store(store: Store) -> None:
    with store.transaction(store.take_over()) as tx:
        tx.upsert(EDGES, rows_of(edges(*((n, n + 1) for n in range(100)))))
    counts: list[int] = []

    def count() -> None:
        for _ in range(20):
            with store.snapshot() as snapshot:
                counts.extend(n for (n,) in snapshot.query("SELECT count(*) FROM edges"))

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [100] * 80
