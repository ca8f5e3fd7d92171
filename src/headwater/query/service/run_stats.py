"""Runs by day and state."""

from collections import Counter

from headwater.answers.moments import Instant
from headwater.answers.service import DayOfRuns
from headwater.query.moments import in_force
from headwater.query.names.deletions import Deletions
from headwater.store import Snapshot

DAY = 24 * 60 * 60 * 1_000_000


def runs_by_day(snapshot: Snapshot, days: int, until: int | None = None) -> tuple[DayOfRuns, ...]:
    """So many days up to that of `until`, or of the last run; none if nothing ever ran."""
    last = _last_start(snapshot) if until is None else until
    if last is None:
        return ()
    end = (last // DAY + 1) * DAY
    begin = end - days * DAY
    hidden = sorted(Deletions(snapshot, in_force(None)).hidden_of_kind("job")) or [-1]
    rows = snapshot.query_in(
        f"SELECT (started_at - ?) / {DAY}, state, count(*) FROM runs"
        " WHERE started_at >= ? AND started_at < ? AND NOT job_id IN {keys} GROUP BY 1, 2",
        hidden,
        (begin, begin, end),
    )
    counts = Counter({(day, state): count for day, state, count in rows})
    return tuple(
        DayOfRuns(
            day=Instant(begin + number * DAY),
            new=counts[number, "NEW"],
            running=counts[number, "RUNNING"],
            completed=counts[number, "COMPLETED"],
            failed=counts[number, "FAILED"],
            aborted=counts[number, "ABORTED"],
        )
        for number in range(days)
    )


def _last_start(snapshot: Snapshot) -> int | None:
    """Of what is in force: a clock far ahead of ours tells nothing."""
    [(last,)] = snapshot.query(
        "SELECT max(started_at) FROM runs WHERE started_at <= ?", (in_force(None),)
    )
    return last if last is None else int(last)
