"""Which rows of a table a batch has to write, and which to remove."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from headwater.pipeline.source.stored import Row, Rows
from headwater.store.tables import Table


@dataclass
class RowChanges:
    """The writes that turn the stored rows into the wanted ones."""

    changed: Rows = field(default_factory=list)
    removed: list[tuple[Any, ...]] = field(default_factory=list)
    """The keys of the rows to remove."""


def row_changes(table: Table, stored: Rows, wanted: Rows) -> RowChanges:
    """The changes to one table. `stored` are the rows that `wanted` takes the place of."""
    was, will = _by_key(table, stored), _by_key(table, wanted)
    return RowChanges(
        [row for key, row in will.items() if was.get(key) != row],
        [key for key in was if key not in will],
    )


def _by_key(table: Table, rows: Iterable[Row]) -> dict[tuple[Any, ...], Row]:
    key, names = table.key, table.names
    return {
        tuple([row[name] for name in key]): {name: row.get(name) for name in names} for row in rows
    }
