"""The status of the store: how far it has come, and what it contains."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from headwater.answers.moments import Instant
from headwater.answers.service import Failure, Lag, Pipeline, Spread, Status
from headwater.log import EventLog, Positions, lag, size_until
from headwater.log.waiting import COUNTED_BYTES
from headwater.model.order import CLOCK_SKEW
from headwater.query.moments import in_force, instant
from headwater.query.service.findings import FUTURE, SHARED, looked_up
from headwater.store import Batch, Claim, Snapshot, recent_batches
from headwater.store.tables import TABLES


def status(
    snapshot: Snapshot,
    log: EventLog,
    head: Positions,
    *,
    claim: Claim | None = None,
    ended: Batch | None = None,
    now: int | None = None,
) -> Status:
    """How far the store has come, what it contains, and how the pipeline fares.

    `head` is where the log ends. `claim` is who keeps the store up to date. `ended` is the error
    that ended the last pipeline.
    """
    applied = snapshot.positions()
    [(first, last)] = snapshot.query("SELECT min(event_time), max(event_time) FROM events")
    odd = looked_up(snapshot, in_force(None) if now is None else now + CLOCK_SKEW)
    built_at = snapshot.meta().get("built_at")
    return Status(
        rows={table.name: _count(snapshot, table.name) for table in TABLES},
        log_bytes=size_until(log, head),
        applied_bytes=size_until(log, applied),
        lag=behind(log, applied, head, now=now),
        archive=log.archive(),
        pipeline=replace(
            recent_pipeline(snapshot, None if _works(claim) else ended),
            doing=claim.doing if claim else None,
            process=claim.who if claim else None,
            percent=claim.percent if claim else None,
            seconds_left=claim.seconds_left if claim else None,
        ),
        built_at=instant(int(built_at)) if built_at else None,
        first_event=instant(first),
        last_event=instant(last),
        future_events=odd[FUTURE],
        shared_run_ids=odd[SHARED],
        findings=dict(
            sorted((finding_counts(snapshot) | {c: n for c, n in odd.items() if n}).items())
        ),
    )


def _works(claim: Claim | None) -> bool:
    """Whether a pipeline has started, be it on another machine than the one that ended."""
    return claim is not None and claim.doing != "starting"


def behind(
    log: EventLog, applied: Positions, head: Positions, *, now: int | None = None
) -> Lag | None:
    """How far the applied events are behind the log.

    It is None if they come from another log than this one, as happens if servers on several
    machines share a store.
    """
    if applied and not applied.keys() & head.keys():
        return None
    return lag(log, applied, head, now=now, count_bytes=COUNTED_BYTES)


def finding_counts(snapshot: Snapshot) -> dict[str, int]:
    """The number of stored findings of each code."""
    return dict(snapshot.query("SELECT code, count(*) FROM findings GROUP BY code ORDER BY code"))


def recent_pipeline(snapshot: Snapshot, ended: Batch | None = None) -> Pipeline:
    """The last batches of the pipeline.

    `ended` is the error that ended the last pipeline, which the store could not take.
    """
    aside = snapshot.query("SELECT count(*) FROM findings WHERE code = 'set_aside'")
    batches = recent_batches(snapshot)
    if ended and not (batches and batches[-1].finished_at > ended.finished_at):
        batches.append(ended)
    return _pipeline(batches, aside[0][0])


def _count(snapshot: Snapshot, table: str) -> int:
    [(count,)] = snapshot.query(f"SELECT count(*) FROM {table}")
    return int(count)


def _pipeline(batches: Sequence[Batch], set_aside: int) -> Pipeline:
    done = [batch for batch in batches if not batch.error]
    failed = [batch for batch in batches if batch.error]
    last = failed[-1] if failed else None
    return Pipeline(
        batches=len(done),
        events=sum(batch.events for batch in done),
        last_batch=Instant(done[-1].finished_at) if done else None,
        seconds=_spread(batch.seconds for batch in done) if done else None,
        step_seconds=_by_step([batch.steps for batch in done]),
        rows_written=_total(batch.rows for batch in done),
        set_aside=set_aside,
        last_failure=Failure(Instant(last.finished_at), last.error) if last else None,
        failing=bool(batches and batches[-1].error),
    )


def _by_step(batches: Sequence[Mapping[str, float]]) -> dict[str, Spread]:
    """The durations of each step, in the order of steps.

    A skipped step counts as taking no time.
    """
    names = dict.fromkeys(name for steps in batches for name in steps)
    return {name: _spread(steps.get(name, 0.0) for steps in batches) for name in names}


def _total(batches: Iterable[Mapping[str, int]]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for rows in batches:
        total.update(rows)
    return {name: count for name, count in sorted(total.items()) if count}


def _spread(seconds: Iterable[float]) -> Spread:
    ordered = sorted(seconds)
    return Spread(_quantile(ordered, 50), _quantile(ordered, 95))


def _quantile(ordered: Sequence[float], percent: int) -> float:
    """The smallest value that this percentage of the values does not exceed.

    >>> _quantile([1.0, 2.0, 3.0, 4.0], 50), _quantile([1.0], 95)
    (2.0, 1.0)
    """
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]
