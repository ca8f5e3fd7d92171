"""Stored rows as the driver looks at them: by name, a batch's worth at a time."""

from collections.abc import Collection, Iterable
from typing import Any

from headwater.store.read import Snapshot
from headwater.store.tables import Table

Row = dict[str, Any]
Rows = list[Row]


def grouped(rows: Rows, column: str) -> dict[Any, Rows]:
    """Rows by what they have in a column."""
    found: dict[Any, Rows] = {}
    for row in rows:
        found.setdefault(row[column], []).append(row)
    return found


def rows(snapshot: Snapshot, table: Table, where: str, params: Iterable[Any] = ()) -> Rows:
    """Rows for which a condition holds; it may go on with an order and a limit."""
    found = snapshot.query(
        f"SELECT {', '.join(table.names)} FROM {table.name} WHERE {where}", tuple(params)
    )
    return [dict(zip(table.names, row, strict=True)) for row in found]


def rows_in(snapshot: Snapshot, table: Table, column: str, keys: Collection[Any]) -> Rows:
    """Rows whose `column` is one of `keys`."""
    found = snapshot.query_in(
        f"SELECT {', '.join(table.names)} FROM {table.name} WHERE {column} IN {{keys}}", keys
    )
    return [dict(zip(table.names, row, strict=True)) for row in found]
