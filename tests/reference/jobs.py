"""Job timelines and job versions (semantics 4), and what job events say."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace

from headwater.store import tables
from tests.reference import facets
from tests.reference.entities import Entities
from tests.reference.events import Event
from tests.reference.facets import Code, alive
from tests.reference.names import Name, canonical, uuid_of
from tests.reference.runs import Io, Row, Run, fold_io, hash_of, withdraws

Ids = frozenset[int]
NONE: Ids = frozenset()


@dataclass(frozen=True)
class Entry:
    """One entry of a job's timeline (4.1)."""

    place: tuple[int, int, str, str]
    """Time, rank, run key ('' for a job event), digest."""
    basis: str
    inputs: Ids
    """As listed; drops are no outputs."""
    outputs: Ids
    code: Code
    run: Run | None = None
    event: Event | None = None
    knows: tuple[bool, bool] = (False, False)
    """4.3: whether it knows its inputs and its outputs; set by `with_knowledge`."""
    is_first: bool = False

    @property
    def time(self) -> int:
        return self.place[0]

    @property
    def extraction_failed(self) -> bool:
        return self.run is not None and self.run.extraction_failed


@dataclass
class Version:
    """A job version and the entries it holds at."""

    entries: list[Entry]
    inputs: Ids
    outputs: Ids
    code: Code
    lineage_unknown: bool
    confirmed_at: int | None = None
    valid_to: int = tables.FOREVER


@dataclass
class Job:
    name: Name
    runs: list[Run] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    versions: list[Version] = field(default_factory=list)

    def version_at(self, entry: Entry) -> int:
        """Which of the versions the entry belongs to."""
        return next(
            index
            for index, version in enumerate(self.versions)
            if any(member.place == entry.place for member in version.entries)
        )


def fold_jobs(
    runs: list[Run], events: list[Event], entities: Entities, code_from: Collection[str]
) -> list[Job]:
    jobs: dict[Name, Job] = {}
    for run in runs:
        jobs.setdefault(run.job, Job(run.job)).runs.append(run)
    for event in events:
        if event.shape == "job":
            jobs.setdefault(event.subject, Job(event.subject)).events.append(event)
    for job in jobs.values():
        job.entries = with_knowledge(timeline(job, entities))
        job.versions = fold_versions(job.entries, code_from)
    return list(jobs.values())


# 4.1 Timeline


def timeline(job: Job, entities: Entities) -> list[Entry]:
    entries: list[Entry] = []
    for run in job.runs:
        if run.streaming:
            entries += growing_entries(run, entities, "stream", run.job_type.snapshot)
        elif run.end is not None and (run.inputs or run.outputs or not run.drops):
            time, rank, digest = run.end
            entries.append(
                Entry(
                    place=(time, rank, run.key, digest),
                    basis="run",
                    inputs=ids(run.inputs, entities),
                    outputs=ids(run.outputs, entities),
                    code=run.code,
                    run=run,
                )
            )
    entries += [declared_entry(event, entities) for event in job.events]
    if not entries:
        for run in job.runs:
            if run.end is None:
                entries += growing_entries(run, entities, "provisional", snapshot=False)
    return sorted(entries, key=lambda entry: entry.place)


def ids(listed: list[Io], entities: Entities) -> Ids:
    return frozenset(entities.of(io.name) for io in listed)


def growing_entries(run: Run, entities: Entities, basis: str, snapshot: bool) -> Iterator[Entry]:
    """An entry for each event that changes what the run is known to read and write."""
    outputs_of_run = {io.name for io in run.outputs}
    inputs, outputs = NONE, NONE
    for event in run.events:
        lists = {
            side: frozenset(
                entities.of(i.name)
                for i in event.listed
                if i.side == side and (side == "input" or i.name in outputs_of_run)
            )
            for side in ("input", "output")
        }
        if snapshot:
            known = (lists["input"] or inputs, lists["output"] or outputs)
        else:
            known = (inputs | lists["input"], outputs | lists["output"])
        if known != (inputs, outputs):
            inputs, outputs = known
            yield Entry(
                place=(event.time, event.rank, run.key, event.digest),
                basis=basis,
                inputs=inputs,
                outputs=outputs,
                code=run.code,
                run=run,
            )


def declared_code(event: Event) -> Code:
    location, sql, source = (
        alive(event.subject_facets.get(key)) for key in ("sourceCodeLocation", "sql", "sourceCode")
    )
    return (facets.source_code_location(location) or Code())._replace(
        sql=facets.sql(sql), source=facets.source_code(source)
    )


def declared_entry(event: Event, entities: Entities) -> Entry:
    inputs, outputs = declared_io(event)
    return Entry(
        place=(event.time, event.rank, "", event.digest),
        basis="declared",
        inputs=ids(inputs, entities),
        outputs=ids(outputs, entities),
        code=declared_code(event),
        event=event,
    )


def declared_io(event: Event) -> tuple[list[Io], list[Io]]:
    """Inputs and outputs of a job event; what it drops is no output."""
    listed = fold_io([event])
    return (
        [io for io in listed if io.side == "input"],
        [io for io in listed if io.side == "output" and not io.dropped],
    )


# 4.2, 4.3 What an entry knows


def with_knowledge(entries: list[Entry]) -> list[Entry]:
    result = []
    run_listed = False
    for index, entry in enumerate(entries):
        if entry.event is not None and run_listed:
            # 4.2: a job event's lists count only before the first run entry that lists something
            result.append(replace(entry, inputs=NONE, outputs=NONE))
            continue
        run = entry.run
        completed = entry.basis == "run" and run is not None and run.state == "COMPLETED"
        knows_inputs = bool(entry.inputs or (completed and entry.outputs))
        knows_outputs = bool(entry.outputs or (completed and entry.inputs))
        if entry.extraction_failed and index > 0:
            knows_inputs = knows_outputs = False
        result.append(replace(entry, knows=(knows_inputs, knows_outputs), is_first=index == 0))
        run_listed = run_listed or (run is not None and bool(entry.inputs or entry.outputs))
    return result


# 4.4, 4.5 Folding


def fold_versions(entries: list[Entry], code_from: Collection[str]) -> list[Version]:
    versions: list[Version] = []
    for entry in entries:
        before = versions[-1] if versions else None
        carried = before.code if before else Code()
        inputs = entry.inputs if entry.knows[0] else before.inputs if before else NONE
        outputs = entry.outputs if entry.knows[1] else before.outputs if before else NONE
        code = entry.code.after(carried)
        if (
            before is None
            or (inputs, outputs) != (before.inputs, before.outputs)
            or code_differs(entry.code, carried, code_from)
        ):
            had_lineage = before is not None and bool(before.inputs or before.outputs)
            unknown = entry.extraction_failed or (not any(entry.knows) and had_lineage)
            versions.append(Version([entry], inputs, outputs, code, unknown))
            if before is not None:
                before.valid_to = entry.time
        else:
            before.entries.append(entry)
            before.code = code
            if before.lineage_unknown and before.confirmed_at is None and any(entry.knows):
                before.confirmed_at = entry.time
    return versions


def code_differs(entry: Code, carried: Code, code_from: Collection[str]) -> bool:
    by_version = "version" in code_from and version_differs(entry, carried)
    return by_version or ("source" in code_from and source_differs(entry, carried))


def source_differs(entry: Code, carried: Code) -> bool:
    texts = ((entry.sql, carried.sql), (entry.source, carried.source))
    return any(own and before and own.shape != before.shape for own, before in texts)


def version_differs(entry: Code, carried: Code) -> bool:
    if entry.version and carried.version:
        return entry.version != carried.version
    return bool(entry.url and carried.url and entry.url != carried.url)


# Rows


def version_rows(job: Job) -> list[Row]:
    rows: list[Row] = []
    for version in job.versions:
        began = version.entries[0]
        time, rank, run_key, digest = began.place
        entry_id = run_key if began.basis == "run" else digest
        rows.append(
            (
                uuid_of("job", job.name.namespace, job.name.name, entry_id),
                job.name.node,
                time,
                rank,
                run_key,
                digest,
                version.valid_to,
                began.basis,
                canonical(sorted(version.inputs)),
                canonical(sorted(version.outputs)),
                *version.code.row(),
                int(version.lineage_unknown),
                version.confirmed_at,
            )
        )
    return rows


def job_event_row(event: Event) -> Row:
    inputs, outputs = declared_io(event)
    facet = alive(event.subject_facets.get("lineage"))
    entries = facets.explicit_lineage(facet, event.subject)
    columns = sorted(
        (io.name.node, str(hash_of(io.columns, tombstone=""))) for io in outputs if io.columns
    )
    targets = sorted({(entry.target.node, entry.set_hash) for entry in entries or ()})
    return (
        event.digest,
        event.subject.node,
        event.time,
        canonical(sorted(io.name.node for io in inputs)),
        canonical(sorted(io.name.node for io in outputs)),
        *declared_code(event).row(),
        canonical(columns),
        canonical(targets) if targets or withdraws(event) else None,
    )
