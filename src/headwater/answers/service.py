"""The service itself: how far it has come, what was sent to it, what was odd, and how much."""

import msgspec

from headwater.answers.moments import Instant


class Lag(msgspec.Struct, frozen=True):
    """What the log holds and a reader has not taken yet."""

    bytes: int = 0
    records: int | None = 0
    """None if there are too many to count."""
    seconds: float = 0.0
    """How long the oldest of them has been waiting."""


class Spread(msgspec.Struct, frozen=True):
    """Of some durations, in seconds."""

    p50: float
    p95: float


class Failure(msgspec.Struct, frozen=True):
    at: Instant
    error: str


class Pipeline(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Who keeps the store up to date now, and the last batches, as far as they are kept."""

    doing: str | None = None
    """starting, rebuilding, following, failing, building; None if no process does anything."""
    process: str | None = None
    batches: int
    events: int
    last_batch: Instant | None
    seconds: Spread | None
    """None if there was no batch yet."""
    step_seconds: dict[str, Spread]
    rows_written: dict[str, int]
    set_aside: int
    """Events that could not be applied, and do not count (semantics 10)."""
    last_failure: Failure | None
    failing: bool
    """Whether nothing has gone well since."""


class Status(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    rows: dict[str, int]
    log_bytes: int
    applied_bytes: int
    lag: Lag | None
    """None if it cannot be told, as the log is on another machine."""
    pipeline: Pipeline
    built_at: Instant | None
    first_event: Instant | None
    last_event: Instant | None
    future_events: int
    """Dated beyond what clocks may differ by: kept, but not in force yet."""
    shared_run_ids: int
    """Run ids that more than one job uses (semantics 3.1)."""
    findings: dict[str, int]


class EventList(msgspec.Struct, frozen=True, rename="camel"):
    events: tuple[msgspec.Raw, ...]
    total_count: int
    next: str | None
    digests: tuple[str, ...]
    """Of the events, in the same order: an event is taken back by its digest (semantics 10)."""


class EventFinding(msgspec.Struct, frozen=True, rename="camel"):
    code: str
    path: str
    """Where in the event, as a JSON path."""
    detail: str
    event_time: Instant | None
    node: str | None
    """The job or dataset that the event is about."""
    event: str
    """Its digest."""


class FindingList(msgspec.Struct, frozen=True, rename="camel"):
    findings: tuple[EventFinding, ...]
    total_count: int
    next: str | None


class DayOfRuns(msgspec.Struct, frozen=True, kw_only=True):
    """How many runs of each state began on a day of UTC."""

    day: Instant
    new: int
    running: int
    completed: int
    failed: int
    aborted: int


class EventCount(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Run events of an interval, by their type."""

    start_interval: Instant
    end_interval: Instant
    fail: int
    start: int
    complete: int
    abort: int


class TotalCount(msgspec.Struct, frozen=True, rename="camel"):
    """How many are known at the end of an interval."""

    start_interval: Instant
    end_interval: Instant
    count: int


class Retracted(msgspec.Struct, frozen=True):
    """An event that counts as never accepted, also if it comes again."""

    digest: str
