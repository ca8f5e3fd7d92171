"""Opening a store by its URL, and everything that can be done with it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import msgspec

from headwater.errors import ForeignLogError, MissingPartError, StoreError, StoreSchemaError
from headwater.model.facts import Rules
from headwater.store.backend import Backend, Row, RowKey
from headwater.store.claims import Claim, claim_in
from headwater.store.memory import Memory
from headwater.store.read import Snapshot, read_meta
from headwater.store.sqlite import SqliteBackend
from headwater.store.tables import META, SCHEMA_VERSION, Table
from headwater.store.write import Rebuild, Transaction, read_epoch, read_log, require_epoch

if TYPE_CHECKING:
    import pyarrow as pa

PATIENCE_SECONDS = 30.0
PAGE_CACHE = 16 << 20


def open_store(  # noqa: PLR0913  # each is a way to open a store
    url: str,
    *,
    settings_digest: str = "",
    rules: Rules | None = None,
    rebuild: bool = False,
    adopt: bool = False,
    as_it_is: bool = False,
    patience: float = PATIENCE_SECONDS,
    page_cache: int = PAGE_CACHE,
) -> "Store":
    """Opens the store at `url`, or creates it empty.

    The URL is `sqlite:///relative/directory`, `sqlite:////absolute/directory` or `postgresql://…`.
    A store that was written by another schema version or under other settings is refused, unless it
    is opened in order to `rebuild` it. With `as_it_is`, a store that was written under other
    settings is read all the same, by the rules that it was written by, so that those who only read
    need not wait for the rebuild. A store that belongs to another log is not written to, unless it
    is opened in order to `adopt` the log that it is rebuilt from. `rules` are the rules that its
    names were normalised by; None means the defaults. `patience` is the number of seconds to wait
    for another writer, and `page_cache` the number of bytes of the file that each SQLite connection
    may hold.
    """
    store = Store(
        _backend(url, patience, page_cache),
        settings_digest,
        rules or Rules(),
        any_schema=rebuild,
        any_settings=as_it_is,
        any_log=adopt,
    )
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
        try:
            from headwater.store.postgres import PostgresBackend
        except ModuleNotFoundError as error:
            raise MissingPartError("psycopg", "postgres") from error
        return PostgresBackend(url, patience)
    raise StoreError(
        f"no store has a URL that begins with {scheme}:// like this one; expected"
        " sqlite:///relative/directory, sqlite:////absolute/directory"
        " or postgresql://user@host/database"
    )


class Store:
    """All tables of `headwater.store.tables`, in SQLite or PostgreSQL. Threads may share it."""

    def __init__(
        self,
        backend: Backend,
        settings_digest: str,
        rules: Rules,
        *,
        any_schema: bool,
        any_settings: bool,
        any_log: bool,
    ) -> None:
        self._backend = backend
        self._rules = rules
        self._identity = {
            "schema_version": str(SCHEMA_VERSION),
            "settings_digest": settings_digest,
        }
        self._any_schema, self._any_settings, self._any_log = any_schema, any_settings, any_log
        self._memory = Memory()
        self._checked = "", rules
        """The last generation whose identity was checked, and the rules that it was written by."""

    def open(self) -> None:
        self._backend.create({**self._identity, **self._rules_as_stored(), "epoch": "0"})
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
            checked = self._checked
            if session.generation != checked[0] and not self._any_schema:
                meta = read_meta(session)
                self._require_identity(meta)
                checked = self._checked = session.generation, self._rules_in(meta)
            snapshot = Snapshot(session, checked[1], self._memory)
            try:
                yield snapshot
            finally:
                snapshot.end()

    def _require_identity(self, meta: dict[str, str]) -> None:
        expected = dict(self._identity.items() - meta.items())
        if self._any_settings:
            expected.pop("settings_digest", None)
        if not expected:
            return
        found = {name: meta.get(name, "") for name in expected}
        is_newer = int(found.get("schema_version") or 0) > SCHEMA_VERSION
        claim = self.claim()
        rebuilt = claim.progress if claim else ""
        if is_newer:
            advice = "a newer version of it has built the store; use that one"
        elif rebuilt:
            advice = f"it is being built anew, {rebuilt}"
        else:
            advice = "run `headwater build --full`"
        raise StoreSchemaError(
            f"the store in {self._backend.where} was written with {_words(found)}; this"
            f" program expects {_words(expected)}: {advice}",
            is_newer=is_newer,
            rebuilt=rebuilt,
        )

    def is_of_other_settings(self) -> bool:
        """Whether the live generation was written under other settings than ours."""
        return self.meta().get("settings_digest") != self._identity["settings_digest"]

    def _rules_as_stored(self) -> dict[str, str]:
        """The rules, as a generation keeps them beside its identity."""
        return {"rules": msgspec.json.encode(self._rules).decode()}

    def _rules_in(self, meta: dict[str, str]) -> Rules:
        """The rules that the names of a generation were normalised by."""
        if "rules" not in meta:
            return self._rules
        rules = msgspec.json.decode(meta["rules"], type=Rules)
        # These shape no rows, so those of now hold at once.
        return msgspec.structs.replace(rules, namespace_aliases=self._rules.namespace_aliases)

    def query(self, sql: str, params: Sequence[Any] = ()) -> list[Row]:
        with self.snapshot() as snapshot:
            return snapshot.query(sql, params)

    def rows_by(self, table: Table, column: str, keys: Iterable[RowKey]) -> "pa.Table":
        with self.snapshot() as snapshot:
            return snapshot.rows_by(table, column, keys)

    def scan(self, table: Table) -> "Iterator[pa.RecordBatch]":
        with self.snapshot() as snapshot:
            yield from snapshot.scan(table)

    def positions(self) -> dict[str, int]:
        with self.snapshot() as snapshot:
            return snapshot.positions()

    def meta(self) -> dict[str, str]:
        with self.snapshot() as snapshot:
            return snapshot.meta()

    def log(self) -> str:
        """The id of the log that the rows come from; empty while the store belongs to none."""
        with self._backend.read_session() as session:
            return read_log(session)

    def require_log(self, log: str) -> None:
        """ForeignLogError if the store belongs to another log than the one with this id."""
        self._require_log(self.log(), log)

    def belong_to(self, log: str) -> None:
        """Makes the store belong to the log with this id. Only a rebuild can change that.

        ForeignLogError if it belongs to another one already.
        """
        with self._backend.write_session() as live:
            found = read_log(live)
            self._require_log(found, log)
            if not found:
                live.upsert(META, [("log", log)])

    def _require_log(self, found: str, log: str) -> None:
        if found not in ("", log) and not self._any_log:
            raise ForeignLogError(
                f"the store in {self._backend.where} belongs to the log {found}, and this is the"
                f" log {log}: name the data directory or the store that was meant (--data,"
                " --store); if this log replaces the other one for good, run"
                " `headwater build --adopt-log`"
            )

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
    def rebuild(self, epoch: int, log: str | None = None) -> Iterator[Rebuild]:
        """New tables beside the live ones, discarded at the end unless they were published.

        `log` is the id of the log that they are derived from, and belong to once they are
        published; None means the one that the store belongs to already.
        """
        self._require_epoch(epoch)
        identity = {
            **self._identity,
            **self._rules_as_stored(),
            "log": self.log() if log is None else log,
        }
        with self._backend.build_session(epoch) as build:
            rebuild = Rebuild(self._backend, build, epoch, identity)
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
