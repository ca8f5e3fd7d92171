"""Which rows of a table a batch has to write, and which to remove."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

from headwater.pipeline.source.stored import Row, Rows
from headwater.store.tables import Table

Values = tuple[Any, ...]


@dataclass
class RowChanges:
    """The writes that turn the stored rows into the wanted ones."""

    changed: list[Values] = field(default_factory=list)
    """The rows to write, with the columns of the table in their order."""
    removed: list[Values] = field(default_factory=list)
    """The keys of the rows to remove."""


def row_changes(table: Table, stored: Rows, wanted: Rows) -> RowChanges:
    """The changes to one table. `stored` are the rows that `wanted` takes the place of."""
    was, will = _by_key(table, stored), _by_key(table, wanted)
    return RowChanges(
        [row for key, row in will.items() if was.get(key) != row],
        [key for key in was if key not in will],
    )


def _by_key(table: Table, rows: Iterable[Row]) -> dict[Values, Values]:
    columns = itemgetter(*table.names)
    keys = [table.names.index(name) for name in table.key]
    if len(keys) == 1:
        [place] = keys
        return {(values[place],): values for values in map(columns, rows)}
    key = itemgetter(*keys)
    return {key(values): values for values in map(columns, rows)}
