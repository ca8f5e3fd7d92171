"""What questions have made of a state of the store, for the next to find."""

import re
from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from headwater.errors import StoreError
from headwater.store.tables import TABLES

MOST_ROWS = 100_000
"""What is kept of one query goes once it is of more rows than these: a bound on memory."""

V = TypeVar("V")

TABLE_NAMES = tuple(table.name for table in TABLES)
_SOURCE = re.compile(r"\b(?:FROM|JOIN)\s+(\w+)")


class Kept:
    """By key, what was made of its rows; None for a key without any.

    Threads share it: who looks something up has put it there, and nothing is taken out.
    """

    def __init__(self) -> None:
        self.by_key: dict[Any, Any] = {}
        self.rows = 0
        """How many it was made of, a key without any being one."""

    def add(self, values: Mapping[Any, Any], rows: int) -> None:
        self.by_key.update(values)
        self.rows += rows


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

    def kept(self, name: Hashable, state: Hashable) -> Kept:
        """Where results of a query are kept; a new place once there are too many."""
        kept = self.recall(name, state, Kept)
        if kept.rows > MOST_ROWS:
            kept = Kept()
            self._kept[name] = (state, kept)
        return kept


@lru_cache(maxsize=256)
def tables_of(sql: str) -> tuple[str, ...]:
    """The tables that a query reads.

    >>> tables_of("SELECT 1 FROM runs r JOIN nodes n ON n.node_id = r.job_id")
    ('nodes', 'runs')
    """
    found = set(_SOURCE.findall(sql))
    unknown = found.difference(TABLE_NAMES)
    if unknown or not found:
        raise StoreError(
            "what is read must be tables of the store, each after FROM or JOIN; found"
            f" {', '.join(sorted(unknown)) or 'none'} in: {sql}"
        )
    return tuple(sorted(found))
