"""What an update needs to know of the past: the stored rows that its keys lead to."""

import json
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from headwater.pipeline.renaming import Naming
from headwater.store.read import Snapshot, arrow_schema
from headwater.store.tables import (
    COLUMN_SETS,
    DATASET_EVENTS,
    FACET_VALUES,
    JOB_EVENTS,
    NODES,
    RUNS,
    STREAM_IO,
    Table,
)


@dataclass(frozen=True)
class Batch:
    """The rows that new events make by themselves, before any history is derived."""

    runs: pa.Table
    stream_io: pa.Table
    job_events: pa.Table
    dataset_events: pa.Table
    column_sets: pa.Table
    facet_values: pa.Table


@dataclass(frozen=True)
class Touched:
    jobs: set[int]
    datasets: set[int]
    gone: set[int]
    """Entity ids that no longer stand for a dataset, because it was merged or split."""

    @property
    def speakers(self) -> set[int]:
        """Whose statements are derived anew."""
        return self.jobs | self.datasets | self.gone


def touched(snapshot: Snapshot, batch: Batch, naming: Naming) -> Touched:
    """The jobs and datasets whose histories may change."""
    jobs = set(_column(batch.runs, "job_id")) | set(_column(batch.job_events, "job_id"))
    listed = {node for _, node in _listed(batch.runs)}
    listed |= set(_column(batch.dataset_events, "node_id"))
    listed |= _renamed(snapshot, batch)
    listed |= {node for node in naming.risen if naming.names[node][0] == "dataset"}
    entity_of = naming.entity_of | _entities(snapshot, listed - naming.entity_of.keys())
    datasets = {entity_of[node] for node in listed} | naming.moved
    if naming.moved:
        names = _members(snapshot, naming.moved, naming)
        jobs |= _jobs_of(snapshot, _listing_runs(snapshot, names))
        jobs |= _declaring_jobs(snapshot, names)
        speakers = _speakers(snapshot, naming.moved)
        jobs |= {speaker for speaker, kind in speakers.items() if kind == "job"}
        datasets |= {speaker for speaker, kind in speakers.items() if kind == "dataset"}
    gone = naming.moved - set(naming.entity_of.values())
    return Touched(jobs, datasets - gone, gone)


def history(snapshot: Snapshot, batch: Batch, keys: Touched, naming: Naming) -> dict[str, pa.Table]:
    """Every row that the histories of these jobs and datasets are derived from."""
    names = _members(snapshot, keys.datasets, naming)
    runs = _overlaid(
        RUNS,
        batch.runs,
        snapshot.rows_by(RUNS, "job_id", keys.jobs),
        snapshot.rows_by(RUNS, "run_key", _listing_runs(snapshot, names)),
    )
    of_runs = set(_column(runs, "run_key"))
    renewed = set(_column(batch.runs, "run_key"))
    stream_io = _overlaid(
        STREAM_IO, batch.stream_io, snapshot.rows_by(STREAM_IO, "run_key", of_runs - renewed)
    )
    job_events = _overlaid(
        JOB_EVENTS, batch.job_events, snapshot.rows_by(JOB_EVENTS, "job_id", keys.jobs)
    )
    dataset_events = _overlaid(
        DATASET_EVENTS,
        batch.dataset_events,
        snapshot.rows_by(DATASET_EVENTS, "node_id", names),
        snapshot.rows_by(DATASET_EVENTS, "renamed_from", names),
    )
    registers = [register for facts in _column(runs, "facts") for register in json.loads(facts)]
    column_sets = _overlaid(
        COLUMN_SETS,
        batch.column_sets,
        snapshot.rows_by(
            COLUMN_SETS, "set_hash", _set_hashes(registers, job_events, dataset_events)
        ),
    )
    schemas: set[str] = set()
    for register in registers:
        if register["f"] == "schema":
            schemas |= {register.get("h") or "", _other_hash(register) or ""}
    for table in (dataset_events, stream_io):
        schemas |= set(_column(table, "schema_hash"))
    values = _overlaid(
        FACET_VALUES, batch.facet_values, snapshot.rows_by(FACET_VALUES, "hash", schemas)
    )
    nodes = keys.jobs | names | {r["n"] for r in registers if r.get("n")}
    for table, column in (
        (column_sets, "source_node"),
        (dataset_events, "node_id"),
        (dataset_events, "renamed_from"),
        (runs, "job_id"),
    ):
        nodes |= set(_column(table, column))
    for column in ("inputs", "outputs"):
        nodes |= {node for text in _column(job_events, column) for node in json.loads(text)}
    for text in (*_column(job_events, "columns"), *_column(job_events, "lineage")):
        nodes |= {int(pair[0]) for pair in json.loads(text)}
    nodes |= _renamed_from(registers)
    return {
        "runs": runs,
        "stream_io": stream_io,
        "job_events": job_events,
        "dataset_events": dataset_events,
        "column_sets": column_sets,
        "facet_values": values,
        "nodes": _nodes(snapshot, nodes, naming),
    }


def table_of(table: Table, rows: Iterable[tuple[Any, ...]]) -> pa.Table:
    """Rows as Arrow, with the exact types of the table."""
    schema = arrow_schema(table)
    columns = list(zip(*rows, strict=True)) or [()] * len(schema)
    return pa.Table.from_arrays(
        [pa.array(values, field.type) for values, field in zip(columns, schema, strict=True)],
        schema=schema,
    )


def _column(table: pa.Table, name: str) -> list[Any]:
    return [value for value in table.column(name).to_pylist() if value is not None]


def _overlaid(table: Table, *layers: pa.Table) -> pa.Table:
    """Rows of several layers; where a key stands in several, the first counts."""
    rows: dict[tuple[Any, ...], tuple[Any, ...]] = {}
    at = [table.names.index(name) for name in table.key]
    for layer in layers:
        for row in zip(*(layer.column(name).to_pylist() for name in table.names), strict=True):
            rows.setdefault(tuple(row[index] for index in at), row)
    return table_of(table, rows.values())


def _listed(runs: pa.Table) -> Iterator[tuple[str, int]]:
    for facts in _column(runs, "facts"):
        for register in json.loads(facts):
            if register["e"] in ("input", "output"):
                yield register["e"], register["n"]


def _renamed_from(registers: Iterable[dict[str, Any]]) -> set[int]:
    """The old names in lifecycle changes, of last and of last stated instances."""
    found = set()
    for register in registers:
        if register["f"] == "lifecycleStateChange":
            for value in (register.get("v"), register.get("s", {}).get("v")):
                old = json.loads(value)[1] if value else None
                if old is not None:
                    found.add(int(old))
    return found


def _renamed(snapshot: Snapshot, batch: Batch) -> set[int]:
    """Old names of renames in the batch, and of renames that its runs stated before."""
    registers = [r for facts in _column(batch.runs, "facts") for r in json.loads(facts)]
    before = snapshot.query_in(
        "SELECT renamed_from FROM run_io WHERE renamed_from IS NOT NULL AND run_key IN {keys}",
        _column(batch.runs, "run_key"),
    )
    events = set(_column(batch.dataset_events, "renamed_from"))
    return _renamed_from(registers) | {row[0] for row in before} | events


def _other_hash(register: dict[str, Any]) -> str | None:
    stated: dict[str, str] = register.get("s") or {}
    return stated.get("h")


def _set_hashes(
    registers: Iterable[dict[str, Any]], job_events: pa.Table, dataset_events: pa.Table
) -> set[str]:
    found = set(_column(dataset_events, "lineage_hash"))
    for register in registers:
        if register["f"] == "columnLineage":
            found |= {register.get("h") or "", _other_hash(register) or ""}
        elif register["e"] == "lineage":
            found.add(register["v"])
    for text in (*_column(job_events, "columns"), *_column(job_events, "lineage")):
        found |= {pair[1] for pair in json.loads(text)}
    return found - {""}


def _listing_runs(snapshot: Snapshot, nodes: Collection[int]) -> set[str]:
    """Runs that list one of these names, or rename one away."""
    found: set[str] = set()
    for column in ("node_id", "renamed_from"):
        rows = snapshot.query_in(f"SELECT run_key FROM run_io WHERE {column} IN {{keys}}", nodes)
        found |= {row[0] for row in rows}
    return found


def _jobs_of(snapshot: Snapshot, runs: Collection[str]) -> set[int]:
    rows = snapshot.query_in("SELECT DISTINCT job_id FROM runs WHERE run_key IN {keys}", runs)
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


def _entities(snapshot: Snapshot, nodes: Collection[int]) -> dict[int, int]:
    rows = snapshot.query_in("SELECT node_id, entity_id FROM nodes WHERE node_id IN {keys}", nodes)
    return dict(rows)


def _members(snapshot: Snapshot, entities: Collection[int], naming: Naming) -> set[int]:
    """All names of these datasets, before or after the batch."""
    wanted = set(entities)
    rows = snapshot.query_in("SELECT node_id FROM nodes WHERE entity_id IN {keys}", wanted)
    now = {node for node, entity in naming.entity_of.items() if entity in wanted}
    return {row[0] for row in rows} | now


def _nodes(snapshot: Snapshot, nodes: Collection[int], naming: Naming) -> pa.Table:
    """Rows of the nodes table for these names and for what they stand for."""
    stored = snapshot.rows_by(NODES, "node_id", nodes)
    entities = set(_column(stored, "entity_id")) | set(naming.entity_of.values())
    more = snapshot.rows_by(NODES, "node_id", entities)
    return _overlaid(NODES, table_of(NODES, naming.rows()), stored, more)
