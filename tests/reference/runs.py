"""Runs: everything said under one (runId, job), folded (semantics 3)."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from tests.reference import facets
from tests.reference.events import Event, Key, Listed, explicit_entries, instant
from tests.reference.facets import Instance, alive, folded, stated
from tests.reference.names import Json, Name, canonical, digest, run_key_of

Row = tuple[object, ...]

BATCH_IDS = (
    ("acme_batch", (), ("id",)),
    ("airflow", ("dagRun",), ("dag_id", "run_id")),
    ("airflowDagRun", ("dagRun",), ("dag_id", "run_id")),
)
"""3.6: where stories have batch ids, and the defaults: a facet, the way in it, the last keys."""

STATES = {"COMPLETE": "COMPLETED", "FAIL": "FAILED", "ABORT": "ABORTED"}


@dataclass(frozen=True)
class Io:
    """An input or output of a run, by raw name. Facets are folded (3.3): the last instance that
    states something or is a tombstone."""

    side: str
    name: Name
    first: Key
    last_time: int
    partitions: tuple[str, ...]
    pin: Instance | None
    """5.4: the first version stated here."""
    version: Instance | None
    schema: Instance | None
    columns: Instance | None
    lifecycle: Instance | None

    @property
    def change(self) -> facets.Lifecycle | None:
        return facets.lifecycle(alive(self.lifecycle.facet)) if self.lifecycle else None

    @property
    def dropped(self) -> bool:
        """5.6: a DROP is no write and no output."""
        return self.change is not None and self.change.change == "DROP"


@dataclass(frozen=True)
class Run:
    key: str
    run_id: str
    job: Name
    events: tuple[Event, ...]
    """In the order of K."""
    state: str
    started_at: int
    end: Key | None
    """K of the last terminal event."""
    job_type: facets.JobType
    code: facets.Code
    extraction_failed: bool
    parent: facets.Parent | None
    parent_at: Key | None
    dependencies: facets.Dependencies | None
    io: tuple[Io, ...]
    explicit: tuple[facets.Entry, ...]
    withdraws: bool
    """Takes explicit lineage back and states none afterwards."""

    @property
    def streaming(self) -> bool:
        return self.job_type.processing != "BATCH"

    @property
    def inputs(self) -> list[Io]:
        return [io for io in self.io if io.side == "input"]

    @property
    def outputs(self) -> list[Io]:
        """Without drops (4.1, 5.6)."""
        return [io for io in self.io if io.side == "output" and not io.dropped]

    @property
    def drops(self) -> list[Io]:
        return [io for io in self.io if io.side == "output" and io.dropped]


def fold_runs(events: Iterable[Event]) -> list[Run]:
    """3.1. The events come in the order of K."""
    by_key: dict[str, list[Event]] = defaultdict(list)
    for event in events:
        if event.run_key is not None:
            by_key[event.run_key].append(event)
    return [fold_run(key, events_of_run) for key, events_of_run in by_key.items()]


def fold_run(key: str, events: list[Event]) -> Run:
    types = {event.event_type for event in events}
    starts = [event for event in events if event.event_type == "START"]
    terminal = [event for event in events if event.event_type in STATES]
    if terminal:  # 3.4: by the last terminal event; nothing re-opens a run
        state = STATES[str(terminal[-1].event_type)]
    else:
        state = "RUNNING" if types & {"START", "RUNNING"} else "NEW"
    job_type = stated(job_facets(events, "jobType"), facets.job_type)
    location = stated(job_facets(events, "sourceCodeLocation"), facets.source_code_location)
    code = (location or facets.Code())._replace(
        sql=stated(job_facets(events, "sql"), facets.sql),
        source=stated(job_facets(events, "sourceCode"), facets.source_code),
    )
    parent, parent_at = fold_parent(events)
    return Run(
        key=key,
        run_id=str(events[0].run_id),
        job=events[0].subject,
        events=tuple(events),
        state=state,
        # 3.4: never after the end, whatever the clocks say
        started_at=min(event.time for event in ((starts or events)[0], *terminal[-1:])),
        end=terminal[-1].key if terminal else None,
        job_type=job_type or facets.JobType("BATCH", snapshot=False),
        code=code,
        extraction_failed=bool(stated(run_facets(events, "extractionError"), facets.failed_tasks)),
        parent=parent,
        parent_at=parent_at,
        dependencies=stated(run_facets(events, "jobDependencies"), facets.job_dependencies),
        io=tuple(fold_io(events)),
        explicit=tuple(merge_explicit(events)),
        withdraws=not merge_explicit(events) and any(withdraws(event) for event in events),
    )


def run_facets(events: list[Event], facet: str) -> list[Instance]:
    return [
        Instance((*event.key, 0), event.run_facets[facet])
        for event in events
        if facet in event.run_facets
    ]


def job_facets(events: list[Event], facet: str) -> list[Instance]:
    return [
        Instance((*event.key, 0), event.subject_facets[facet])
        for event in events
        if facet in event.subject_facets
    ]


def fold_parent(events: list[Event]) -> tuple[facets.Parent | None, Key | None]:
    """3.5: `parent`, or `parentRun` if `parent` states none; with K of its first instance."""
    for facet in ("parent", "parentRun"):
        last = folded(run_facets(events, facet), facets.parent)
        parent = facets.parent(alive(last.facet)) if last else None
        if parent is not None:
            stating = [i for i in run_facets(events, facet) if facets.parent(alive(i.facet))]
            return parent, min(i.at for i in stating)[:3]
    return None, None


def withdraws(event: Event) -> bool:
    return facets.is_tombstone(event.subject_facets.get("lineage", {}))


def merge_explicit(events: list[Event]) -> list[facets.Entry]:
    """3.3: merged by entry, the last entry winning; a tombstone removes all before it."""
    merged: dict[tuple[str, Name, str], facets.Entry] = {}
    for event in events:
        if withdraws(event):
            merged = {}
        for entry in explicit_entries(event):
            merged[entry.type, entry.target, entry.run_id] = entry
    return list(merged.values())


def fold_io(events: list[Event]) -> list[Io]:
    """3.2: the union over the run's events."""
    found: dict[tuple[str, Name], list[tuple[Event, Listed]]] = defaultdict(list)
    for event in events:
        for item in event.listed:
            found[item.side, item.name].append((event, item))
    result = []
    for (side, name), listings in found.items():

        def instances(
            facet: str, listings: list[tuple[Event, Listed]] = listings
        ) -> list[Instance]:
            return [
                Instance((*event.key, item.place), item.facets[facet])
                for event, item in listings
                if facet in item.facets
            ]

        versions = [
            i for i in instances("version") if facets.storage_version(alive(i.facet)) is not None
        ]
        result.append(
            Io(
                side=side,
                name=name,
                first=listings[0][0].key,
                last_time=listings[-1][0].time,
                partitions=tuple(sorted({i.partition for _, i in listings if i.partition})),
                pin=min(versions, key=lambda i: i.at, default=None),
                version=folded(instances("version"), facets.storage_version),
                schema=folded(instances("schema"), facets.schema),
                columns=folded(instances("columnLineage"), facets.column_lineage),
                lifecycle=folded(instances("lifecycleStateChange"), facets.lifecycle),
            )
        )
    return result


def batch_id(events: tuple[Event, ...]) -> str | None:
    """3.6: by the last event that states one, and in it by the first place that has a value."""
    for event in reversed(events):
        for facet, way, last in BATCH_IDS:
            inner: object = event.run_facets.get(facet)
            for key in way:
                inner = inner.get(key) if isinstance(inner, dict) else None
            values = [inner.get(key) if isinstance(inner, dict) else None for key in last]
            if all(isinstance(value, str | int) and value != "" for value in values):
                return "/".join(str(value) for value in values)
    return None


# Rows


def run_row(run: Run) -> Row:
    """A row of `runs`, without `facts`."""
    parent = run.parent
    nominal = stated(run_facets(list(run.events), "nominalTime"), nominal_time)
    first = run.events[0]
    return (
        run.key,
        run.run_id,
        first.raw_run_id if first.raw_run_id != run.run_id else None,
        run.job.node,
        run.state,
        run.started_at,
        run.end[0] if run.end else None,
        *first.key,
        run.events[-1].time,
        run.end[1] if run.end else None,
        run.end[2] if run.end else None,
        *(nominal or (None, None)),
        batch_id(run.events),
        run.job_type.processing,
        int(run.job_type.snapshot),
        *run.code.row(),
        int(run.extraction_failed),
        parent.run_id if parent else None,
        run_key_of(parent.run_id, parent.job) if parent and parent.job else None,
        parent.job.node if parent and parent.job else None,
        run_key_of(str(parent.root_run_id), parent.root_job)
        if parent and parent.root_job
        else None,
        parent.root_job.node if parent and parent.root_job else None,
    )


def nominal_time(facet: Json | None) -> tuple[int, int | None] | None:
    start = instant((facet or {}).get("nominalStartTime"))
    return None if start is None else (start, instant((facet or {}).get("nominalEndTime")))


def hash_of(instance: Instance | None, tombstone: str | None = None) -> str | None:
    if instance is None:
        return None
    return tombstone if facets.is_tombstone(instance.facet) else digest(instance.facet)


def version_of(instance: Instance | None) -> str | None:
    return facets.storage_version(alive(instance.facet)) if instance else None


def used_at(run: Run, side: str) -> int | None:
    """When an input or output counts in the dataset's history."""
    if side == "input":
        return run.started_at
    if run.streaming:
        return run.events[-1].time
    return run.end[0] if run.end else None


def io_row(run: Run, io: Io) -> Row:
    """A row of `run_io`."""
    change = io.change
    return (
        run.key,
        io.side,
        io.name.node,
        io.first[0],
        io.last_time,
        used_at(run, io.side),
        canonical(list(io.partitions)),
        version_of(io.pin),
        version_of(io.version),
        hash_of(io.schema),
        hash_of(io.columns, tombstone=""),
        change.change if change else None,
        change.previous.node if change and change.previous else None,
    )


def stream_rows(run: Run) -> list[Row]:
    """Rows of `stream_io`: what each event of a streaming run listed."""
    if not run.streaming:
        return []
    return [
        (
            run.key,
            *event.key,
            io.side,
            io.name.node,
            hash_of(io.schema),
            io.schema.at[-1] if io.schema else None,
            version_of(io.version),
            io.version.at[-1] if io.version else None,
        )
        for event in run.events
        for io in fold_io([event])
    ]
