"""How far the store has come, and what is in it."""

from collections.abc import Mapping
from pathlib import Path

import msgspec

from headwater.log import Positions, lines, ranges
from headwater.query.moments import CLOCK_SKEW, Instant, in_force, instant
from headwater.store import Snapshot
from headwater.store.tables import TABLES

COUNTED_BYTES = 256 << 20
"""Up to this much of the log is read to tell how many records are waiting."""


class Lag(msgspec.Struct, frozen=True):
    """What the log holds and the store does not; `records` is None if too much to count."""

    bytes: int
    records: int | None


class Status(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    rows: dict[str, int]
    log_bytes: int
    applied_bytes: int
    lag: Lag
    built_at: Instant | None
    first_event: Instant | None
    last_event: Instant | None
    future_events: int
    """Dated beyond what clocks may differ by: kept, but not in force yet."""
    shared_run_ids: int
    """Run ids that more than one job uses (semantics 3.1)."""
    findings: dict[str, int]


def status(snapshot: Snapshot, directory: Path, head: Positions, now: int | None = None) -> Status:
    """`directory` is that of the log, `head` how far it goes."""
    applied = snapshot.positions()
    [(first, last)] = snapshot.query("SELECT min(event_time), max(event_time) FROM events")
    [(future,)] = snapshot.query(
        "SELECT count(*) FROM events WHERE event_time > ?",
        (in_force(None) if now is None else now + CLOCK_SKEW,),
    )
    [(shared,)] = snapshot.query(
        "SELECT count(*) FROM"
        " (SELECT run_id FROM runs GROUP BY run_id HAVING count(*) > 1) AS shared"
    )
    found = snapshot.query("SELECT code, count(*) FROM findings GROUP BY code ORDER BY code")
    built_at = snapshot.meta().get("built_at")
    return Status(
        rows={table.name: _count(snapshot, table.name) for table in TABLES},
        log_bytes=sum(head.values()),
        applied_bytes=sum(applied.values()),
        lag=_lag(directory, applied, head),
        built_at=instant(int(built_at)) if built_at else None,
        first_event=instant(first),
        last_event=instant(last),
        future_events=future,
        shared_run_ids=shared,
        findings=dict(found),
    )


def _count(snapshot: Snapshot, table: str) -> int:
    [(count,)] = snapshot.query(f"SELECT count(*) FROM {table}")
    return int(count)


def _lag(directory: Path, applied: Mapping[str, int], head: Positions) -> Lag:
    waiting = ranges(dict(applied), head)
    size = sum(part.end - part.start for part in waiting)
    if size > COUNTED_BYTES:
        return Lag(size, None)
    records = sum(
        1 for part in waiting for _ in lines(directory, part.segment, part.start, part.end)
    )
    return Lag(size, records)
