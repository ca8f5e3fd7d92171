"""Answers about the service itself: its progress, its events, its findings and its statistics."""

import msgspec

from headwater.answers.moments import Instant


class Lag(msgspec.Struct, frozen=True):
    """The part of the log that a reader has not processed yet."""

    bytes: int = 0
    records: int | None = 0
    """The number of records, or None if there are too many to count."""
    seconds: float = 0.0
    """How long the oldest record has been waiting."""


class Spread(msgspec.Struct, frozen=True):
    """The median and the 95th percentile of some durations, in seconds."""

    p50: float
    p95: float


class Failure(msgspec.Struct, frozen=True):
    at: Instant
    error: str


class Pipeline(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The process that keeps the store up to date now, and the last batches, as far as recorded."""

    doing: str | None = None
    """One of starting, rebuilding, following, failing and building, or None without a process."""
    process: str | None = None
    batches: int
    events: int
    last_batch: Instant | None
    seconds: Spread | None
    """How long a batch takes, or None if there was no batch yet."""
    step_seconds: dict[str, Spread]
    rows_written: dict[str, int]
    set_aside: int
    """The number of events that could not be applied and therefore do not count (semantics 10)."""
    last_failure: Failure | None
    failing: bool
    """Whether nothing has succeeded since the last failure."""


class Status(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    rows: dict[str, int]
    log_bytes: int
    applied_bytes: int
    lag: Lag | None
    """How far the store is behind the log, or None if the log is on another machine."""
    pipeline: Pipeline
    built_at: Instant | None
    first_event: Instant | None
    last_event: Instant | None
    future_events: int
    """The number of events that are dated too far ahead to be in force yet."""
    shared_run_ids: int
    """The number of run ids that more than one job uses (semantics 3.1)."""
    findings: dict[str, int]


class EventList(msgspec.Struct, frozen=True, rename="camel"):
    events: tuple[msgspec.Raw, ...]
    total_count: int
    next: str | None
    digests: tuple[str, ...]
    """The digests of these events, in the same order, by which events are retracted."""


class EventFinding(msgspec.Struct, frozen=True, rename="camel"):
    code: str
    path: str
    """The place in the event, as a JSON path."""
    detail: str
    event_time: Instant | None
    node: str | None
    """The job or dataset that the event is about."""
    event: str
    """The digest of the event."""


class FindingList(msgspec.Struct, frozen=True, rename="camel"):
    findings: tuple[EventFinding, ...]
    total_count: int
    next: str | None


class DayOfRuns(msgspec.Struct, frozen=True, kw_only=True):
    """The number of runs in each state that began on one day in UTC."""

    day: Instant
    new: int
    running: int
    completed: int
    failed: int
    aborted: int


class EventCount(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The number of run events in an interval, by type."""

    start_interval: Instant
    end_interval: Instant
    fail: int
    start: int
    complete: int
    abort: int


class TotalCount(msgspec.Struct, frozen=True, rename="camel"):
    """The number of things that are known at the end of an interval."""

    start_interval: Instant
    end_interval: Instant
    count: int


class Retracted(msgspec.Struct, frozen=True):
    """An event that counts as never accepted, even if it is sent again."""

    digest: str
