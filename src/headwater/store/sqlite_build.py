"""Making a generation of the SQLite store: its tables, its rows, and at last its name."""

import os
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from headwater.store.backend import Row, Session
from headwater.store.memory import TABLE_NAMES, new_states
from headwater.store.sqlite_errors import clear_errors
from headwater.store.tables import APPLIED, BOOKKEEPING, META, STATES, TABLES, Table

# A build that crashes is thrown away as a whole, so it needs no journal. `finish` syncs the file.
_BUILDING = (
    "PRAGMA journal_mode = OFF",
    "PRAGMA synchronous = OFF",
    "PRAGMA locking_mode = EXCLUSIVE",
    "PRAGMA cache_size = -262144",
)
_TYPES = {"text": "TEXT", "bytes": "BLOB", "bigint": "INTEGER", "integer": "INTEGER"}


def create_table(table: Table) -> str:
    """The DDL by kind of key, without the indexes that `create_indexes` adds.

    A single number is the rowid itself. A composite key clusters the table, because rows are looked
    up by its prefix. A single text is a separate index: secondary indexes then carry a short rowid
    instead of a long text.
    """
    columns = [
        f"{column.name} {_TYPES[column.kind]}" + ("" if column.nullable else " NOT NULL")
        for column in table.columns
    ]
    if not _by_text(table):
        columns.append(f"PRIMARY KEY ({', '.join(table.key)})")
    options = "STRICT, WITHOUT ROWID" if len(table.key) > 1 else "STRICT"
    return f"CREATE TABLE {table.name} ({', '.join(columns)}) {options}"


def create_indexes(table: Table) -> list[str]:
    unique = [("UNIQUE INDEX", table.key)] if _by_text(table) else []
    return [
        f"CREATE {kind} {table.name}_{'_'.join(columns)} ON {table.name} {table.indexed(columns)}"
        for kind, columns in [*unique, *(("INDEX", columns) for columns in table.indexes)]
    ]


def _by_text(table: Table) -> bool:
    kinds = {column.name: column.kind for column in table.columns}
    return len(table.key) == 1 and kinds[table.key[0]] == "text"


def _insert_sql(table: Table, schema: str = "main") -> str:
    return (
        f"INSERT INTO {schema}.{table.name} ({', '.join(table.names)})"
        f" VALUES ({', '.join('?' for _ in table.names)})"
    )


class SqliteBuild:
    """The file of the next generation, made without a journal and synced at the end."""

    def __init__(self, directory: Path, epoch: int) -> None:
        self.file = directory / f"building-{epoch}.sqlite"
        self._stage = directory / f"building-{epoch}.stage"
        self._indexed: set[str] = set()
        self._remove()
        with clear_errors(directory):
            self._connection = sqlite3.connect(
                self.file, isolation_level=None, check_same_thread=False
            )

    def create(self) -> None:
        with clear_errors(self.file.parent):
            for statement in (*_BUILDING, *map(create_table, (*TABLES, *BOOKKEEPING))):
                self._connection.execute(statement)

    def load(self, table: Table, batches: Iterable[Sequence[Row]]) -> int:
        # Indexes are made at once, while others still compute what the next tables are loaded with.
        count = self._fill(table, batches)
        self._index(table)
        return count

    def _fill(self, table: Table, batches: Iterable[Sequence[Row]]) -> int:
        if _by_text(table):
            return self._append(table, "main", batches)
        # Tables that are stored in key order are filled in that order. Random inserts into a tree
        # that has outgrown the cache would read and write a page for every row.
        with clear_errors(self.file.parent):
            self._connection.execute("ATTACH ? AS stage", (str(self._stage),))
            self._connection.execute("PRAGMA stage.journal_mode = OFF")
            self._connection.execute("PRAGMA stage.synchronous = OFF")
            self._connection.execute(f"CREATE TABLE stage.{table.name} ({', '.join(table.names)})")
        count = self._append(table, "stage", batches)
        with clear_errors(self.file.parent):
            self._connection.execute(
                f"INSERT INTO main.{table.name} SELECT * FROM stage.{table.name}"
                f" ORDER BY {', '.join(table.key)}"
            )
            self._connection.execute("DETACH stage")
            self._stage.unlink()
        return count

    def _append(self, table: Table, schema: str, batches: Iterable[Sequence[Row]]) -> int:
        count = 0
        self._connection.execute("BEGIN")
        for batch in batches:
            with clear_errors(self.file.parent):
                self._connection.executemany(_insert_sql(table, schema), batch)
            count += len(batch)
        with clear_errors(self.file.parent):
            self._connection.execute("COMMIT")
        return count

    def _index(self, table: Table) -> None:
        self._indexed.add(table.name)
        with clear_errors(self.file.parent):
            for statement in create_indexes(table):
                self._connection.execute(statement)

    def finish(self, meta: Mapping[str, str], positions: Mapping[str, int]) -> None:
        for table in (*TABLES, *BOOKKEEPING):
            if table.name not in self._indexed:
                self._index(table)
        with clear_errors(self.file.parent):
            self._connection.executemany(_insert_sql(META), sorted(meta.items()))
            self._connection.executemany(_insert_sql(APPLIED), sorted(positions.items()))
            self._connection.executemany(_insert_sql(STATES), new_states(TABLE_NAMES).items())
            self._connection.execute("ANALYZE")
            self._connection.execute("PRAGMA locking_mode = NORMAL")
            self._connection.execute("PRAGMA journal_mode = WAL")
            # Closed before the sync: closing our own descriptor would drop SQLite's locks.
            self._connection.close()
            _sync(self.file)

    def switch(self, live: Session) -> None:
        self.place(int(file_name(live).removesuffix(".sqlite")) + 1)

    def place(self, number: int) -> None:
        directory = self.file.parent
        name = f"{number:06d}.sqlite"
        with clear_errors(directory):
            self.file.rename(directory / name)
            _sync(directory)  # the new name must be durable before `CURRENT` refers to it
            pointer = directory / "CURRENT.new"
            pointer.write_text(name + "\n")
            _sync(pointer)
            pointer.replace(directory / "CURRENT")
            _sync(directory)

    def abandon(self) -> None:
        self._connection.close()
        self._remove()

    def _remove(self) -> None:
        with clear_errors(self.file.parent):
            for suffix in ("", "-wal", "-shm"):
                self.file.with_name(self.file.name + suffix).unlink(missing_ok=True)
            self._stage.unlink(missing_ok=True)


def file_name(live: Session) -> str:
    return live.generation.partition(" ")[0]


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
