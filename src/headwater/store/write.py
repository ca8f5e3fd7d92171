"""Writing the store: one transaction per batch of the pipeline, or a whole new generation."""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress

from headwater.errors import FencedError, RefusedRowsError, StoreError
from headwater.store.backend import Backend, Build, Row, RowKey, Session
from headwater.store.batches import KEPT_BATCHES, Batch, numbered
from headwater.store.memory import new_states
from headwater.store.tables import APPLIED, BATCHES, STATES, Column, Table


def read_epoch(session: Session) -> int:
    [(epoch,)] = session.execute("SELECT value FROM meta WHERE key = 'epoch'")
    return int(epoch)


def read_log(session: Session) -> str:
    found = session.execute("SELECT value FROM meta WHERE key = 'log'")
    return str(found[0][0]) if found else ""


def require_epoch(session: Session, epoch: int, where: str) -> None:
    found = read_epoch(session)
    if found != epoch:
        raise FencedError(
            f"the store in {where} is at epoch {found}, this pipeline holds epoch {epoch}:"
            " another pipeline has taken over; stop this one, or start it anew"
        )


class _AllOrNothing:
    """A write of several steps. Once a step has failed, nothing of it can be kept.

    That holds even where the caller has caught the error of the failed step.
    """

    def __init__(self) -> None:
        self._refusal = ""

    @contextmanager
    def step(self) -> Iterator[None]:
        self.require_sound()
        self._refusal = "an earlier step of this write failed, so none of it is kept; repeat it"
        yield
        self._refusal = ""

    def require_sound(self) -> None:
        if self._refusal:
            raise StoreError(self._refusal)

    def end(self) -> None:
        self._refusal = "this write has ended; write inside its `with` block"


class Transaction(_AllOrNothing):
    """Rows, and the log positions that they were derived from: all of it or nothing."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._changed: set[str] = set()

    def upsert(self, table: Table, rows: Sequence[Row]) -> None:
        """Inserts `rows`, or replaces rows with the same keys. Each key may occur only once. Rows
        have the columns of the table in their order."""
        with self.step():
            self._session.upsert(table, fitting(table, rows))
            if rows:
                self._changed.add(table.name)

    def remove(self, table: Table, keys: Sequence[tuple[RowKey, ...]]) -> None:
        """Deletes the rows with these keys, each given by the columns of `table.key`."""
        with self.step():
            if keys:
                self._session.remove(table, keys)
                self._changed.add(table.name)

    def advance(self, positions: Mapping[str, int]) -> None:
        """Sets how far into each segment of the log the rows reach once this is committed."""
        with self.step():
            self._session.upsert(APPLIED, [*positions.items()])

    def note(self, batch: Batch) -> None:
        """Keeps a note about this batch. Only the notes of the last batches are kept."""
        with self.step():
            number, row = numbered(self._session, batch)
            self._session.upsert(BATCHES, [row])
            self._session.execute("DELETE FROM batches WHERE number <= ?", (number - KEPT_BATCHES,))

    def mark_changes(self) -> None:
        """Gives each changed table a new state, by which readers know what they may keep of it."""
        with self.step():
            self._session.upsert(STATES, [*new_states(self._changed).items()])


class Rebuild(_AllOrNothing):
    """A new generation of every table, which nobody sees until `publish`."""

    def __init__(
        self, backend: Backend, build: Build, epoch: int, identity: Mapping[str, str]
    ) -> None:
        super().__init__()
        self._backend = backend
        self._build = build
        self._epoch = epoch
        self._identity = identity
        self._loaded: set[str] = set()

    def load(self, table: Table, batches: Iterable[Sequence[Row]]) -> int:
        """Loads the whole content of one table: rows with its columns in their order, some at a
        time, in any order. Returns the number of rows."""
        with self.step():
            if table.name in self._loaded:
                raise StoreError(f"table {table.name} was loaded before in this rebuild")
            self._loaded.add(table.name)
            return self._build.load(table, (fitting(table, rows) for rows in batches))

    def publish(self, positions: Mapping[str, int]) -> None:
        """Makes this the live generation, with rows that reach to `positions`. Readers move over at
        once.

        Rows that others have committed to the old tables meanwhile would be lost. So if another
        pipeline has taken over since, this raises FencedError.
        """
        with self.step():
            built_at = str(time.time_ns() // 1000)
            meta = {**self._identity, "epoch": str(self._epoch), "built_at": built_at}
            self._build.finish(meta, positions)
            with self._backend.write_session() as live:
                require_epoch(live, self._epoch, self._backend.where)
                self._build.switch(live)
        # It is published. What cannot be removed now, the next pipeline that takes over removes.
        with suppress(StoreError), self._backend.write_session() as live:
            self._backend.sweep(live, self._epoch)
        self.end()


_TYPES: dict[str, type] = {"text": str, "bytes": bytes, "bigint": int, "integer": int}


def fitting(table: Table, rows: Sequence[Row]) -> Sequence[Row]:
    """These rows. RefusedRowsError if the first of them has no place in the table.

    Rows that are handed over together were made by the same code. The databases check the others as
    well, but each takes some values that the other refuses.
    """
    if rows:
        row, columns = rows[0], table.columns
        if len(row) != len(columns):
            raise RefusedRowsError(
                f"a row for table {table.name} has {len(row)} columns; expected {len(columns)}:"
                f" {', '.join(table.names)}"
            )
        for value, column in zip(row, columns, strict=True):
            if not _fits(value, column):
                raise RefusedRowsError(
                    f"a row for table {table.name} has {value!r:.40} as {column.name}; expected"
                    f" {column.kind}" + (" or nothing" if column.nullable else "")
                )
    return rows


def _fits(value: object, column: Column) -> bool:
    if value is None:
        return column.nullable
    return isinstance(value, _TYPES[column.kind]) and not isinstance(value, bool)
