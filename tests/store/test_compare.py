"""Comparing stores: PostgreSQL with SQLite, and SQLite with SQLite."""

from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pytest

from headwater.store import RowDifference, Store, arrow_schema, differences, open_store
from headwater.store.tables import EDGES, EVENTS, TABLES, Column, Table
from tests.store.rows import edges, extreme_rows, fill, keys, rows_of


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Store]:
    with open_store(f"sqlite:///{tmp_path}/other") as opened:
        yield opened


def changed(table: Table, column: Column, row: pa.Table) -> pa.Table:
    value = {"text": "changed", "bytes": b"changed"}.get(column.kind, 4711)
    array = pa.array([value], arrow_schema(table).field(column.name).type)
    return row.set_column(table.names.index(column.name), column.name, array)


def test_equal_stores_are_equal_row_by_row(store: Store, other: Store) -> None:
    fill(store)
    fill(other)
    comparison = differences(store, other)
    assert comparison.equal
    assert comparison.differences == []
    assert comparison.rows == {table.name: (12, 12) for table in TABLES}


def test_a_difference_in_any_column_of_any_table_is_found(store: Store, other: Store) -> None:
    fill(store)
    fill(other)
    planted: list[RowDifference] = []
    with other.transaction(other.take_over()) as tx:
        for table in TABLES:
            values = [c for c in table.columns if c.name not in table.key and not c.arrival]
            before = after = extreme_rows(table).slice(1, 1)
            for column in values:
                after = changed(table, column, after)
            tx.upsert(table, rows_of(after))
            [old], [new] = before.to_pylist(), after.to_pylist()
            key = tuple(old[name] for name in table.key)
            planted += [
                RowDifference(table.name, key, c.name, old[c.name], new[c.name]) for c in values
            ]
    comparison = differences(store, other, limit=1000)
    assert comparison.differences == planted
    assert comparison.differing_rows == len({difference.table for difference in planted})
    assert not comparison.equal


def test_each_column_of_a_row_is_named(store: Store, other: Store) -> None:
    for side, valid_to in ((store, 5), (other, 6)):
        with side.transaction(side.take_over()) as tx:
            tx.upsert(EDGES, rows_of(edges((1, 2), valid_to=valid_to)))
    key = (1, 2, "listed", 1, 0)
    assert differences(store, other).differences == [RowDifference("edges", key, "valid_to", 5, 6)]


def test_a_row_that_only_one_side_has_is_shown_whole(store: Store, other: Store) -> None:
    fill(store)
    fill(other)
    for table in TABLES:
        first, last = (
            extreme_rows(table).sort_by([(name, "ascending") for name in table.key]).slice(n, 1)
            for n in (0, 11)
        )
        with store.transaction(store.take_over()) as tx:
            tx.remove(table, keys(table, first))
        with other.transaction(other.take_over()) as tx:
            tx.remove(table, keys(table, last))
    comparison = differences(store, other, limit=1000)
    assert comparison.rows == {table.name: (11, 11) for table in TABLES}
    assert comparison.differing_rows == 2 * len(TABLES)
    for table in TABLES:
        only_right, only_left = [d for d in comparison.differences if d.table == table.name]
        assert (only_right.column, only_right.left) == (None, None)
        assert (only_left.column, only_left.right) == (None, None)
        assert only_left.left[: len(table.key)] == only_left.key


def test_where_an_event_lies_in_the_log_does_not_count(store: Store, other: Store) -> None:
    rows = extreme_rows(EVENTS)
    for side, position in ((store, 1), (other, 2)):
        moved = rows.set_column(8, "position", [[position] * rows.num_rows])
        with side.transaction(side.take_over()) as tx:
            tx.upsert(EVENTS, rows_of(moved))
    assert differences(store, other).equal


def test_only_the_first_differences_are_listed_but_all_are_counted(
    store: Store, other: Store
) -> None:
    with other.transaction(other.take_over()) as tx:
        tx.upsert(EDGES, rows_of(edges(*((n, n) for n in range(50)))))
    comparison = differences(store, other, limit=3)
    assert comparison.differing_rows == 50
    assert [d.key[0] for d in comparison.differences] == [0, 1, 2]
    assert comparison.rows["edges"] == (0, 50)


def test_a_snapshot_can_be_compared(store: Store, other: Store) -> None:
    with store.snapshot() as before:
        with store.transaction(store.take_over()) as tx:
            tx.upsert(EDGES, rows_of(edges((1, 2))))
        assert differences(before, other).equal
    assert not differences(store, other).equal
