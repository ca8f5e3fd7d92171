"""What questions have made of a state of the store, for the next to find."""

import re
import secrets
from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from headwater.errors import StoreError
from headwater.store.backend import Row
from headwater.store.tables import TABLES

MOST_BYTES = 32 << 20
"""What is kept of one query, at most, from snapshot to snapshot."""
_CELL_BYTES = 64
"""What a value takes beside its text, about."""

TABLE_NAMES = tuple(table.name for table in TABLES)
_SOURCE = re.compile(
    r"\b(?:FROM|JOIN)\b(?:\s+(\w+))?(?=(?:\s+(?:AS\s+)?\w+)?\s*(,?))", re.IGNORECASE
)
"""A source, and a comma after it and its other name, if there is one."""

V = TypeVar("V")


class Kept:
    """By key, what was made of its rows; None for a key without any.

    Threads share it: who looks something up has put it there, and nothing is taken out.
    """

    def __init__(self) -> None:
        self.by_key: dict[Any, Any] = {}
        self.size = 0
        """In bytes, about."""

    def add(self, values: Mapping[Any, Any], rows: list[Row]) -> None:
        """What was made of the rows."""
        self.by_key.update(values)
        texts = sum(len(cell) for row in rows for cell in row if type(cell) is str)
        self.size += texts + _CELL_BYTES * (len(values) + sum(map(len, rows)))


class Memory:
    """Of each name the last state, and what was made of it. Threads share it."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, tuple[Hashable, Any]] = {}

    def recall(self, name: Hashable, state: Hashable, make: Callable[[], V]) -> V:
        """What was made of this state; of each name, only the last is kept."""
        found = self._kept.get(name)
        if found is None or found[0] != state:
            found = self._kept[name] = (state, make())
        kept: V = found[1]
        return kept

    def trim(self, used: Mapping[Hashable, Kept]) -> None:
        """Forgets those that have become too large, once they are no longer in use."""
        for name, kept in used.items():
            if kept.size > MOST_BYTES and self._kept.get(name, (None, None))[1] is kept:
                self._kept.pop(name, None)


def one_value(rows: list[Row]) -> Any:
    """For `Snapshot.by_key`, where a key has one row, and beside the key one column."""
    [(_, value)] = rows
    return value


def new_states(tables: Iterable[str]) -> dict[str, int]:
    """For each table a number that none of its states has had.

    Random, not counted: what was counted comes again when a store is put back to what it was.
    """
    return {name: secrets.randbits(62) for name in sorted(tables)}


@lru_cache(maxsize=256)
def tables_of(sql: str) -> tuple[str, ...]:
    """The tables that a query reads.

    >>> tables_of("SELECT 1 FROM runs r JOIN nodes n ON n.node_id = r.job_id")
    ('nodes', 'runs')
    """
    sources = _SOURCE.findall(sql)
    if not sources or any(name not in TABLE_NAMES or comma for name, comma in sources):
        raise StoreError(
            "what is kept must be read from tables of the store, each after its own FROM or JOIN;"
            f" found: {sql}"
        )
    return tuple(sorted({name for name, _ in sources}))
