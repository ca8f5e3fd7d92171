"""Answers about the service itself: its progress, its events, its findings and its statistics."""

import msgspec

from headwater.answers.moments import Instant


class Lag(msgspec.Struct, frozen=True):
    """This is the part of the log that a reader has not processed yet."""

    bytes: int = 0
    records: int | None = 0
    """The number of records, or None if there are too many to count."""
    seconds: float = 0.0
    """How long the oldest record has been waiting."""


class ArchiveState(msgspec.Struct, frozen=True, kw_only=True):
    """This says how far the log is archived."""

    place: str
    lag: Lag | None
    """What could be archived and is not yet, or None if that cannot be looked up."""
    alarms: tuple[str, ...] = ()
    """Why records are lost, or soon will be, as the log removes them before they are archived."""
    error: str | None = None
    """Why the archive cannot be read, if it cannot."""


class Spread(msgspec.Struct, frozen=True):
    """This is the median and the 95th percentile of some durations, in seconds."""

    p50: float
    p95: float


class Failure(msgspec.Struct, frozen=True):
    """This is the last batch that failed, with the reason."""

    at: Instant
    error: str


class Pipeline(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is the process that keeps the store up to date now, with the last batches, as far as
    recorded."""

    doing: str | None = None
    """One of starting, rebuilding, following, failing and building, or None without a process."""
    process: str | None = None
    percent: int | None = None
    """How much of a rebuild is done, or None if nothing is rebuilt."""
    seconds_left: int | None = None
    """About how long the rest of the rebuild takes, or None if that is not known."""
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
    """This says how the service is doing, how far its store is behind the log, and what is in
    both."""

    rows: dict[str, int]
    log_bytes: int
    applied_bytes: int
    lag: Lag | None
    """How far the store is behind the log, or None if the log is on another machine."""
    archive: ArchiveState | None
    """How far the log is archived, or None if it has no archive."""
    pipeline: Pipeline
    built_at: Instant | None
    first_event: Instant | None
    last_event: Instant | None
    future_events: int
    """The number of events that are dated too far ahead to be in force yet."""
    shared_run_ids: int
    """The number of run ids that more than one job uses (semantics 3.1)."""
    findings: dict[str, int]
    """The number of findings of each kind."""


class EventList(msgspec.Struct, frozen=True, rename="camel"):
    """This is a page of events, each as it was sent."""

    events: tuple[msgspec.Raw, ...]
    total_count: int
    next: str | None
    digests: tuple[str, ...]
    """The digests of these events, in the same order, by which events are retracted."""


class EventFinding(msgspec.Struct, frozen=True, rename="camel"):
    """This is something that was odd in an event which was accepted all the same."""

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
    """This is a page of findings."""

    findings: tuple[EventFinding, ...]
    total_count: int
    next: str | None


class TableColumn(msgspec.Struct, frozen=True):
    """This is a column of a table that can be exported."""

    name: str
    type: str
    nullable: bool
    help: str


class ExportedTable(msgspec.Struct, frozen=True):
    """This is a table that can be exported."""

    name: str
    help: str
    key: tuple[str, ...]
    time: str | None
    """The column with the instant that a row belongs to, if the table has one."""
    columns: tuple[TableColumn, ...]
    state: str
    """A text that is another one after every change of the table."""


class ExportedTables(msgspec.Struct, frozen=True, rename="camel"):
    """These are the tables that can be exported, with the version of their schema."""

    schema_version: int
    tables: tuple[ExportedTable, ...]


class FindingGroup(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """These are the findings of one kind in the events of one producer."""

    producer: str | None
    """What the events call their producer, or None if they cannot be read."""
    code: str
    count: int
    first: Instant | None
    """The time of the first event with such a finding."""
    last: Instant | None
    nodes: tuple[str, ...]
    """The jobs and datasets that most of these events are about, at most five."""
    node_count: int
    example: EventFinding


class FindingGroups(msgspec.Struct, frozen=True, rename="camel"):
    """These are all findings, grouped by producer and kind."""

    groups: tuple[FindingGroup, ...]
    """The groups, the largest first."""
    total_count: int
    """The number of findings in all of them."""


class DayOfRuns(msgspec.Struct, frozen=True, kw_only=True):
    """This is the number of runs in each state that began on one day in UTC."""

    day: Instant
    new: int
    running: int
    completed: int
    failed: int
    aborted: int


class EventCount(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is the number of run events in an interval, by type."""

    start_interval: Instant
    end_interval: Instant
    fail: int
    start: int
    complete: int
    abort: int


class TotalCount(msgspec.Struct, frozen=True, rename="camel"):
    """This is the number of things that are known at the end of an interval."""

    start_interval: Instant
    end_interval: Instant
    count: int


class Retracted(msgspec.Struct, frozen=True):
    """This is an event that counts as never accepted, even if it is sent again."""

    digest: str
