"""Which histories a batch changes, and from which moment on.

A cut may lie too early, which costs time; it must never lie too late. Where it is not clear how
far back a change reaches, the cut is the beginning.
"""

import json
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from headwater.model import schemas
from headwater.model.order import BEGINNING, FOREVER
from headwater.pipeline.renaming import Naming
from headwater.pipeline.stored import Row, Rows
from headwater.store.read import Snapshot


@dataclass(frozen=True)
class Batch:
    """The rows that new events make by themselves, and what stood in their place before."""

    runs: dict[str, Row]
    run_io: dict[str, Rows]
    """By run."""
    stream_io: dict[str, Rows]
    job_events: Rows
    dataset_events: Rows
    runs_before: dict[str, Row]
    run_io_before: dict[str, Rows]

    @cached_property
    def listed(self) -> dict[int, Rows]:
        """Rows of `run_io`, by name."""
        found: dict[int, Rows] = {}
        for rows in self.run_io.values():
            for row in rows:
                found.setdefault(row["node_id"], []).append(row)
        return found


@dataclass
class Touched:
    """By entity id, the first instant at which its history may have changed."""

    jobs: dict[int, int] = field(default_factory=dict)
    datasets: dict[int, int] = field(default_factory=dict)
    speakers: set[int] = field(default_factory=set)
    """Datasets whose own statements of lineage are derived anew."""
    gone: set[int] = field(default_factory=set)
    """Entity ids that no longer stand for a dataset, because it was merged or split."""


def touched(snapshot: Snapshot, batch: Batch, naming: Naming) -> Touched:
    """The jobs and datasets whose histories the batch may change, and since when."""
    found = Touched()
    entity_of = _entities(snapshot, batch, naming)
    _cut_jobs(snapshot, batch, found)
    _cut_datasets(snapshot, batch, entity_of, found)
    risen = {node for node in naming.risen if naming.names[node][0] == "dataset"}
    found.datasets |= {entity_of[node]: BEGINNING for node in risen}
    found.speakers |= {entity_of[event["node_id"]] for event in batch.dataset_events}
    if naming.moved:
        _cut_moved(snapshot, naming, found)
    found.gone = naming.moved - set(naming.entity_of.values())
    for gone in found.gone:
        found.datasets.pop(gone, None)
    found.speakers |= found.gone
    return found


def _cut_moved(snapshot: Snapshot, naming: Naming, found: Touched) -> None:
    """Names that changed their dataset: every history that uses one is derived from its start."""
    names = members(snapshot, naming.moved, naming)
    jobs = _listing_jobs(snapshot, names) | _declaring_jobs(snapshot, names)
    speakers = _speakers(snapshot, naming.moved)
    jobs |= {speaker for speaker, kind in speakers.items() if kind == "job"}
    found.jobs |= dict.fromkeys(jobs, BEGINNING)
    found.datasets |= dict.fromkeys(naming.moved, BEGINNING)
    found.speakers |= naming.moved
    found.speakers |= {speaker for speaker, kind in speakers.items() if kind == "dataset"}


def earlier(cuts: dict[int, int], key: int, *times: int) -> None:
    """Moves the cut of `key` back to the first of these times, if that is earlier."""
    cuts[key] = min(cuts.get(key, FOREVER), *times)


# Jobs


def _cut_jobs(snapshot: Snapshot, batch: Batch, found: Touched) -> None:
    unsettled: dict[int, int] = {}
    for key, run in batch.runs.items():
        before = batch.runs_before.get(key)
        times = [*_entry_times(key, run, before, batch), *_parent_times(snapshot, run, before)]
        earlier(unsettled, run["job_id"], FOREVER, *times)
    settled = _settled(snapshot, unsettled)
    for job, since in unsettled.items():
        if job not in settled:
            # Its unfinished runs may count, or may have counted until now (semantics 4.1).
            found.jobs[job] = BEGINNING
        elif since < FOREVER:
            found.jobs[job] = since
    for event in batch.job_events:
        found.jobs[event["job_id"]] = BEGINNING


def _settled(snapshot: Snapshot, jobs: Collection[int]) -> set[int]:
    """Jobs with an entry that is more than provisional."""
    rows = snapshot.query_in(
        "SELECT DISTINCT job_id FROM job_versions"
        " WHERE basis <> 'provisional' AND job_id IN {keys}",
        jobs,
    )
    return {row[0] for row in rows}


def _entry_times(key: str, run: Row, before: Row | None, batch: Batch) -> Iterator[int]:
    """When the entries are that the batch adds, changes or removes, and control dependencies."""
    if _is_stream(run) or _is_stream(before):
        now, then = batch.run_io.get(key, []), batch.run_io_before.get(key, [])
        if _stream_entries(run, now) != _stream_entries(before, then):
            yield BEGINNING
    for told in (run, before):
        if told is not None and told["ended_at"] is not None:
            yield told["ended_at"]


def _stream_entries(run: Row | None, listed: Rows) -> object:
    """All that a streaming run's entries and statements depend on; a new object if unclear."""
    if run is None or not _is_stream(run) or run["snapshot"]:
        return object()
    said = [r for r in json.loads(run["facts"]) if r["e"] == "lineage" or r["f"] == "#withdrawn"]
    names = ("side", "node_id", "first_time", "first_rank", "first_digest", "lifecycle")
    return (
        [run[name] for name in ("processing", "code_version", "code_url", "extraction_failed")],
        sorted([str(row[name]) for name in (*names, "columns_hash")] for row in listed),
        [(r["n"], r["v"], r["k"]) for r in said],
    )


def _is_stream(run: Row | None) -> bool:
    return run is not None and run["processing"] != "BATCH"


def _parent_times(snapshot: Snapshot, run: Row, before: Row | None) -> Iterator[int]:
    now, then = _parent(run), _parent(before)
    if now == then:
        return
    if then is None and now is not None:
        parent, (time, _, _) = now
        held = snapshot.query(
            "SELECT 1 FROM job_parents WHERE job_id = ? AND parent_id = ?"
            " AND valid_from <= ? AND valid_to > ?",
            (run["job_id"], parent, time, time),
        )
        if held:
            return  # it says what holds already
    for told in (now, then):
        if told is not None:
            yield told[1][0]


def _parent(run: Row | None) -> tuple[int, tuple[int, int, str]] | None:
    """The parent job that a run states, and K of its first statement."""
    if run is None or run["parent_job_id"] is None:
        return None
    for register in json.loads(run["facts"]):
        if register["e"] == "run" and register["f"] in ("parent", "parentRun"):
            stated = register.get("s", register).get("v")
            if stated is not None:
                first = register["a"]
                return run["parent_job_id"], (first["t"], first["r"], first["g"])
    return None


# Datasets


@dataclass
class _Change:
    """What a batch does to the history of one dataset."""

    since: int = FOREVER
    reads: list[tuple[Row | None, Row, int]] = field(default_factory=list)
    """New and changed plain reads: the input as it was and as it is, and when it is read."""
    only_reads: bool = True
    storage_versions: set[str] = field(default_factory=set)
    """Those that appear."""

    def at(self, *times: int) -> None:
        self.since = min(self.since, *times)
        self.only_reads = False


def _cut_datasets(
    snapshot: Snapshot, batch: Batch, entity_of: dict[int, int], found: Touched
) -> None:
    changes: dict[int, _Change] = {}
    for key, run in batch.runs.items():
        before = batch.runs_before.get(key)
        now = _by_entity(batch.run_io.get(key, []), entity_of)
        then = _by_entity(batch.run_io_before.get(key, []), entity_of)
        for entity in now.keys() | then.keys():
            change = changes.setdefault(entity, _Change())
            _read(change, (run, now.get(entity, [])), (before, then.get(entity, [])))
            _written(change, (run, now.get(entity, [])), (before, then.get(entity, [])))
            if _is_stream(run) and _is_stream(before):
                _streamed(snapshot, change, batch, key, now.get(entity, []), entity)
            elif _is_stream(run) or _is_stream(before):
                change.at(BEGINNING)
        for renamed in _renamed(now) | _renamed(then):
            changes.setdefault(entity_of[renamed], _Change()).at(BEGINNING)
    for event in batch.dataset_events:
        change = changes.setdefault(entity_of[event["node_id"]], _Change())
        change.at(BEGINNING if event["renamed_from"] is not None else event["event_time"])
        change.storage_versions |= {event["storage_version"]} - {None}
        if event["renamed_from"] is not None:
            changes.setdefault(entity_of[event["renamed_from"]], _Change()).at(BEGINNING)
    for entity, change in changes.items():
        if change.since < FOREVER and not _explained(snapshot, entity, change):
            pinned = _pinned(snapshot, entity, change.storage_versions)
            found.datasets[entity] = BEGINNING if pinned else change.since


Told = tuple[Row | None, Rows]
"""A run, and what it lists of one dataset."""


def _by_entity(listed: Rows, entity_of: dict[int, int]) -> dict[int, Rows]:
    found: dict[int, Rows] = {}
    for row in listed:
        found.setdefault(entity_of[row["node_id"]], []).append(row)
    return found


def _read(change: _Change, now: Told, then: Told) -> None:
    inputs, inputs_before = _reading(now), _reading(then)
    if inputs == inputs_before and len(inputs) <= 1:
        return
    times = [row["used_at"] for _, row in (*inputs, *inputs_before)]
    if len(inputs) == 1 and len(inputs_before) <= 1 and not any(pin for pin, _ in inputs):
        before = inputs_before[0][1] if inputs_before else None
        change.reads.append((before, inputs[0][1], times[0]))
        change.since = min(change.since, *times)
    else:
        change.at(*times)


def _reading(told: Told) -> list[tuple[str | None, Row]]:
    """The inputs, as far as they matter to the dataset's history, each with its pin."""
    run, listed = told
    if run is None:
        return []
    own = sorted(str(row["storage_version"]) for row in listed if row["side"] == "output")
    return [
        (
            row["pin"],
            {
                "node_id": row["node_id"],
                "schema_hash": row["schema_hash"],
                "used_at": run["started_at"],
                "own": own if row["pin"] else [],
            },
        )
        for row in listed
        if row["side"] == "input"
    ]


def _written(change: _Change, now: Told, then: Told) -> None:
    outputs, outputs_before = _writing(now), _writing(then)
    if outputs == outputs_before and len(outputs) <= 1:
        return
    versions, versions_before = (
        {row["storage_version"] for row in rows} - {None} for rows in (outputs, outputs_before)
    )
    if versions_before - versions or any(r["renamed_from"] for r in (*outputs, *outputs_before)):
        change.at(BEGINNING)
    change.storage_versions |= versions - versions_before
    change.at(*(row["used_at"] for row in (*outputs, *outputs_before)))


def _writing(told: Told) -> Rows:
    run, listed = told
    if run is None or run["state"] != "COMPLETED" or _is_stream(run):
        return []
    names = ("node_id", "storage_version", "schema_hash", "lifecycle", "renamed_from")
    return [
        {**{name: row[name] for name in names}, "used_at": run["ended_at"]}
        for row in listed
        if row["side"] == "output"
    ]


def _streamed(
    snapshot: Snapshot, change: _Change, batch: Batch, key: str, now: Rows, entity: int
) -> None:
    """A stream's events change nothing if they state what its last version has (semantics 5.1)."""
    nodes = {row["node_id"] for row in now if row["side"] == "output"}
    before = batch.run_io_before.get(key, [])
    nodes_before = {row["node_id"] for row in before if row["side"] == "output"} & nodes
    if not nodes:
        return
    said = [
        row
        for row in batch.stream_io.get(key, [])
        if row["side"] == "output" and row["node_id"] in nodes
    ]
    last = snapshot.query(
        "SELECT valid_from, schema_hash, schema_inherited, storage_version FROM dataset_versions"
        " WHERE run_key = ? AND dataset_id = ? AND kind = 'write'"
        " ORDER BY valid_from DESC, place_id DESC LIMIT 1",
        (key, entity),
    )
    listed = {(row["node_id"], row["lifecycle"], row["renamed_from"]) for row in now}
    listed_before = {(row["node_id"], row["lifecycle"], row["renamed_from"]) for row in before}
    if not last or len(nodes) > 1 or nodes != nodes_before or not listed <= listed_before:
        change.at(BEGINNING)
        return
    [(since, schema_hash, inherited, storage_version)] = last
    for row in said:
        same_schema = row["schema_hash"] is None or (row["schema_hash"], 0) == (
            schema_hash,
            inherited,
        )
        same_version = row["storage_version"] in (None, storage_version)
        if row["event_time"] <= since or not (same_schema and same_version):
            change.at(BEGINNING)


def _renamed(listed: dict[int, Rows]) -> set[int]:
    return {
        row["renamed_from"]
        for rows in listed.values()
        for row in rows
        if row["renamed_from"] is not None
    }


def _pinned(snapshot: Snapshot, entity: int, storage_versions: Collection[str]) -> bool:
    """Whether a read has made a version of one of these, which is then none of its own."""
    return bool(
        snapshot.query_in(
            "SELECT 1 FROM dataset_versions WHERE dataset_id = ? AND kind = 'pinned'"
            " AND storage_version IN {keys} LIMIT 1",
            storage_versions,
            (entity,),
        )
    )


def _explained(snapshot: Snapshot, entity: int, change: _Change) -> bool:
    """Whether all that changes is reads of the initial version that bring nothing new to it.

    Datasets that no job writes have no other version, and may have any number of readers. A read
    that reports the very schema the initial version has changes it nowhere; one that reports a part
    of it changes nothing if it comes last.
    """
    if not change.only_reads:
        return False
    initial = snapshot.query(
        "SELECT v.schema_hash, v.schema_value, f.value FROM dataset_versions v"
        " LEFT JOIN facet_values f ON f.hash = v.schema_hash"
        " WHERE v.dataset_id = ? AND v.kind = 'initial'",
        (entity,),
    )
    others = snapshot.query(
        "SELECT 1 FROM dataset_versions WHERE dataset_id = ? AND kind <> 'initial'"
        " UNION ALL SELECT 1 FROM drops WHERE dataset_id = ? LIMIT 1",
        (entity, entity),
    )
    if not initial or others:
        return False
    [(schema_hash, composed, stated)] = initial
    known = composed or stated
    return all(
        _is_known(snapshot, before, read, time, schema_hash, known)
        for before, read, time in change.reads
    )


def _is_known(
    snapshot: Snapshot,
    before: Row | None,
    read: Row,
    time: int,
    schema_hash: str | None,
    known: str | None,
) -> bool:
    reported = read["schema_hash"]
    reported_before = before["schema_hash"] if before else None
    if reported_before not in (None, reported):
        return False
    if reported is None:
        return True
    if reported == schema_hash:
        # One that was there before may have been the first to report it, unless it moves forward.
        return reported_before is None or (before or read)["used_at"] >= read["used_at"]
    if known is None or before is not None:
        return False
    [(last,)] = snapshot.query(
        "SELECT max(used_at) FROM run_io WHERE node_id = ?", (read["node_id"],)
    )
    value = snapshot.query("SELECT value FROM facet_values WHERE hash = ?", (reported,))
    if not value or last is None or last >= time:
        return False
    have, says = schemas.fields(known), schemas.fields(value[0][0])
    return not schemas.contradicts(have, says, may_add=True) and schemas.filled(have, says) == have


# Names


def _entities(snapshot: Snapshot, batch: Batch, naming: Naming) -> dict[int, int]:
    """The entity of every name that the batch's runs and dataset events use."""
    nodes: set[int] = set()
    for listed in (*batch.run_io.values(), *batch.run_io_before.values(), batch.dataset_events):
        nodes |= {row["node_id"] for row in listed}
        nodes |= {row["renamed_from"] for row in listed} - {None}
    stored = snapshot.query_in(
        "SELECT node_id, entity_id FROM nodes WHERE node_id IN {keys}",
        nodes - naming.entity_of.keys(),
    )
    return dict(stored) | naming.entity_of


def members(snapshot: Snapshot, entities: Iterable[int], naming: Naming) -> set[int]:
    """All names of these datasets, before or after the batch."""
    wanted = set(entities)
    rows = snapshot.query_in("SELECT node_id FROM nodes WHERE entity_id IN {keys}", wanted)
    now = {node for entity in wanted for node in naming.members.get(entity, ())}
    return {row[0] for row in rows} | now


def _listing_jobs(snapshot: Snapshot, nodes: Collection[int]) -> set[int]:
    """Jobs with runs that list one of these names."""
    rows = snapshot.query_in(
        "SELECT DISTINCT r.job_id FROM run_io i JOIN runs r ON r.run_key = i.run_key"
        " WHERE i.node_id IN {keys}",
        nodes,
    )
    return {row[0] for row in rows}


def _declaring_jobs(snapshot: Snapshot, names: Collection[int]) -> set[int]:
    """Jobs whose job events list one of these names; job events are few, so all are looked at."""
    wanted = set(names)
    rows = snapshot.query("SELECT job_id, inputs, outputs FROM job_events")
    return {
        job
        for job, inputs, outputs in rows
        if not wanted.isdisjoint(json.loads(inputs) + json.loads(outputs))
    }


def _speakers(snapshot: Snapshot, entities: Collection[int]) -> dict[int, str]:
    """Who states flows from or to these: job or dataset, by entity id."""
    found: dict[int, str] = {}
    for column in ("source_id", "target_id"):
        rows = snapshot.query_in(
            "SELECT DISTINCT f.stated_by, e.kind FROM flows f"
            f" JOIN entities e ON e.entity_id = f.stated_by WHERE f.{column} IN {{keys}}",
            entities,
        )
        found |= dict(rows)
    return found
