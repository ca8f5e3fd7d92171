"""Stored rows as dictionaries, as many as a batch needs."""

from collections.abc import Collection, Iterable
from typing import Any

from headwater.model.run_parts import Part, stored_part
from headwater.store.read import Snapshot
from headwater.store.run_registers import registers_of
from headwater.store.tables import Table

Row = dict[str, Any]
Rows = list[Row]


def grouped(rows: Rows, column: str) -> dict[Any, Rows]:
    """The rows by their value in a column."""
    found: dict[Any, Rows] = {}
    for row in rows:
        found.setdefault(row[column], []).append(row)
    return found


def rows(snapshot: Snapshot, table: Table, where: str, params: Iterable[Any] = ()) -> Rows:
    """The rows for which a condition holds. The condition may end in an order and a limit."""
    found = snapshot.query(
        f"SELECT {', '.join(table.names)} FROM {table.name} WHERE {where}", tuple(params)
    )
    return [dict(zip(table.names, row, strict=True)) for row in found]


def rows_in(snapshot: Snapshot, table: Table, column: str, keys: Collection[Any]) -> Rows:
    """The rows whose `column` is one of `keys`."""
    found = snapshot.query_in(
        f"SELECT {', '.join(table.names)} FROM {table.name} WHERE {column} IN {{keys}}", keys
    )
    return [dict(zip(table.names, row, strict=True)) for row in found]


def stored_parts(snapshot: Snapshot, runs: Collection[Row]) -> list[Part]:
    """Rows of `runs` with what follows from them (`model.run_parts`), in the same order."""
    folded = registers_of(snapshot, (run["facts"] for run in runs))
    return [stored_part(run, registers) for run, registers in zip(runs, folded, strict=True)]
