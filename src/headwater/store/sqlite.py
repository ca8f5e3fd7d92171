"""The store in a directory: one SQLite file (WAL) per generation, `CURRENT` names the live one.

Writers take SQLite's own write lock on the live file, and whoever moves `CURRENT` holds it too:
so once a writer has the lock and sees that `CURRENT` still names its file, it stays so. Files of
old generations are unlinked; readers that have them open go on reading. `LOCK` is held only by
whoever makes the first generation, `PIPELINE` by the pipeline that keeps the store up to date.
"""

import fcntl
import os
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import msgspec
import pyarrow as pa

from headwater.errors import RefusedRowsError, StoreError
from headwater.store.backend import (
    Key,
    Row,
    Session,
    Sessions,
    checked,
    remove_sql,
    tuples,
    upsert_sql,
    with_keys,
)
from headwater.store.claims import ClaimFile
from headwater.store.memory import TABLE_NAMES, new_states
from headwater.store.tables import APPLIED, BOOKKEEPING, META, STATES, TABLES, Table

_GENERATION = re.compile(r"\d{6}\.sqlite")
_BUILD = re.compile(r"building-(\d+)\.")

# NORMAL does not sync the WAL at each commit: a power cut can lose the last batches, but never
# half of one. The log position is committed with the rows, so what was lost is derived again.
_SERVING = (
    "PRAGMA synchronous = NORMAL",
    "PRAGMA journal_size_limit = 67108864",
    "PRAGMA case_sensitive_like = ON",  # as on PostgreSQL, and LIKE 'prefix%' may use an index
)
# A build that crashes is thrown away whole, so it needs no journal; `finish` syncs it.
_BUILDING = (
    "PRAGMA journal_mode = OFF",
    "PRAGMA synchronous = OFF",
    "PRAGMA locking_mode = EXCLUSIVE",
    "PRAGMA cache_size = -262144",
)


def create_table(table: Table) -> str:
    """DDL by kind of key, without the indexes that `create_indexes` adds.

    A single number is the rowid itself. A composite key clusters the table, as rows are looked
    up by its prefix. A single text stays outside: secondary indexes then carry a short rowid
    instead of a long text.
    """
    columns = [
        f"{column.name} {'TEXT' if column.kind == 'text' else 'INTEGER'}"
        + ("" if column.nullable else " NOT NULL")
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


@contextmanager
def clear_errors(where: object) -> Iterator[None]:
    """Turns what the driver or the file system says into what happened and what to do."""
    try:
        yield
    except sqlite3.Error as error:
        kind = RefusedRowsError if _is_about_rows(error) else StoreError
        raise kind(f"the store in {where} {_explained(error)} ({error})") from error
    except OSError as error:
        raise StoreError(
            f"the store in {where} cannot be used: {error.strerror}: {error.filename};"
            " check that the directory exists, is writable and has space"
        ) from error


def _is_about_rows(error: sqlite3.Error) -> bool:
    name = getattr(error, "sqlite_errorname", "")
    return name.startswith(("SQLITE_CONSTRAINT", "SQLITE_MISMATCH", "SQLITE_TOOBIG"))


def _explained(error: sqlite3.Error) -> str:
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return "is locked by another process that writes; wait until it ends, then repeat"
    if name.startswith("SQLITE_FULL"):
        return "has no space left; nothing was half-written: free some space, then repeat"
    if name.startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT")):
        return "is damaged; delete the directory and run `headwater build --full`"
    if name.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_IOERR", "SQLITE_PERM")):
        return "cannot be read or written; check that it is writable and has space, then repeat"
    if name.startswith("SQLITE_CONSTRAINT"):
        return "refused a row, and the whole transaction with it"
    return "refused a statement"


class _Live(NamedTuple):
    """The file that `CURRENT` names."""

    file: Path
    generation: str
    """Its name, and which file it is: where a store is deleted and made anew, names come again,
    while sessions still have the old files open."""


class SqliteSession:
    """One connection to one generation's file."""

    def __init__(self, live: _Live, patience: float, page_cache: int) -> None:
        file, self.generation = live
        self._where = file.parent
        self._streams: set[sqlite3.Cursor] = set()
        with clear_errors(self._where):
            # Sessions go from thread to thread, but serve one at a time.
            self._connection = sqlite3.connect(
                f"file:{quote(str(file))}?mode=rw",
                uri=True,
                timeout=patience,
                isolation_level=None,
                check_same_thread=False,
                cached_statements=256,
            )
            try:
                for pragma in (*_SERVING, f"PRAGMA cache_size = -{page_cache >> 10}"):
                    self._connection.execute(pragma)
            except sqlite3.Error:
                self._connection.close()
                raise

    def begin(self, *, write: bool) -> None:
        with clear_errors(self._where):
            self._connection.execute(f"PRAGMA query_only = {'OFF' if write else 'ON'}")
            self._connection.execute("BEGIN IMMEDIATE" if write else "BEGIN")
            self._connection.execute("SELECT 1 FROM meta")  # only reading starts a snapshot

    def end(self, statement: str) -> None:
        """COMMIT or ROLLBACK. A stream left open would keep its snapshot alive: it ends here."""
        with clear_errors(self._where):
            for cursor in self._streams:
                cursor.close()
            self._streams.clear()
            # After some errors SQLite has rolled back by itself.
            if statement == "COMMIT" or self._connection.in_transaction:
                self._connection.execute(statement)

    def close(self) -> None:
        self._connection.close()

    def execute(self, sql: str, params: Sequence[Any] = ()) -> list[Row]:
        with clear_errors(self._where):
            return self._connection.execute(checked(sql), params).fetchall()

    def execute_in(self, sql: str, keys: Sequence[Key], params: Sequence[Any] = ()) -> list[Row]:
        clause = "IN (SELECT value FROM json_each(?))"
        return self.execute(*with_keys(sql, params, clause, msgspec.json.encode(keys).decode()))

    def stream(self, sql: str, size: int) -> Iterator[list[Row]]:
        with clear_errors(self._where):
            cursor = self._connection.execute(checked(sql))
        self._streams.add(cursor)
        try:
            while rows := self._fetch(cursor, size):
                yield rows
        finally:
            cursor.close()
            self._streams.discard(cursor)

    def _fetch(self, cursor: sqlite3.Cursor, size: int) -> list[Row]:
        with clear_errors(self._where):
            return cursor.fetchmany(size)

    def upsert(self, table: Table, rows: pa.Table) -> None:
        with clear_errors(self._where):
            self._connection.executemany(upsert_sql(table), tuples(rows))

    def remove(self, table: Table, keys: Sequence[Row]) -> None:
        with clear_errors(self._where):
            self._connection.executemany(remove_sql(table), keys)


class SqliteBuild:
    """The next generation's file, made without a journal and synced at the end."""

    def __init__(self, directory: Path, epoch: int) -> None:
        self.file = directory / f"building-{epoch}.sqlite"
        self._stage = directory / f"building-{epoch}.stage"
        self._remove()
        with clear_errors(directory):
            self._connection = sqlite3.connect(
                self.file, isolation_level=None, check_same_thread=False
            )

    def create(self) -> None:
        with clear_errors(self.file.parent):
            for statement in (*_BUILDING, *map(create_table, (*TABLES, *BOOKKEEPING))):
                self._connection.execute(statement)

    def load(self, table: Table, batches: Iterable[pa.RecordBatch]) -> int:
        if _by_text(table):
            return self._append(table, "main", batches)
        # Rows that are stored in key order go in sorted: random inserts into a tree that has
        # outgrown the cache would read and write a page for every row.
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

    def _append(self, table: Table, schema: str, batches: Iterable[pa.RecordBatch]) -> int:
        count = 0
        self._connection.execute("BEGIN")
        for batch in batches:
            with clear_errors(self.file.parent):
                self._connection.executemany(_insert_sql(table, schema), tuples(batch))
            count += batch.num_rows
        with clear_errors(self.file.parent):
            self._connection.execute("COMMIT")
        return count

    def finish(self, meta: Mapping[str, str], positions: Mapping[str, int]) -> None:
        with clear_errors(self.file.parent):
            self._connection.executemany(_insert_sql(META), sorted(meta.items()))
            self._connection.executemany(_insert_sql(APPLIED), sorted(positions.items()))
            self._connection.executemany(_insert_sql(STATES), new_states(TABLE_NAMES).items())
            for table in (*TABLES, *BOOKKEEPING):
                for statement in create_indexes(table):
                    self._connection.execute(statement)
            self._connection.execute("ANALYZE")
            self._connection.execute("PRAGMA locking_mode = NORMAL")
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.close()  # first: closing our own descriptor would drop its locks
            _sync(self.file)

    def switch(self, live: Session) -> None:
        self.place(int(_name(live).removesuffix(".sqlite")) + 1)

    def place(self, number: int) -> None:
        directory = self.file.parent
        name = f"{number:06d}.sqlite"
        with clear_errors(directory):
            self.file.rename(directory / name)
            _sync(directory)  # the file has its name before anything names the file
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


class SqliteBackend:
    def __init__(self, directory: Path, patience: float, page_cache: int) -> None:
        self.where = str(directory)
        self._directory = directory
        self._patience = patience
        self._page_cache = page_cache
        self._claim = ClaimFile(directory / "PIPELINE")
        self._sessions = Sessions(self._begin)
        self.reading = self._sessions.reading
        self.writing = self._sessions.writing
        self.close = self._sessions.close

    def create(self, meta: Mapping[str, str]) -> None:
        with clear_errors(self.where):
            self._directory.mkdir(parents=True, exist_ok=True)
            if (self._directory / "CURRENT").exists():
                return
            with (self._directory / "LOCK").open("w") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                if not (self._directory / "CURRENT").exists():
                    self._remove_all_but("", epoch=0)
                    with self.building(0) as build:
                        build.finish(meta, {})
                        build.place(1)

    @contextmanager
    def building(self, epoch: int) -> Iterator[SqliteBuild]:
        build = SqliteBuild(self._directory, epoch)
        try:
            build.create()
            yield build
        finally:
            build.abandon()

    @contextmanager
    def claimed(self) -> Iterator[Callable[[str], None]]:
        with clear_errors(self.where), self._claim.held() as tell:
            yield tell

    def claim(self) -> str:
        with clear_errors(self.where):
            return self._claim.words()

    def sweep(self, live: Session, epoch: int) -> None:
        with clear_errors(self.where):
            self._remove_all_but(_name(live), epoch)

    def _remove_all_but(self, live: str, epoch: int) -> None:
        for file in list(self._directory.iterdir()):
            generation = _GENERATION.match(file.name)
            build = _BUILD.match(file.name)
            old = generation is not None and generation[0] != live
            fenced = build is not None and int(build[1]) < epoch
            if old or fenced:
                file.unlink(missing_ok=True)

    def _live(self) -> _Live:
        with clear_errors(self.where):
            file = self._directory / (self._directory / "CURRENT").read_text().strip()
        try:
            found = file.stat()
        except OSError:  # perhaps swept just now: who opens it finds out
            return _Live(file, "")
        return _Live(file, f"{file.name} {found.st_dev}:{found.st_ino}")

    def _begin(self, write: bool) -> SqliteSession:
        """A session on the generation that is still live once its transaction has begun."""
        while True:
            live = self._live()
            session: SqliteSession | None = None
            try:
                session = self._session(live)
                session.begin(write=write)
            except StoreError:
                if session:
                    session.close()
                if self._live() == live:
                    raise
            else:
                if self._live() == live:
                    return session
                session.close()

    def _session(self, live: _Live) -> SqliteSession:
        while session := self._sessions.take():
            if session.generation == live.generation:
                return session
            session.close()
        return SqliteSession(live, self._patience, self._page_cache)


def _name(live: Session) -> str:
    return live.generation.partition(" ")[0]


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
