"""Rows of any table, with the values that are hardest to carry."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import Any

import pyarrow as pa

from headwater.store import Store, arrow_schema
from headwater.store.backend import Row
from headwater.store.tables import APPLIED, BEGINNING, EDGES, FOREVER, TABLES, Column, Table

EXTREMES: Mapping[str, Sequence[str | bytes | int]] = {
    "text": (
        "",
        "Ünïcödé 水源",
        "\\.\n\\N\t'\"%s {keys} ? \r\n",
        "\U0001f600",
        "NULL",
        "\uff5a" * 3000,
    ),
    "bytes": (b"", b"\\x00", bytes(range(256)), b"\0" * 3000),
    "bigint": (0, FOREVER, BEGINNING, -1, 2**53 + 1),
    "integer": (0, 1, 2**31 - 1, -(2**31)),
}


def extreme_rows(table: Table) -> pa.Table:
    """A few rows with distinct keys: every extreme, and every null where one may be."""
    numbers = range(12)
    columns = {column.name: [_value(column, n) for n in numbers] for column in table.columns}
    return pa.table(
        {
            name: _distinct(name, values) if name == table.key[0] else values
            for name, values in columns.items()
        },
        schema=arrow_schema(table),
    )


def _value(column: Column, number: int) -> str | bytes | int | None:
    if column.nullable and number % 3 == 0:
        return None
    values = EXTREMES[column.kind]
    return values[number % len(values)]


def _distinct(name: str, values: Sequence[Any]) -> list[Any]:
    """The first time a value occurs it stays as it is."""
    seen: set[Any] = set()
    fresh = count(1000)
    distinct: list[Any] = []
    for value in values:
        unused = value
        while unused in seen:
            unused = f"{name}{next(fresh)}" if isinstance(value, str) else next(fresh)
        seen.add(unused)
        distinct.append(unused)
    return distinct


def edges(*pairs: tuple[int, int], valid_from: int = 0, valid_to: int = FOREVER) -> pa.Table:
    rows = [
        {
            "origin": origin,
            "destination": destination,
            "basis": "listed",
            "stated_by": origin,
            "valid_from": valid_from,
            "valid_to": valid_to,
        }
        for origin, destination in pairs
    ]
    return pa.Table.from_pylist(rows, schema=arrow_schema(EDGES))


def keys(table: Table, rows: pa.Table) -> list[tuple[str | int, ...]]:
    """Of each row, what a transaction removes it by."""
    return list(zip(*(rows.column(name).to_pylist() for name in table.key), strict=True))


def refusing(store: Store) -> None:
    """From now on the store takes only one edge to each destination."""
    with store._backend.write_session() as session:  # as nothing in the program does
        session.execute("CREATE UNIQUE INDEX one_each ON edges (destination)")


def pairs(store: Store) -> list[tuple[int, int]]:
    rows = store.query("SELECT origin, destination FROM edges ORDER BY origin, destination")
    return [(origin, destination) for origin, destination in rows]


def rows_of(rows: pa.Table) -> list[Row]:
    """Rows as the store takes them."""
    return list(zip(*(column.to_pylist() for column in rows.columns), strict=True))


def batches_of(rows: pa.Table) -> list[list[Row]]:
    """Rows as a rebuild loads them."""
    return [rows_of(rows)]


def values_of(table: Table, rows: Iterable[Mapping[str, Any]]) -> list[Row]:
    """Rows as the store takes them. What they do not have is null."""
    return [tuple(row.get(name) for name in table.names) for row in rows]


def fill(store: Store) -> None:
    """Extreme rows in every table, by a rebuild."""
    with store.rebuild(store.take_over()) as target:
        for table in TABLES:
            target.load(table, batches_of(extreme_rows(table)))
        target.publish({"000001": 10})


def everything(store: Store) -> dict[str, list[dict[str, Any]]]:
    """All rows of all tables, and the positions."""
    return {
        table.name: [row for batch in store.scan(table) for row in batch.to_pylist()]
        for table in (*TABLES, APPLIED)
    }
