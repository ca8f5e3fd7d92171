"""Statistics: how much was reported and how much ran over time, and how much is known."""

import time
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta, tzinfo
from itertools import accumulate, pairwise
from typing import Literal, TypeAlias
from zoneinfo import ZoneInfo

from headwater.answers.moments import Instant
from headwater.answers.names import EntityKind
from headwater.answers.service import DayOfRuns, EventCount, TotalCount
from headwater.errors import BadRequestError
from headwater.model.order import RANKS
from headwater.query.catalog.sources import sources
from headwater.query.moments import in_force
from headwater.query.names.deletions import Deletions
from headwater.query.names.entities import NO_ENTITY
from headwater.query.names.occurrences import occurrences
from headwater.query.runs.assumed_ends import SHOWN_STATE
from headwater.questions.pages import Page
from headwater.store import Snapshot
from headwater.store.tables import BEGINNING, FOREVER

Period: TypeAlias = Literal["DAY", "WEEK"]
"""The 24 hours up to the current one, or the 7 days up to today."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_DAY = 24 * 60 * 60 * 1_000_000
"""A day in µs."""
_QUARTER = 15 * 60 * 1_000_000
"""A quarter of an hour in µs. Hours and days of every time zone begin at a full quarter."""


def event_counts(
    snapshot: Snapshot, period: Period, zone: tzinfo = UTC, now: int | None = None
) -> tuple[EventCount, ...]:
    bounds = _bounds(period, zone, now)
    # This is one pass over an index alone. The quarters are summed up here.
    rows = snapshot.query(
        f"SELECT (event_time - ?) / {_QUARTER}, rank, count(*) FROM events"
        " WHERE event_time >= ? AND event_time < ? AND shape = 'run'"
        " GROUP BY 1, 2",
        (bounds[0], bounds[0], bounds[-1]),
    )
    counts: Counter[tuple[int, int]] = Counter()
    for quarter, rank, count in rows:
        interval = bisect_right(bounds, bounds[0] + quarter * _QUARTER) - 1
        counts[interval, rank] += count
    return tuple(
        EventCount(
            start_interval=Instant(since),
            end_interval=Instant(until),
            fail=counts[number, RANKS["FAIL"]],
            start=counts[number, RANKS["START"]],
            complete=counts[number, RANKS["COMPLETE"]],
            abort=counts[number, RANKS["ABORT"]],
        )
        for number, (since, until) in enumerate(pairwise(bounds))
    )


def entity_counts(
    snapshot: Snapshot,
    kind: EntityKind,
    period: Period,
    zone: tzinfo = UTC,
    now: int | None = None,
) -> tuple[TotalCount, ...]:
    """The number of jobs or datasets that are not deleted, by when they first occurred."""
    hidden = Deletions(snapshot, in_force(None)).hidden_of_kind(kind)
    seen = occurrences(snapshot)
    keys = {key for key, entity in seen.entities.items() if entity.kind == kind} - hidden
    # An entity that only something without a time refers to counts as always there.
    return totals((seen.first.get(key, BEGINNING) for key in keys), period, zone, now)


def source_counts(
    snapshot: Snapshot, period: Period, zone: tzinfo = UTC, now: int | None = None
) -> tuple[TotalCount, ...]:
    """The number of sources of datasets that are not deleted, by when these first occurred."""
    found = sources(snapshot, Page(limit=FOREVER))
    return totals((source.created_at or BEGINNING for source in found.sources), period, zone, now)


def totals(
    firsts: Iterable[int], period: Period, zone: tzinfo = UTC, now: int | None = None
) -> tuple[TotalCount, ...]:
    """The number of things at the end of each interval, given when each first occurred."""
    bounds = _bounds(period, zone, now)
    begun = Counter(max(0, bisect_right(bounds, first) - 1) for first in firsts)
    running = accumulate(begun[number] for number in range(len(bounds) - 1))
    return tuple(
        TotalCount(Instant(since), Instant(until), count)
        for (since, until), count in zip(pairwise(bounds), running, strict=True)
    )


def runs_by_day(snapshot: Snapshot, days: int, until: int | None = None) -> tuple[DayOfRuns, ...]:
    """The number of runs per day, for `days` up to the day of `until` or of the last run.

    It is empty if nothing ever ran.
    """
    last = _last_start(snapshot) if until is None else until
    if last is None:
        return ()
    end = (last // _DAY + 1) * _DAY
    begin = end - days * _DAY
    hidden = sorted(Deletions(snapshot, in_force(None)).hidden_of_kind("job")) or [NO_ENTITY]
    rows = snapshot.query_in(
        f"SELECT (started_at - ?) / {_DAY}, {SHOWN_STATE}, count(*) FROM runs r"
        " WHERE started_at >= ? AND started_at < ? AND NOT job_id IN {keys} GROUP BY 1, 2",
        hidden,
        (begin, begin, end),
    )
    counts = Counter({(day, state): count for day, state, count in rows})
    return tuple(
        DayOfRuns(
            day=Instant(begin + number * _DAY),
            new=counts[number, "NEW"],
            running=counts[number, "RUNNING"],
            completed=counts[number, "COMPLETED"],
            failed=counts[number, "FAILED"],
            aborted=counts[number, "ABORTED"],
        )
        for number in range(days)
    )


def _last_start(snapshot: Snapshot) -> int | None:
    """The last start that is in force. A run dated far ahead by a wrong clock does not count."""
    [(last,)] = snapshot.query(
        "SELECT max(started_at) FROM runs WHERE started_at <= ?", (in_force(None),)
    )
    return last if last is None else int(last)


def zone_named(name: str) -> tzinfo:
    """A time zone by its name in the IANA database."""
    try:
        return ZoneInfo(name)
    except (LookupError, ValueError, OSError):
        raise BadRequestError(
            f"timezone: {name[:60]!r} is no time zone; write one like Europe/Berlin or UTC"
        ) from None


def _bounds(period: Period, zone: tzinfo, now: int | None) -> list[int]:
    """Where the intervals of a period begin, and where the last one ends."""
    moment = _EPOCH + (time.time_ns() // 1000 if now is None else now) * _MICROSECOND
    local = moment.astimezone(zone)
    if period == "DAY":
        past = timedelta(minutes=local.minute, seconds=local.second, microseconds=local.microsecond)
        starts = [moment - past + timedelta(hours=hours) for hours in range(-23, 2)]
    else:
        today = local.date()
        starts = [
            # This is midnight in local time, so a day may have 23 or 25 hours.
            datetime.combine(today + timedelta(days=days), datetime.min.time(), zone)
            for days in range(-6, 2)
        ]
    return [(start.astimezone(UTC) - _EPOCH) // _MICROSECOND for start in starts]
