"""What a database must do to hold the store. SQLite and PostgreSQL each do it in one module.

A store is a row of *generations* and one pointer to the live one. A generation is a complete set of
tables; a rebuild makes the next one beside it and then moves the pointer. Readers stay on the
generation that they began with. On SQLite a generation is a file, and the pointer is the file
`CURRENT`; on PostgreSQL a generation is a schema, and the pointer is a row.

SQL is written once, for both databases: `?` is a parameter, `IN {keys}` is a list of keys of any
length, and nothing is used that only one of the two understands.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import lru_cache
from itertools import islice
from threading import Lock
from typing import Any, Generic, Protocol, TypeVar

from headwater.errors import StoreError
from headwater.store.tables import Table

Row = tuple[Any, ...]
RowKey = int | str
KEYS = "IN {keys}"
IDLE_SESSIONS = 8


class Session(Protocol):
    """One transaction on one generation."""

    @property
    def generation(self) -> str: ...

    def execute(self, sql: str, params: Sequence[Any] = ()) -> list[Row]: ...

    def execute_in(
        self, sql: str, keys: Sequence[RowKey], params: Sequence[Any] = ()
    ) -> list[Row]: ...

    def stream(self, sql: str, size: int) -> Iterator[list[Row]]:
        """The rows in lists of at most `size`, never the whole result at once."""

    def upsert(self, table: Table, rows: Sequence[Row]) -> None:
        """Inserts rows, or replaces those with the same keys. They have all columns in order."""

    def remove(self, table: Table, keys: Sequence[Row]) -> None:
        """Deletes the rows with these keys, each given by the columns of `table.key`."""


class Build(Protocol):
    """A new generation that nobody reads yet."""

    def load(self, table: Table, batches: Iterable[Sequence[Row]]) -> int:
        """Loads the whole content of one table, in any order, and makes its indexes. Returns the
        number of rows."""

    def finish(self, meta: Mapping[str, str], positions: Mapping[str, int]) -> None:
        """Adds bookkeeping, and what tables that were not loaded still lack. The generation is
        durable when this returns."""

    def switch(self, live: Session) -> None:
        """Makes this the live generation, while `live` holds the write lock."""


class Backend(Protocol):
    """One database that holds a store."""

    @property
    def where(self) -> str:
        """The place of the store as it is shown to users. It contains no password."""

    def create(self, meta: Mapping[str, str]) -> None:
        """Makes an empty store where there is none. Several processes may try at once."""

    def read_session(self) -> AbstractContextManager[Session]:
        """A consistent, read-only view of the live generation."""

    def write_session(self) -> AbstractContextManager[Session]:
        """A session that holds the write lock on the live generation.

        It commits at the end of the block, and rolls back on an error.
        """

    def build_session(self, epoch: int) -> AbstractContextManager[Build]:
        """A new, empty generation. At the end of the block it is discarded unless it is live."""

    def claimed(self) -> AbstractContextManager[Callable[[str], None]]:
        """Holds the claim on the store for the block. StoreInUseError if someone else has claimed
        it.

        It yields a function that announces to others, in one word, what the claimant is doing.
        """

    def claim(self) -> str:
        """The announcement of the process that has claimed the store; empty if none has."""

    def sweep(self, live: Session, epoch: int) -> None:
        """Removes generations that are neither live nor read, and builds of earlier epochs."""

    def close(self) -> None: ...


class Pooled(Protocol):
    """What `Sessions` needs of a session."""

    def end(self, statement: str) -> None: ...

    def close(self) -> None: ...


S = TypeVar("S", bound=Pooled)


class Sessions(Generic[S]):
    """Keeps idle sessions, and begins and ends transactions on them. Threads may share it."""

    def __init__(self, begin: Callable[[bool], S]) -> None:
        self._begin = begin
        self._idle: list[S] = []
        self._closed = False
        self._keeping = Lock()

    def take(self) -> S | None:
        try:
            return self._idle.pop()
        except IndexError:
            return None

    @contextmanager
    def read_session(self) -> Iterator[S]:
        session = self._begin(False)
        try:
            yield session
        finally:
            self._end(session, "ROLLBACK")

    @contextmanager
    def write_session(self) -> Iterator[S]:
        session = self._begin(True)
        try:
            yield session
        except BaseException:
            self._end(session, "ROLLBACK")
            raise
        self._end(session, "COMMIT")

    def _end(self, session: S, statement: str) -> None:
        try:
            session.end(statement)
        except StoreError:
            session.close()  # closing rolls back, too
            if statement == "COMMIT":
                raise
            return
        with self._keeping:  # a session must not become idle after the idle ones were closed
            keep = not self._closed and len(self._idle) < IDLE_SESSIONS
            if keep:
                self._idle.append(session)
        if not keep:
            session.close()

    def close(self) -> None:
        with self._keeping:
            self._closed = True
        while session := self.take():
            session.close()


@lru_cache(maxsize=1024)
def checked(sql: str) -> str:
    """The same SQL, after a check that every `?` in it is a parameter."""
    if any("?" in literal for literal in re.findall(r"'[^']*'", sql)):
        raise StoreError(f"a '?' inside a quoted literal: pass the value as a parameter: {sql}")
    return sql


def with_keys(
    sql: str, params: Sequence[Any], clause: str, keys: object
) -> tuple[str, Sequence[Any]]:
    """The SQL with `clause` for each `IN {keys}`, and the parameters with `keys` at its place."""
    *parts, last = checked(sql).split(KEYS)
    if not parts:
        raise StoreError(f"no '{KEYS}' in a query over keys: {sql}")
    given = iter(params)
    bound: list[Any] = []
    for part in parts:
        bound += [*islice(given, part.count("?")), keys]
    return f" {clause} ".join((*parts, last)), (*bound, *given)


def upsert_sql(table: Table) -> str:
    """Insert or replace by key, in the SQL that both databases share."""
    others = [name for name in table.names if name not in table.key]
    action = ", ".join(f"{name} = excluded.{name}" for name in others)
    return (
        f"INSERT INTO {table.name} ({', '.join(table.names)})"
        f" VALUES ({', '.join('?' for _ in table.names)})"
        f" ON CONFLICT ({', '.join(table.key)}) DO"
        + (f" UPDATE SET {action}" if action else " NOTHING")
    )


def remove_sql(table: Table) -> str:
    return f"DELETE FROM {table.name} WHERE {' AND '.join(f'{name} = ?' for name in table.key)}"
