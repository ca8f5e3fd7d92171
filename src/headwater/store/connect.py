"""Opening a store by its URL, and everything that can be done with it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pyarrow as pa

from headwater.errors import StoreError, StoreSchemaError
from headwater.model.facts import Rules
from headwater.store.backend import Backend, Key, Row
from headwater.store.claims import Claim, claim_in
from headwater.store.memory import Memory
from headwater.store.read import Snapshot
from headwater.store.sqlite import SqliteBackend
from headwater.store.tables import SCHEMA_VERSION, Table
from headwater.store.write import Rebuild, Transaction, read_epoch, require_epoch

PATIENCE_SECONDS = 30.0
PAGE_CACHE = 16 << 20


def open_store(
    url: str,
    *,
    settings_digest: str = "",
    rules: Rules | None = None,
    rebuild: bool = False,
    patience: float = PATIENCE_SECONDS,
    page_cache: int = PAGE_CACHE,
) -> "Store":
    """Opens the store at `url`, or creates it empty.

    The URL is `sqlite:///relative/directory`, `sqlite:////absolute/directory` or `postgresql://…`.
    A store that was written by another schema version or under other settings is refused, unless it
    is opened in order to `rebuild` it. `rules` are the rules that its names were normalised by;
    None means the defaults. `patience` is the number of seconds to wait for another writer, and
    `page_cache` the bytes that each SQLite connection may hold of the file.
    """
    store = Store(_backend(url, patience, page_cache), settings_digest, rules or Rules(), rebuild)
    try:
        store.open()
    except BaseException:
        store.close()
        raise
    return store


def _backend(url: str, patience: float, page_cache: int) -> Backend:
    scheme, _, rest = url.partition("://")
    if scheme == "sqlite" and rest.startswith("/") and rest.strip("/"):
        return SqliteBackend(Path(rest[1:]), patience, page_cache)
    if scheme in ("postgresql", "postgres"):
        # Imported here, so that whoever uses SQLite does not wait for the driver.
        from headwater.store.postgres import PostgresBackend

        return PostgresBackend(url, patience)
    raise StoreError(
        f"no store has a URL that begins with {scheme}:// like this one; expected"
        " sqlite:///relative/directory, sqlite:////absolute/directory"
        " or postgresql://user@host/database"
    )


class Store:
    """All tables of `headwater.store.tables`, in SQLite or PostgreSQL. Threads may share it."""

    def __init__(
        self, backend: Backend, settings_digest: str, rules: Rules, any_schema: bool
    ) -> None:
        self._backend = backend
        self._rules = rules
        self._identity = {
            "schema_version": str(SCHEMA_VERSION),
            "settings_digest": settings_digest,
        }
        self._any_schema = any_schema
        self._memory = Memory()
        self._checked = ""

    def open(self) -> None:
        self._backend.create({**self._identity, "epoch": "0"})
        with self.snapshot():
            pass

    def close(self) -> None:
        self._backend.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    @contextmanager
    def snapshot(self) -> Iterator[Snapshot]:
        """A snapshot: all queries inside the block see one state of the store."""
        with self._backend.read_session() as session:
            snapshot = Snapshot(session, self._rules, self._memory)
            if session.generation != self._checked and not self._any_schema:
                self._require_identity(snapshot.meta())
                self._checked = session.generation
            try:
                yield snapshot
            finally:
                snapshot.end()

    def _require_identity(self, meta: dict[str, str]) -> None:
        expected = dict(self._identity.items() - meta.items())
        if expected:
            found = {name: meta.get(name, "") for name in expected}
            raise StoreSchemaError(
                f"the store in {self._backend.where} was written with {_words(found)}; this"
                f" program expects {_words(expected)}: run `headwater build --full`"
            )

    def query(self, sql: str, params: Sequence[Any] = ()) -> list[Row]:
        with self.snapshot() as snapshot:
            return snapshot.query(sql, params)

    def rows_by(self, table: Table, column: str, keys: Iterable[Key]) -> pa.Table:
        with self.snapshot() as snapshot:
            return snapshot.rows_by(table, column, keys)

    def scan(self, table: Table) -> Iterator[pa.RecordBatch]:
        with self.snapshot() as snapshot:
            yield from snapshot.scan(table)

    def positions(self) -> dict[str, int]:
        with self.snapshot() as snapshot:
            return snapshot.positions()

    def meta(self) -> dict[str, str]:
        with self.snapshot() as snapshot:
            return snapshot.meta()

    def claimed(self) -> AbstractContextManager[Callable[[str], None]]:
        """Holds the claim on the store for the block, so that no other process can claim it.

        Whoever keeps the store up to date does so in this block. It yields a function that
        announces to others, in one word, what the process is doing: starting, following, and so on.
        """
        return self._backend.claimed()

    def claim(self) -> Claim | None:
        """The process that keeps the store up to date now, if there is one."""
        return claim_in(self._backend.claim())

    def take_over(self) -> int:
        """Begins a new epoch. From now on, whoever holds an earlier epoch can no longer write."""
        with self._backend.write_session() as live:
            epoch = read_epoch(live) + 1
            live.execute("UPDATE meta SET value = ? WHERE key = 'epoch'", (str(epoch),))
            self._backend.sweep(live, epoch)
        return epoch

    @contextmanager
    def transaction(self, epoch: int) -> Iterator[Transaction]:
        """Commits everything done inside the block at its end, or nothing of it."""
        with self._backend.write_session() as live:
            require_epoch(live, epoch, self._backend.where)
            transaction = Transaction(live)
            try:
                yield transaction
                transaction.mark_changes()
            finally:
                transaction.end()

    @contextmanager
    def rebuild(self, epoch: int) -> Iterator[Rebuild]:
        """New tables beside the live ones, discarded at the end unless they were published."""
        self._require_epoch(epoch)
        with self._backend.build_session(epoch) as build:
            rebuild = Rebuild(self._backend, build, epoch, self._identity)
            try:
                yield rebuild
            except StoreError:
                # A pipeline that takes over removes our tables. Then that is the reason.
                self._require_epoch(epoch)
                raise
            finally:
                rebuild.end()

    def _require_epoch(self, epoch: int) -> None:
        with self._backend.read_session() as session:
            require_epoch(session, epoch, self._backend.where)


def _words(identity: dict[str, str]) -> str:
    return " and ".join(f"{name} {value or 'none'}" for name, value in sorted(identity.items()))
