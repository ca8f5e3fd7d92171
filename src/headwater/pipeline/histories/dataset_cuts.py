"""Which datasets a batch changes, and where (see `histories.cuts`)."""

from collections.abc import Collection
from dataclasses import dataclass, field

from headwater.model import schemas
from headwater.pipeline.batch.rows import BatchRows, is_stream
from headwater.pipeline.histories.windows import ANYWHERE, NOWHERE, Cut
from headwater.pipeline.source.stored import Row, Rows
from headwater.store.read import Snapshot


@dataclass
class _Change:
    """What a batch does to the history of one dataset."""

    cut: Cut = NOWHERE
    reads: list[tuple[Row | None, Row, int]] = field(default_factory=list)
    """New and changed plain reads: the input as it was, as it is, and when it is read."""
    only_reads: bool = True
    storage_versions: set[str] = field(default_factory=set)
    """The storage versions that the batch adds."""

    def reach(self, *times: int) -> None:
        self.cut = self.cut.joined(Cut(min(times), max(times)))

    def at(self, *times: int) -> None:
        self.reach(*times)
        self.only_reads = False

    def anywhere(self) -> None:
        self.at(*ANYWHERE)


def cut_datasets(snapshot: Snapshot, batch: BatchRows, entity_of: dict[int, int]) -> dict[int, Cut]:
    """By dataset, where its history may change."""
    found: dict[int, Cut] = {}
    changes: dict[int, _Change] = {}
    for key, run, before in batch.each():
        now = _by_entity(batch.run_io.get(key, []), entity_of)
        then = _by_entity(batch.run_io_before.get(key, []), entity_of)
        for entity in now.keys() | then.keys():
            change = changes.setdefault(entity, _Change())
            _read(change, (run, now.get(entity, [])), (before, then.get(entity, [])))
            _written(change, (run, now.get(entity, [])), (before, then.get(entity, [])))
            if is_stream(run) and is_stream(before) and key not in batch.refolded:
                _streamed(snapshot, change, batch, key, now.get(entity, []), entity)
            elif is_stream(run) or is_stream(before):
                change.anywhere()
        for renamed in _renamed(now) | _renamed(then):
            changes.setdefault(entity_of[renamed], _Change()).anywhere()
    for event in (*batch.dataset_events, *batch.dataset_events_before):
        change = changes.setdefault(entity_of[event["node_id"]], _Change())
        change.at(event["event_time"])
        change.storage_versions |= {event["storage_version"]} - {None}
        if event["renamed_from"] is not None:
            change.anywhere()
            changes.setdefault(entity_of[event["renamed_from"]], _Change()).anywhere()
    for event in batch.dataset_events_before:
        if event["storage_version"] is not None:
            changes[entity_of[event["node_id"]]].anywhere()
    for entity, change in changes.items():
        if change.cut != NOWHERE and not _explained(snapshot, entity, change):
            pinned = _pinned(snapshot, entity, change.storage_versions)
            found[entity] = ANYWHERE if pinned else change.cut
    return found


RunUses = tuple[Row | None, Rows]
"""A run, and the rows of `run_io` that it has for one dataset."""


def _by_entity(listed: Rows, entity_of: dict[int, int]) -> dict[int, Rows]:
    found: dict[int, Rows] = {}
    for row in listed:
        found.setdefault(entity_of[row["node_id"]], []).append(row)
    return found


def _read(change: _Change, now: RunUses, then: RunUses) -> None:
    inputs, inputs_before = _input_states(now), _input_states(then)
    if inputs == inputs_before and len(inputs) <= 1:
        return
    times = [row["used_at"] for _, row in (*inputs, *inputs_before)]
    if len(inputs) == 1 and len(inputs_before) <= 1 and not any(pin for pin, _ in inputs):
        before = inputs_before[0][1] if inputs_before else None
        change.reads.append((before, inputs[0][1], times[0]))
        change.reach(*times)
    else:
        change.at(*times)


def _input_states(uses: RunUses) -> list[tuple[str | None, Row]]:
    """The inputs, as far as they matter to the dataset's history, each with its pin."""
    run, listed = uses
    if run is None:
        return []
    outputs = [(r["storage_version"], r["lifecycle"]) for r in listed if r["side"] == "output"]
    # With several names, it is unknown here which was stated last. A new object equals nothing, so
    # that the input counts as changed.
    own = outputs if len(outputs) <= 1 else object()
    return [
        (
            row["pin"],
            {
                "node_id": row["node_id"],
                "schema_hash": row["schema_hash"],
                "used_at": run["started_at"],
                "own": own if row["pin"] else None,
            },
        )
        for row in listed
        if row["side"] == "input"
    ]


def _written(change: _Change, now: RunUses, then: RunUses) -> None:
    outputs, outputs_before = _output_states(now), _output_states(then)
    if outputs == outputs_before and len(outputs) <= 1:
        return
    versions, versions_before = (
        {row["storage_version"] for row in rows if row["lifecycle"] != "DROP"} - {None}
        for rows in (outputs, outputs_before)
    )
    several = max(len(outputs), len(outputs_before)) > 1
    renames = any(row["renamed_from"] for row in (*outputs, *outputs_before))
    if several or renames or versions_before - versions:
        change.anywhere()
    change.storage_versions |= versions - versions_before
    change.at(*(row["used_at"] for row in (*outputs, *outputs_before)))


def _output_states(uses: RunUses) -> Rows:
    run, listed = uses
    if run is None or run["state"] != "COMPLETED" or is_stream(run):
        return []
    names = ("node_id", "storage_version", "schema_hash", "lifecycle", "renamed_from")
    return [
        {**{name: row[name] for name in names}, "used_at": run["ended_at"]}
        for row in listed
        if row["side"] == "output"
    ]


def _streamed(
    snapshot: Snapshot, change: _Change, batch: BatchRows, key: str, now: Rows, entity: int
) -> None:
    """Cuts the history for a stream's events, unless they state what its last version has (5.1).

    Events after that version that state something else fill it in, or make further versions.
    """
    nodes = {row["node_id"] for row in now if row["side"] == "output"}
    before = batch.run_io_before.get(key, [])
    nodes_before = {row["node_id"] for row in before if row["side"] == "output"} & nodes
    if not nodes:
        return
    stream_rows = [
        row
        for row in batch.stream_io.get(key, [])
        if row["side"] == "output" and row["node_id"] in nodes
    ]
    last = snapshot.query(
        "SELECT valid_from, schema_hash, schema_inherited, storage_version FROM dataset_versions"
        " WHERE run_key = ? AND dataset_id = ? AND kind = 'write'"
        " ORDER BY valid_from DESC LIMIT 2",
        (key, entity),
    )
    if len(last) == 2 and last[0][0] == last[1][0]:
        change.anywhere()  # both have one time, and their places do not say which came last
        return
    listed = {(row["node_id"], row["lifecycle"], row["renamed_from"]) for row in now}
    listed_before = {(row["node_id"], row["lifecycle"], row["renamed_from"]) for row in before}
    if not last or len(nodes) > 1 or nodes != nodes_before or not listed <= listed_before:
        change.anywhere()
        return
    since, schema_hash, inherited, storage_version = last[0]
    stated_schema = None if inherited else schema_hash
    if any(row["event_time"] <= since for row in stream_rows):
        change.anywhere()
    elif any(
        row["schema_hash"] not in (None, stated_schema)
        or row["storage_version"] not in (None, storage_version)
        for row in stream_rows
    ):
        change.at(since, *(row["event_time"] for row in stream_rows))
        change.storage_versions |= {row["storage_version"] for row in stream_rows} - {None}


def _renamed(listed: dict[int, Rows]) -> set[int]:
    return {
        row["renamed_from"]
        for rows in listed.values()
        for row in rows
        if row["renamed_from"] is not None
    }


def _pinned(snapshot: Snapshot, entity: int, storage_versions: Collection[str]) -> bool:
    """Whether a read has made a pinned version of one of these storage versions.

    Once the storage version is written, the read no longer makes a version of its own.
    """
    return bool(
        snapshot.query_in(
            "SELECT 1 FROM dataset_versions WHERE dataset_id = ? AND kind = 'pinned'"
            " AND storage_version IN {keys} LIMIT 1",
            storage_versions,
            (entity,),
        )
    )


def _explained(snapshot: Snapshot, entity: int, change: _Change) -> bool:
    """Whether the batch only adds reads of the initial version that bring nothing new to it.

    Datasets that no job writes have no other version, and may have any number of readers. A read
    that reports exactly the schema of the initial version never changes it. A read that reports a
    part of it changes nothing if it comes last.
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
        _is_known(snapshot, entity, before, read, time, None if composed else schema_hash, known)
        for before, read, time in change.reads
    )


def _is_known(
    snapshot: Snapshot,
    entity: int,
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
        # A read that was there before may have been the first to report the schema. That makes no
        # difference if it only moves to an earlier time.
        return reported_before is None or (before or read)["used_at"] >= read["used_at"]
    if known is None or before is not None:
        return False
    [(last,)] = snapshot.query(
        "SELECT max(used_at) FROM run_io"
        " WHERE node_id IN (SELECT node_id FROM nodes WHERE entity_id = ?)",
        (entity,),
    )
    value = snapshot.query("SELECT value FROM facet_values WHERE hash = ?", (reported,))
    if not value or last is None or last >= time:
        return False
    known_fields, reported_fields = schemas.fields(known), schemas.fields(value[0][0])
    return (
        not schemas.contradicts(known_fields, reported_fields, may_add=True)
        and schemas.filled(known_fields, reported_fields) == known_fields
    )
