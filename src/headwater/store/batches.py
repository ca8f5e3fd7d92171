"""Notes that the pipeline keeps about its batches, and how they are read back."""

import time
from collections.abc import Mapping

import msgspec

from headwater.store.backend import Row, Session
from headwater.store.read import Snapshot
from headwater.store.tables import BATCHES

KEPT_BATCHES = 200


class Batch(msgspec.Struct, frozen=True, kw_only=True):
    """One batch of the pipeline, whether it was committed or failed."""

    finished_at: int
    events: int = 0
    seconds: float = 0.0
    lag_records: int | None = 0
    lag_seconds: float = 0.0
    steps: Mapping[str, float] = {}
    """Seconds that each step took."""
    rows: Mapping[str, int] = {}
    """Rows written, by table."""
    error: str = ""


def failure(error: str) -> Batch:
    return Batch(finished_at=time.time_ns() // 1000, lag_records=None, error=error)


def numbered(session: Session, batch: Batch) -> tuple[int, Row]:
    """The number and the row of a batch that is to be written now.

    A failure replaces the failure before it. So while the pipeline keeps failing, failures do not
    push the batches that went well out of the table.
    """
    last = session.execute("SELECT number, error FROM batches ORDER BY number DESC LIMIT 1")
    number = 1
    if last:
        [(before, failed)] = last
        number = before if failed and batch.error else before + 1
    row = {
        "number": number,
        "finished_at": batch.finished_at,
        "events": batch.events,
        "duration": round(batch.seconds * 1e6),
        "lag_records": batch.lag_records,
        "lag": round(batch.lag_seconds * 1e6),
        "steps": msgspec.json.encode(batch.steps).decode(),
        "rows_written": msgspec.json.encode(batch.rows).decode(),
        "error": batch.error.replace("\0", ""),
    }
    return number, tuple(row[name] for name in BATCHES.names)


def recent_batches(snapshot: Snapshot) -> list[Batch]:
    """The last batches, oldest first."""
    columns = ", ".join(BATCHES.names)
    return [_batch(row) for row in snapshot.query(f"SELECT {columns} FROM batches ORDER BY number")]


def _batch(row: Row) -> Batch:
    _, finished_at, events, duration, lag_records, lag, steps, rows, error = row
    return Batch(
        finished_at=finished_at,
        events=events,
        seconds=duration / 1e6,
        lag_records=lag_records,
        lag_seconds=lag / 1e6,
        steps=msgspec.json.decode(steps, type=dict[str, float]),
        rows=msgspec.json.decode(rows, type=dict[str, int]),
        error=error,
    )
