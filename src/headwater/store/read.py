"""Reading: several queries that see one state, as rows or as Arrow."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, TypeVar

import pyarrow as pa

from headwater.errors import StoreError
from headwater.model.facts import Rules
from headwater.store.backend import Key, Row, Session
from headwater.store.tables import Table

BATCH_ROWS = 8192

_ARROW = {"text": pa.string(), "bigint": pa.int64(), "integer": pa.int32()}


def arrow_schema(table: Table) -> pa.Schema:
    """The exact Arrow types of a table's rows, in column order."""
    return pa.schema(
        [pa.field(column.name, _ARROW[column.kind], column.nullable) for column in table.columns]
    )


V = TypeVar("V")


class Memory:
    """What questions have made of a state of the store, for the next to find. Threads share it."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[Hashable, Any]] = {}

    def recall(self, name: str, state: Hashable, make: Callable[[], V]) -> V:
        """What was made of this state; of each name, only the last is kept."""
        found = self._kept.get(name)
        if found is None or found[0] != state:
            found = self._kept[name] = (state, make())
        kept: V = found[1]
        return kept


class Snapshot:
    """One state of the store, whatever others write or rebuild meanwhile.

    SQL goes to SQLite and PostgreSQL alike: see `headwater.store.backend`.
    """

    def __init__(self, session: Session, rules: Rules, memory: Memory | None = None) -> None:
        self._open_session: Session | None = session
        self._memory = memory or Memory()
        self._read: defaultdict[Hashable, dict[Any, Any]] = defaultdict(dict)
        self.rules = rules
        """What its names were normalised by."""

    def recall(self, name: str, state: Hashable, make: Callable[[], V]) -> V:
        """`make()`, unless the same was made of the same state of these tables before."""
        return self._memory.recall(name, (self._session().generation, state), make)

    def recall_applied(self, name: str, make: Callable[[], V]) -> V:
        """`make()`, which goes by rows alone, unless it was made before and nothing came since.

        What came from no log has no positions to tell it by.
        """
        return self.recall(name, self.applied, make) if self.applied else make()

    def read_before(self, name: Hashable) -> dict[Any, Any]:
        """What was put here under this name since the snapshot began: its rows do not change."""
        return self._read[name]

    def end(self) -> None:
        """Its session goes on to others, so nothing may be asked of it any more."""
        self._open_session = None

    def _session(self) -> Session:
        if self._open_session is None:
            raise StoreError("this snapshot has ended; read inside its `with` block")
        return self._open_session

    def query(self, sql: str, params: Sequence[Any] = ()) -> list[Row]:
        return self._session().execute(sql, params)

    def query_in(self, sql: str, keys: Iterable[Key], params: Sequence[Any] = ()) -> list[Row]:
        """Like `query`, with `IN {keys}` for a list that may be thousands long."""
        wanted = list(keys)
        return self._session().execute_in(sql, wanted, params) if wanted else []

    def rows_by(self, table: Table, column: str, keys: Iterable[Key]) -> pa.Table:
        """All columns of the rows whose `column` is one of `keys`, in key order."""
        require_column(table, column)
        rows = self.query_in(
            f"SELECT {', '.join(table.names)} FROM {table.name} WHERE {column} IN {{keys}}"
            f" ORDER BY {', '.join(table.key)}",
            keys,
        )
        return pa.Table.from_batches([_batch(table, rows)])

    def rows(self, table: Table, columns: Sequence[str]) -> Iterator[Row]:
        """Some columns of every row, in key order, never all in memory."""
        for rows in self._ordered(table, columns):
            yield from rows

    def scan(self, table: Table) -> Iterator[pa.RecordBatch]:
        """Every row in key order, a batch at a time."""
        for rows in self._ordered(table, table.names):
            yield _batch(table, rows)

    def _ordered(self, table: Table, columns: Sequence[str]) -> Iterator[list[Row]]:
        sql = f"SELECT {', '.join(columns)} FROM {table.name} ORDER BY {', '.join(table.key)}"
        for rows in self._session().stream(sql, BATCH_ROWS):
            yield rows
            self._session()  # who goes on after the end is told so

    def positions(self) -> dict[str, int]:
        """How far into each log segment the rows reach."""
        return dict(self.query("SELECT segment, position FROM applied ORDER BY segment"))

    @cached_property
    def applied(self) -> tuple[tuple[str, int], ...]:
        """The same as a value: what was made of one state holds until it is another."""
        return tuple(self.positions().items())

    def meta(self) -> dict[str, str]:
        return dict(self.query("SELECT key, value FROM meta ORDER BY key"))


def require_column(table: Table, column: str) -> None:
    if column not in table.names:
        raise StoreError(
            f"table {table.name} has no column {column}; it has {', '.join(table.names)}"
        )


def _batch(table: Table, rows: list[Row]) -> pa.RecordBatch:
    schema = arrow_schema(table)
    columns = zip(*rows, strict=True) if rows else ((),) * len(schema)
    return pa.RecordBatch.from_arrays(
        [pa.array(values, field.type) for values, field in zip(columns, schema, strict=True)],
        schema=schema,
    )
