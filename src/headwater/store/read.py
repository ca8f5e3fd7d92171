"""Reading the store: several queries that see one state, as rows or as Arrow."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from headwater.errors import StoreError
from headwater.model.facts import Rules
from headwater.store.backend import Row, RowKey, Session
from headwater.store.memory import TABLE_NAMES, Kept, Memory, tables_of
from headwater.store.tables import Table

if TYPE_CHECKING:
    import pyarrow as pa  # imported where rows become Arrow: questions are answered without it

BATCH_ROWS = 8192

_ARROW = {"text": "string", "bytes": "binary", "bigint": "int64", "integer": "int32"}


def arrow_schema(table: Table) -> "pa.Schema":
    """The exact Arrow types of a table's rows, in column order."""
    import pyarrow as pa

    return pa.schema(
        [
            pa.field(column.name, pa.type_for_alias(_ARROW[column.kind]), column.nullable)
            for column in table.columns
        ]
    )


def arrow_table(table: Table, rows: Sequence[Row]) -> "pa.Table":
    """Rows of a table, with all its columns in their order, as Arrow."""
    import pyarrow as pa

    return pa.Table.from_batches([_batch(table, rows)])


K = TypeVar("K", bound=RowKey)
V = TypeVar("V")


class Snapshot:
    """One state of the store, whatever others write or rebuild meanwhile.

    The same SQL runs on SQLite and PostgreSQL: see `headwater.store.backend`.
    """

    def __init__(self, session: Session, rules: Rules, memory: Memory | None = None) -> None:
        self._open_session: Session | None = session
        self._memory = memory or Memory()
        self._kept: dict[Hashable, Kept] = {}
        self.rules = rules
        """The rules that its names were normalised by."""

    def recall(self, name: str, state: Hashable, make: Callable[[], V]) -> V:
        """The result of `make()` for this state, from memory if it is still there."""
        return self._memory.recall(name, (self._session().generation, state), make)

    def state(self, *tables: str) -> tuple[int, ...]:
        """The states of these tables, or of all tables.

        What was made of their rows alone stays valid for as long as the states are the same.
        """
        return tuple(self._states[table] for table in tables or TABLE_NAMES)

    def end(self) -> None:
        """Ends the snapshot. Its session is used by others, so nothing can be read any more."""
        self._open_session = None
        self._memory.trim(self._kept)

    def _session(self) -> Session:
        if self._open_session is None:
            raise StoreError("this snapshot has ended; read inside its `with` block")
        return self._open_session

    def query(self, sql: str, params: Sequence[Any] = ()) -> list[Row]:
        return self._session().execute(sql, params)

    def query_in(self, sql: str, keys: Iterable[RowKey], params: Sequence[Any] = ()) -> list[Row]:
        """Like `query`, with `IN {keys}` for a list that may be thousands long."""
        wanted = list(keys)
        return self._session().execute_in(sql, wanted, params) if wanted else []

    def by_key(
        self,
        sql: str,
        keys: Iterable[K],
        make: Callable[[list[Row]], V | None],
        *,
        unchanging: bool = False,
    ) -> dict[K, V]:
        """For each key, what `make` makes of its rows. The key is the first column of a row.

        A value is made once, and shared for as long as no table that the query reads has changed.
        So `make` must be a module-level object that depends on the rows alone, and nobody may
        change its results. Keys without rows, and keys for which `make` returns None, are left out.
        `unchanging` says that the rows of a key are always the same once there are any, as the key
        is a digest of them: then their value is kept whatever else changes in the table.
        """
        wanted = set(keys)
        kept = self._place(sql, make, unchanging)
        known: dict[K, V | None] = kept.by_key
        missing = sorted(wanted.difference(known))
        if missing:
            found: defaultdict[K, list[Row]] = defaultdict(list)
            rows = self.query_in(sql, missing)
            for row in rows:
                found[row[0]].append(row)
            lasting = found if unchanging else missing
            kept.add({key: make(found[key]) if key in found else None for key in lasting}, rows)
        return {key: value for key in sorted(wanted) if (value := known.get(key)) is not None}

    def _place(self, sql: str, make: Callable[[list[Row]], Any], unchanging: bool) -> Kept:
        """The values kept for a query. It stays the same object while the snapshot lasts."""
        name = (sql, make)
        if name not in self._kept:
            state = self._session().generation if unchanging else self.state(*tables_of(sql))
            self._kept[name] = self._memory.recall(name, state, Kept)
        return self._kept[name]

    @cached_property
    def _states(self) -> dict[str, int]:
        return dict(self.query("SELECT name, state FROM states"))

    def rows_by(self, table: Table, column: str, keys: Iterable[RowKey]) -> "pa.Table":
        """All columns of the rows whose `column` is one of `keys`, in key order."""
        require_column(table, column)
        rows = self.query_in(
            f"SELECT {', '.join(table.names)} FROM {table.name} WHERE {column} IN {{keys}}"
            f" ORDER BY {', '.join(table.key)}",
            keys,
        )
        return arrow_table(table, rows)

    def rows(self, table: Table, columns: Sequence[str]) -> Iterator[Row]:
        """Some columns of every row, in key order, without having all rows in memory."""
        for rows in self._ordered(table, columns):
            yield from rows

    def scan(self, table: Table, *, by_time: bool = False) -> "Iterator[pa.RecordBatch]":
        """Every row in key order, one record batch at a time.

        With `by_time`, rows of tables that have a time are ordered by that first.
        """
        first = (table.time,) if by_time and table.time else ()
        for rows in self._ordered(table, table.names, first):
            yield _batch(table, rows)

    def _ordered(
        self, table: Table, columns: Sequence[str], first: Sequence[str] = ()
    ) -> Iterator[list[Row]]:
        order = ", ".join((*first, *table.key))
        sql = f"SELECT {', '.join(columns)} FROM {table.name} ORDER BY {order}"
        for rows in self._session().stream(sql, BATCH_ROWS):
            yield rows
            self._session()  # raises if the snapshot has ended meanwhile

    def positions(self) -> dict[str, int]:
        """How far into each segment of the log the rows reach."""
        return dict(self.query("SELECT segment, position FROM applied ORDER BY segment"))

    def meta(self) -> dict[str, str]:
        return read_meta(self._session())


def read_meta(session: Session) -> dict[str, str]:
    """What a generation says of itself."""
    return dict(session.execute("SELECT key, value FROM meta ORDER BY key"))


def require_column(table: Table, column: str) -> None:
    if column not in table.names:
        raise StoreError(
            f"table {table.name} has no column {column}; it has {', '.join(table.names)}"
        )


def _batch(table: Table, rows: Sequence[Row]) -> "pa.RecordBatch":
    import pyarrow as pa

    schema = arrow_schema(table)
    columns = zip(*rows, strict=True) if rows else ((),) * len(schema)
    return pa.RecordBatch.from_arrays(
        [pa.array(values, field.type) for values, field in zip(columns, schema, strict=True)],
        schema=schema,
    )
