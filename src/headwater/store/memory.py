"""What queries have made of stored rows, kept in memory for the next question."""

import re
import secrets
from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from headwater.errors import StoreError
from headwater.store.backend import Row
from headwater.store.tables import TABLES

MOST_BYTES = 32 << 20
"""The most that is kept of one query from snapshot to snapshot."""
_CELL_BYTES = 64
"""About how many bytes one value takes beside its text."""
_UNPACKED = 8
"""About how many times as many bytes what is stored packed takes when it is unpacked."""
_SAMPLE = 50
"""How many rows are measured, at most: measuring thousands would take as long as reading them."""

TABLE_NAMES = tuple(table.name for table in TABLES)
_SOURCE = re.compile(
    r"\b(?:FROM|JOIN)\b(?:\s+(\w+))?(?=(?:\s+(?:AS\s+)?\w+)?\s*(,?))", re.IGNORECASE
)
"""A table after FROM or JOIN, and the comma that may follow it or its alias."""
_INSIDE = re.compile(r"\bWITH RECURSIVE (\w+)\(")
"""The name of rows that a query makes within itself."""

V = TypeVar("V")


class Kept:
    """What was made of the rows of each key; None for a key without rows.

    Threads share it. That is safe because values are only ever added, and whoever looks one up has
    added it before.
    """

    def __init__(self) -> None:
        self.by_key: dict[Any, Any] = {}
        self.size = 0
        """About how many bytes it takes."""

    def add(self, values: Mapping[Any, Any], rows: list[Row]) -> None:
        """Adds the values that were made of these rows."""
        self.by_key.update(values)
        some = rows[:: len(rows) // _SAMPLE + 1]
        texts = sum(_size(cell) for row in some for cell in row)
        cells = _CELL_BYTES * sum(map(len, some))
        self.size += _CELL_BYTES * len(values)
        self.size += (texts + cells) * len(rows) // max(1, len(some))


def _size(cell: Any) -> int:
    """About how many bytes are made of what a cell has."""
    kind = type(cell)
    return len(cell) if kind is str else _UNPACKED * len(cell) if kind is bytes else 0


class Memory:
    """For each name, the last state of the store and what was made of it. Threads share it."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, tuple[Hashable, Any]] = {}

    def recall(self, name: Hashable, state: Hashable, make: Callable[[], V]) -> V:
        """What was made of this state. Only the value for the last state of each name is kept."""
        found = self._kept.get(name)
        if found is None or found[0] != state:
            found = self._kept[name] = (state, make())
        kept: V = found[1]
        return kept

    def trim(self, used: Mapping[Hashable, Kept]) -> None:
        """Forgets values that have become too large, once they are no longer in use."""
        for name, kept in used.items():
            if kept.size > MOST_BYTES and self._kept.get(name, (None, None))[1] is kept:
                self._kept.pop(name, None)


def one_value(rows: list[Row]) -> Any:
    """The value of a key, for `Snapshot.by_key` where a key has one row with one value."""
    [(_, value)] = rows
    return value


def new_states(tables: Iterable[str]) -> dict[str, int]:
    """A number for each table that none of its earlier states has had.

    The numbers are random and not counted up, because a count would repeat when a store is restored
    from a copy.
    """
    return {name: secrets.randbits(62) for name in sorted(tables)}


@lru_cache(maxsize=256)
def tables_of(sql: str) -> tuple[str, ...]:
    """The tables that a query reads.

    >>> tables_of("SELECT 1 FROM runs r JOIN nodes n ON n.node_id = r.job_id")
    ('nodes', 'runs')
    """
    inside = _INSIDE.findall(sql)
    sources = [source for source in _SOURCE.findall(sql) if source[0] not in inside]
    if not sources or any(name not in TABLE_NAMES or comma for name, comma in sources):
        raise StoreError(
            "what is kept must be read from tables of the store, each after its own FROM or JOIN;"
            f" found: {sql}"
        )
    return tuple(sorted({name for name, _ in sources}))
