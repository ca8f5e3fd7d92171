"""The store in a directory: one SQLite file (WAL) per generation, and `CURRENT` names the live one.

Writers take SQLite's own write lock on the live file, and whoever moves `CURRENT` holds that lock
too. So once a writer has the lock and sees that `CURRENT` still names its file, `CURRENT` goes on
naming it until the writer is done. Files of old generations are unlinked; readers that have them
open can read on. `LOCK` is held only by the process that makes the first generation, `PIPELINE` by
the pipeline that keeps the store up to date.
"""

import fcntl
import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import msgspec

from headwater.errors import StoreError
from headwater.store.backend import (
    Row,
    RowKey,
    Session,
    Sessions,
    checked,
    remove_sql,
    upsert_sql,
    with_keys,
)
from headwater.store.claims import ClaimFile
from headwater.store.sqlite_build import SqliteBuild, file_name
from headwater.store.sqlite_errors import REMEDY, clear_errors
from headwater.store.tables import Table

_GENERATION = re.compile(r"\d{6}\.sqlite")
_BUILD = re.compile(r"building-(\d+)\.")

# NORMAL does not sync the WAL at each commit. A power cut can lose the last batches, but never
# part of one. The log positions are committed with the rows, so lost batches are derived again.
_SERVING = (
    "PRAGMA synchronous = NORMAL",
    "PRAGMA journal_size_limit = 67108864",
    "PRAGMA case_sensitive_like = ON",  # as on PostgreSQL, and LIKE 'prefix%' may use an index
)


class _Live(NamedTuple):
    """The file that `CURRENT` names."""

    file: Path
    generation: str
    """The file's name and identity (device and inode). When a store is deleted and made anew, names
    are used again while sessions still have the old files open."""


class SqliteSession:
    """One connection to the file of one generation."""

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
            self._connection.execute("SELECT 1 FROM meta")  # a snapshot starts with the first read

    def end(self, statement: str) -> None:
        """Commits or rolls back. Closes open streams, which would keep the snapshot alive."""
        with clear_errors(self._where):
            for cursor in self._streams:
                cursor.close()
            self._streams.clear()
            # After some errors SQLite has already rolled back.
            if statement == "COMMIT" or self._connection.in_transaction:
                self._connection.execute(statement)

    def close(self) -> None:
        self._connection.close()

    def execute(self, sql: str, params: Sequence[Any] = ()) -> list[Row]:
        with clear_errors(self._where):
            return self._connection.execute(checked(sql), params).fetchall()

    def execute_in(self, sql: str, keys: Sequence[RowKey], params: Sequence[Any] = ()) -> list[Row]:
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

    def upsert(self, table: Table, rows: Sequence[Row]) -> None:
        with clear_errors(self._where):
            self._connection.executemany(upsert_sql(table), rows)

    def remove(self, table: Table, keys: Sequence[Row]) -> None:
        with clear_errors(self._where):
            self._connection.executemany(remove_sql(table), keys)


class SqliteBackend:
    def __init__(self, directory: Path, patience: float, page_cache: int) -> None:
        self.where = str(directory)
        self._directory = directory
        self._patience = patience
        self._page_cache = page_cache
        self._claim = ClaimFile(directory / "PIPELINE")
        self._sessions = Sessions(self._begin)
        self.read_session = self._sessions.read_session
        self.write_session = self._sessions.write_session
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
                    with self.build_session(0) as build:
                        build.finish(meta, {})
                        build.place(1)

    @contextmanager
    def build_session(self, epoch: int) -> Iterator[SqliteBuild]:
        build = SqliteBuild(self._directory, epoch)
        try:
            build.create()
            yield build
        finally:
            build.abandon()

    @contextmanager
    def claimed(self) -> Iterator[Callable[[str], None]]:
        with ExitStack() as stack:
            with clear_errors(self.where):
                announce = stack.enter_context(self._claim.held())

            def announce_clearly(state: str) -> None:
                with clear_errors(self.where):
                    announce(state)

            yield announce_clearly  # other errors in the caller's block need not be the store's

    def claim(self) -> str:
        with clear_errors(self.where):
            return self._claim.words()

    def sweep(self, live: Session, epoch: int) -> None:
        with clear_errors(self.where):
            self._remove_all_but(file_name(live), epoch)

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
            name = (self._directory / "CURRENT").read_bytes().decode("latin-1").strip()
        if not _GENERATION.fullmatch(name):
            raise StoreError(
                f"the store in {self.where} is damaged: its file CURRENT names {name[:40]!r}, and"
                f" no generation such as 000001.sqlite; {REMEDY}"
            )
        file = self._directory / name
        try:
            found = file.stat()
        except OSError:  # it may have just been swept; opening it will show
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
