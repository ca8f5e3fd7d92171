"""The past, as far as a batch depends on it: the rows of each window, and its seeds."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import msgspec
import pyarrow as pa

from headwater.model.runs import is_relation
from headwater.pipeline.batch.naming import Naming
from headwater.pipeline.batch.rows import BatchRows, is_stream
from headwater.pipeline.derive.runs import listed_table, stored_io
from headwater.pipeline.histories.windows import Window
from headwater.pipeline.source.stored import Row, Rows, rows_in
from headwater.store.read import Snapshot
from headwater.store.tables import (
    COLUMN_SETS,
    FACET_VALUES,
    NODES,
    STREAM_IO,
    Table,
)


@dataclass
class Past:
    """Rows to derive histories from, and the stored rows that the derived ones replace."""

    leaves: dict[str, Rows]
    replaced: dict[str, Rows]
    listed: pa.Table = field(default_factory=partial(listed_table, ()))
    """What the runs list, with the orders of what they say (`model.runs.RunIoRow`)."""
    windows: dict[int, Window] = field(default_factory=dict)
    """The windows by entity. They start at the beginning where the past does not say enough."""


@dataclass(frozen=True)
class NewRows:
    """The rows of the batch that histories are derived from."""

    batch: BatchRows
    column_sets: Rows
    facet_values: Rows
    naming: Naming
    code_from: tuple[str, ...]
    """What of a job's code makes versions (`model.facts.Rules`)."""


@dataclass
class SourceRows:
    """The runs and events from which histories are derived."""

    runs: dict[str, Row] = field(default_factory=dict)
    job_events: dict[str, Row] = field(default_factory=dict)
    dataset_events: dict[str, Row] = field(default_factory=dict)

    def without(self, gone: set[str]) -> "SourceRows":
        """The same without what no longer exists."""
        runs, job_events, dataset_events = (
            {key: row for key, row in rows.items() if key not in gone}
            for rows in (self.runs, self.job_events, self.dataset_events)
        )
        return SourceRows(runs, job_events, dataset_events)


def load_history_tables(
    snapshot: Snapshot, past: Past, sources: SourceRows, new: NewRows, references: "References"
) -> None:
    """Adds the rows of `steps.HistoryTables` for these runs and events, and for what they refer to.

    `references` has what is referred to from elsewhere.
    """
    batch = new.batch
    streams = {key for key, run in sources.runs.items() if is_stream(run)}
    stream_io = _overlaid(
        STREAM_IO,
        [row for key in streams for row in batch.stream_io.get(key, ())],
        rows_in(snapshot, STREAM_IO, "run_key", streams - batch.refolded),
    )
    stored = (run for key, run in sources.runs.items() if key not in batch.runs)
    others = [row for run in stored for row in stored_io(run)]
    past.listed = pa.concat_tables([batch.listed, listed_table(others)])
    references.add_listed(row._asdict() for row in others)
    for key in sources.runs.keys() & batch.runs.keys():
        references.add_listed(batch.run_io.get(key, ()))
    references.add_job_events(sources.job_events.values())
    references.add_dataset_events(sources.dataset_events.values())
    references.schemas |= {row["schema_hash"] for row in stream_io}
    references.schemas |= {item["schema_hash"] for item in past.leaves.get("known", ())}
    references.nodes |= {run["job_id"] for run in sources.runs.values()} | past.windows.keys()
    for row in past.leaves.get("standing_flows", ()):
        references.nodes |= {row["target_id"], row["source_id"]}
    sets = _overlaid(
        COLUMN_SETS,
        [row for row in new.column_sets if row["set_hash"] in references.sets],
        rows_in(snapshot, COLUMN_SETS, "set_hash", references.sets - {""}),
    )
    references.nodes |= {row["source_node"] for row in sets}
    past.leaves |= {
        "runs": [{n: run[n] for n in run if n != "facts"} for run in sources.runs.values()],
        "stream_io": stream_io,
        "job_events": list(sources.job_events.values()),
        "dataset_events": list(sources.dataset_events.values()),
        "column_sets": sets,
        "facet_values": _overlaid(
            FACET_VALUES,
            [row for row in new.facet_values if row["hash"] in references.schemas],
            rows_in(snapshot, FACET_VALUES, "hash", references.schemas - {None, ""}),
        ),
        "nodes": _nodes(snapshot, references, new.naming),
    }


def registers_of(run: Row) -> list[dict[str, Any]]:
    """The registers that histories are derived from, beside a run's inputs and outputs."""
    found = msgspec.json.decode(run["facts"])
    return [register for register in found if is_relation(register["e"], register["f"])]


@dataclass
class References:
    """What rows refer to, by node id or hash."""

    nodes: set[int | None] = field(default_factory=set)
    sets: set[str] = field(default_factory=set)
    schemas: set[str | None] = field(default_factory=set)

    def add_registers(self, registers: Iterable[dict[str, Any]]) -> None:
        """Adds what registers of explicit lineage refer to."""
        for register in registers:
            self.nodes.add(register["n"])
            self.sets.add(register["v"])

    def add_listed(self, listed: Iterable[Row]) -> None:
        """Adds what rows of `run_io` refer to."""
        for row in listed:
            self.nodes |= {row["node_id"], row["renamed_from"]}
            self.schemas.add(row["schema_hash"])
            self.sets.add(row["columns_hash"] or "")

    def add_job_events(self, events: Iterable[Row]) -> None:
        for event in events:
            self.nodes.add(event["job_id"])
            self.nodes |= {*json.loads(event["inputs"]), *json.loads(event["outputs"])}
            for target, set_hash in (
                *json.loads(event["columns"]),
                *json.loads(event["lineage"] or "[]"),
            ):
                self.nodes.add(int(target))
                self.sets.add(set_hash)

    def add_dataset_events(self, events: Iterable[Row]) -> None:
        for event in events:
            self.nodes |= {event["node_id"], event["renamed_from"]}
            self.sets.add(event["lineage_hash"] or "")
            self.schemas.add(event["schema_hash"])


def _nodes(snapshot: Snapshot, references: References, naming: Naming) -> Rows:
    """Rows of nodes: the names referred to, all names of their entities, and the batch's own."""
    stored = rows_in(snapshot, NODES, "node_id", references.nodes - {None, 0})
    entities = {row["entity_id"] for row in stored} | set(naming.entity_of.values())
    stored += rows_in(snapshot, NODES, "entity_id", entities)
    there = [row for row in stored if row["node_id"] not in naming.vanished]
    return _overlaid(NODES, naming.rows(), there)


def _overlaid(table: Table, *layers: Rows) -> Rows:
    """The rows of several layers. Where a key stands in several, the first layer counts."""
    found: dict[tuple[Any, ...], Row] = {}
    for layer in layers:
        for row in layer:
            found.setdefault(tuple(row[name] for name in table.key), row)
    return list(found.values())
