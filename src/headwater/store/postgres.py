"""The store in PostgreSQL: one schema per generation, and a row in `headwater.live` names the live
one.

A reader reads that name and locks the generation's `meta` table as it begins. The live schema is
never renamed instead: PostgreSQL resolves table names in the newest catalogue, so a running
snapshot would find tables that are moved under it empty. Writers lock the row in `headwater.live`
itself.
"""

import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from itertools import count
from typing import Any

import psycopg
from psycopg import errors
from psycopg.abc import Buffer
from psycopg.conninfo import conninfo_to_dict

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
from headwater.store.claims import claimant, in_use
from headwater.store.memory import TABLE_NAMES, new_states
from headwater.store.postgres_errors import clear_errors
from headwater.store.postgres_silence import ListeningConnection
from headwater.store.tables import APPLIED, BOOKKEEPING, META, STATES, TABLES, Table

BEGIN_ATTEMPTS = 5
CONNECTING = {
    "connect_timeout": "10",
    "keepalives_idle": "15",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "30000",
}
"""How connections are made, unless the URL says otherwise. A machine that is gone without a word is
noticed after half a minute, and not after the two hours that Linux waits by default. A server that
hangs is noticed by `postgres_silence`."""
_CREATION_LOCK = 0x6865616477617465  # any number that nobody else uses as a lock will do
_GENERATION = re.compile(r"headwater_(\d{6})")
_BUILD = re.compile(r"headwater_next_(\d+)")
_CLAIM_LOCK = _CREATION_LOCK + 1
_CLAIM_ATTEMPTS = 10
_WATCHED = ("tcp_keepalives_idle = 4", "tcp_keepalives_interval = 2", "tcp_keepalives_count = 3")
"""With these, the server frees the claim of a machine that is gone after some ten seconds."""
_TYPES = {
    "text": 'text COLLATE "C"',
    "bytes": "bytea",
    "bigint": "bigint",
    "integer": "integer",
}

_BEGIN_READ = """
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SELECT set_config('search_path', generation, true) FROM headwater.live;
LOCK TABLE meta IN ACCESS SHARE MODE
"""
_BEGIN_WRITE = """
BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
SELECT generation FROM headwater.live FOR UPDATE;
SELECT set_config('search_path', generation, true) FROM headwater.live
"""


def create_table(table: Table) -> str:
    """The DDL without key and indexes, which follow after a bulk load. Text sorts by bytes."""
    columns = (
        f"{column.name} {_TYPES[column.kind]}" + ("" if column.nullable else " NOT NULL")
        for column in table.columns
    )
    return f"CREATE TABLE {table.name} ({', '.join(columns)})"


def create_indexes(table: Table) -> list[str]:
    return [
        f"ALTER TABLE {table.name} ADD PRIMARY KEY ({', '.join(table.key)})",
        *(f"CREATE INDEX ON {table.name} {table.indexed(columns)}" for columns in table.indexes),
    ]


class _Number(psycopg.adapt.Loader):
    """Reads sum() and avg() of whole numbers as SQLite returns them."""

    def load(self, data: Buffer) -> int | float:
        text = bytes(data).decode()
        return int(text) if text.lstrip("-").isdigit() else float(text)


@lru_cache(maxsize=1024)
def _translated(sql: str) -> str:
    return checked(sql).replace("%", "%%").replace("?", "%s")


class PostgresSession:
    """One connection. In a transaction, its search path is the generation."""

    def __init__(self, url: str, where: str, patience: float) -> None:
        self.generation = ""
        self._where = where
        self._stream_numbers = count()
        with clear_errors(where):
            self.connection = ListeningConnection.to(CONNECTING | conninfo_to_dict(url))
            try:
                self._prepare(patience)
            except psycopg.Error:
                self.close()
                raise

    def _prepare(self, patience: float) -> None:
        self.connection.adapters.register_loader("numeric", _Number)
        for setting in (
            "client_encoding = 'UTF8'",
            "jit = off",  # compiling costs more than any query here takes
            f"lock_timeout = {max(1, int(patience * 1000))}",
        ):
            self.connection.execute(f"SET {setting}")

    def begin(self, *, write: bool) -> None:
        """Begins a transaction by several statements in one round trip.

        The last row that is selected names the generation.
        """
        cursor = self.connection.execute(_BEGIN_WRITE if write else _BEGIN_READ)
        for result in cursor.results():
            if result.description and (row := result.fetchone()):
                self.generation = row[0]

    def end(self, statement: str) -> None:
        with clear_errors(self._where):
            self.connection.execute(statement)

    def close(self) -> None:
        self.connection.close()

    def execute(self, sql: str, params: Sequence[Any] = ()) -> list[Row]:
        with clear_errors(self._where):
            cursor = self.connection.execute(_translated(sql), params)
            return cursor.fetchall() if cursor.description else []

    def execute_in(self, sql: str, keys: Sequence[RowKey], params: Sequence[Any] = ()) -> list[Row]:
        # We write the array ourselves, because the driver would convert each number on its own.
        if keys and isinstance(keys[0], int):
            given = f"{{{','.join(map(str, keys))}}}"
            return self.execute(*with_keys(sql, params, "= ANY(?::bigint[])", given))
        return self.execute(*with_keys(sql, params, "= ANY(?::text[])", list(keys)))

    def stream(self, sql: str, size: int) -> Iterator[list[Row]]:
        name = f"stream_{next(self._stream_numbers)}"
        # The whole result is wanted, so PostgreSQL must not prefer a plan with quick first rows.
        self.execute("SET LOCAL cursor_tuple_fraction = 1")
        self.execute(f"DECLARE {name} NO SCROLL CURSOR FOR {sql}")
        while rows := self.execute(f"FETCH {size} FROM {name}"):
            yield rows

    def upsert(self, table: Table, rows: Sequence[Row]) -> None:
        with clear_errors(self._where), self.connection.cursor() as cursor:
            cursor.executemany(_translated(upsert_sql(table)), rows)

    def remove(self, table: Table, keys: Sequence[Row]) -> None:
        with clear_errors(self._where), self.connection.cursor() as cursor:
            cursor.executemany(_translated(remove_sql(table)), keys)

    def copy(self, table: Table, batches: Iterable[Sequence[Row]], options: str = "") -> int:
        total = 0
        statement = f"COPY {table.name} ({', '.join(table.names)}) FROM STDIN {options}"
        with clear_errors(self._where), self.connection.cursor().copy(statement) as copy:
            for batch in batches:
                for row in batch:
                    copy.write_row(row)
                total += len(batch)
        return total


class PostgresBuild:
    """The schema of the next generation, on a connection of its own."""

    def __init__(self, session: PostgresSession, epoch: int) -> None:
        self._session = session
        self._schema = f"headwater_next_{epoch}"
        self._indexed: set[str] = set()

    def create(self) -> None:
        for statement in (
            "SET maintenance_work_mem = '256MB'",
            f"SET search_path = {self._schema}",
            "BEGIN",
            f"DROP SCHEMA IF EXISTS {self._schema} CASCADE",
            f"CREATE SCHEMA {self._schema}",
            *map(create_table, (*TABLES, *BOOKKEEPING)),
            "COMMIT",
        ):
            self._session.execute(statement)

    def load(self, table: Table, batches: Iterable[Sequence[Row]]) -> int:
        """Empties and fills the table in one transaction, so that rows can be stored frozen."""
        self._session.execute("BEGIN")
        self._session.execute(f"TRUNCATE {table.name}")
        total = self._session.copy(table, batches, "WITH (FREEZE)")
        self._session.execute("COMMIT")
        # Indexes are made at once, while others still compute what the next tables are loaded with.
        self._index(table)
        return total

    def _index(self, table: Table) -> None:
        self._indexed.add(table.name)
        for statement in (*create_indexes(table), f"ANALYZE {table.name}"):
            self._session.execute(statement)

    def finish(self, meta: Mapping[str, str], positions: Mapping[str, int]) -> None:
        self._session.execute("BEGIN")
        states = new_states(TABLE_NAMES)
        for table, values in ((META, meta), (APPLIED, positions), (STATES, states)):
            for row in values.items():
                self._session.execute(f"INSERT INTO {table.name} VALUES (?, ?)", row)
        for table in (*TABLES, *BOOKKEEPING):
            if table.name not in self._indexed:
                self._index(table)
        self._session.execute("COMMIT")

    def switch(self, live: Session) -> None:
        self.place(live, int(live.generation.removeprefix("headwater_")) + 1)

    def place(self, live: Session, number: int) -> None:
        name = f"headwater_{number:06d}"
        live.execute(f"ALTER SCHEMA {self._schema} RENAME TO {name}")
        live.execute("UPDATE headwater.live SET generation = ?", (name,))

    def abandon(self) -> None:
        # A schema that cannot be dropped now is removed by the next pipeline that takes over.
        with suppress(psycopg.Error):
            self._session.connection.execute("ROLLBACK")
            self._session.connection.execute(f"DROP SCHEMA IF EXISTS {self._schema} CASCADE")
        self._session.close()


class PostgresBackend:
    def __init__(self, url: str, patience: float) -> None:
        with clear_errors("PostgreSQL"):
            given = {"host": "localhost", "port": "5432", **conninfo_to_dict(url)}
        self.where = "PostgreSQL at {host}:{port}".format(**given)
        self._url = url
        self._patience = patience
        self._sessions = Sessions(self._begin)
        self.read_session = self._sessions.read_session
        self.write_session = self._sessions.write_session
        self.close = self._sessions.close

    def create(self, meta: Mapping[str, str]) -> None:
        session = self._connect()
        try:
            if not self._exists(session):
                session.execute(f"SELECT pg_advisory_lock({_CREATION_LOCK})")
                if not self._exists(session):
                    self._create(session, meta)
        finally:
            session.close()

    def _exists(self, session: PostgresSession) -> bool:
        return session.execute("SELECT to_regclass('headwater.live')") != [(None,)]

    def _create(self, session: PostgresSession, meta: Mapping[str, str]) -> None:
        [(encoding,)] = session.execute("SHOW server_encoding")
        if encoding != "UTF8":
            raise StoreError(
                f"{self.where} has a database encoded in {encoding}, but names may hold any"
                " character: create the database with ENCODING 'UTF8'"
            )
        for schema in _generations(session):
            session.execute(f"DROP SCHEMA {schema} CASCADE")
        with self.build_session(0) as build:
            build.finish(meta, {})
            session.execute("BEGIN")
            session.execute("CREATE SCHEMA IF NOT EXISTS headwater")
            session.execute("CREATE TABLE headwater.live (generation text NOT NULL)")
            session.execute("INSERT INTO headwater.live VALUES ('')")
            build.place(session, 1)
            session.execute("COMMIT")

    @contextmanager
    def build_session(self, epoch: int) -> Iterator[PostgresBuild]:
        build = PostgresBuild(self._connect(), epoch)
        try:
            build.create()
            yield build
        finally:
            build.abandon()

    @contextmanager
    def claimed(self) -> Iterator[Callable[[str], None]]:
        session = self._claiming("starting")

        def announce(doing: str) -> None:
            nonlocal session
            try:
                _name(session, doing)
            except StoreError:  # with the connection the claim was lost, too
                session.close()
                session = self._claiming(doing)

        try:
            yield announce
        finally:
            # The server notices a closed connection only after a moment, so we unlock first.
            with suppress(StoreError):
                session.execute(f"SELECT pg_advisory_unlock({_CLAIM_LOCK})")
            session.close()

    def _claiming(self, doing: str) -> PostgresSession:
        """A session that holds the claim."""
        session = self._connect()
        try:
            _name(session, doing)
            for setting in _WATCHED:
                session.execute(f"SET {setting}")
            for attempts_left in reversed(range(_CLAIM_ATTEMPTS)):
                if session.execute(f"SELECT pg_try_advisory_lock({_CLAIM_LOCK})") == [(True,)]:
                    return session
                if attempts_left:
                    time.sleep(0.2)  # the server may not have noticed the end of the last claimant
            raise in_use(self.where, self._holder(session))
        except BaseException:
            session.close()
            raise

    def claim(self) -> str:
        with self.read_session() as session:
            return self._holder(session)

    def _holder(self, session: PostgresSession) -> str:
        found = session.execute(
            "SELECT a.application_name FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid"
            " JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()"
            " WHERE l.locktype = 'advisory' AND l.granted AND l.objid::bigint = ?",
            (_CLAIM_LOCK & 0xFFFFFFFF,),
        )
        return str(found[0][0]) if found else ""

    def sweep(self, live: Session, epoch: int) -> None:
        """Removes generations as described in `Backend`.

        A generation that is still read is locked by its reader, and is left for the next sweep.
        """
        for schema in _generations(live):
            build = _BUILD.fullmatch(schema)
            if schema == live.generation or (build and int(build[1]) >= epoch):
                continue
            live.execute("SAVEPOINT sweep")
            try:
                live.execute(f"LOCK TABLE {schema}.meta IN ACCESS EXCLUSIVE MODE NOWAIT")
                live.execute(f"DROP SCHEMA {schema} CASCADE")
            except StoreError:
                live.execute("ROLLBACK TO SAVEPOINT sweep")

    def _connect(self) -> PostgresSession:
        return PostgresSession(self._url, self.where, self._patience)

    def _begin(self, write: bool) -> PostgresSession:
        for attempts_left in reversed(range(BEGIN_ATTEMPTS)):
            reused = self._sessions.take()
            session = reused or self._connect()
            try:
                session.begin(write=write)
                return session
            except psycopg.Error as error:
                # An idle connection may have died, and a generation may be swept after its name
                # was read and before it is locked. The next attempt succeeds in both cases.
                died = reused is not None and session.connection.closed
                swept = isinstance(error, errors.UndefinedTable)
                session.close()
                if not attempts_left or not (died or swept):
                    with clear_errors(self.where):
                        raise
        raise AssertionError("the last attempt returns or raises")


def _generations(session: Session) -> list[str]:
    schemas = session.execute("SELECT nspname FROM pg_namespace ORDER BY nspname")
    return [name for (name,) in schemas if _GENERATION.fullmatch(name) or _BUILD.fullmatch(name)]


def _name(session: PostgresSession, doing: str) -> None:
    session.execute("SELECT set_config('application_name', ?, false)", (claimant(doing),))
