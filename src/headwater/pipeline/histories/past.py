"""The past, as far as a batch depends on it: the rows of each window, and its seeds."""

from collections.abc import Iterable, Set
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pyarrow as pa

from headwater.model.runs import RunIoRow
from headwater.pipeline.batch.naming import Naming
from headwater.pipeline.batch.rows import BatchRows, is_stream
from headwater.pipeline.derive.runs import Part, listed_table, stored_part
from headwater.pipeline.histories.windows import Window
from headwater.pipeline.source.stored import Row, Rows, rows_in
from headwater.store.read import Snapshot
from headwater.store.tables import (
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
    """What the runs list, with the orders of what they say (`model.runs.RunIoRow`). Histories of
    jobs have it among their items."""
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


def load_history_tables(snapshot: Snapshot, past: Past, sources: SourceRows, new: NewRows) -> None:
    """Adds the rows of `steps.HistoryTables` for these runs, events and what they refer to."""
    batch, references = new.batch, References()
    stream_io = listings(snapshot, sources.runs.values(), batch)
    listed = [row for run in sources.runs.values() for row in part_of(run, batch).io]
    past.listed = listed_table(listed)
    references.add_listed(listed)
    references.add_dataset_events(sources.dataset_events.values())
    references.schemas |= {row["schema_hash"] for row in stream_io}
    references.schemas |= {item["schema_hash"] for item in past.leaves.get("known", ())}
    references.nodes |= {run["job_id"] for run in sources.runs.values()} | past.windows.keys()
    past.leaves |= {
        "runs": [{n: run[n] for n in run if n != "facts"} for run in sources.runs.values()],
        "stream_io": stream_io,
        "dataset_events": list(sources.dataset_events.values()),
        "facet_values": overlaid(
            FACET_VALUES,
            [row for row in new.facet_values if row["hash"] in references.schemas],
            rows_in(snapshot, FACET_VALUES, "hash", references.schemas - {None, ""}),
        ),
        "nodes": named(snapshot, references.nodes, new.naming),
    }


def listings(snapshot: Snapshot, runs: Iterable[Row], batch: BatchRows) -> Rows:
    """Rows of `stream_io` for the streams among these runs."""
    streams = {run["run_key"] for run in runs if is_stream(run)}
    return overlaid(
        STREAM_IO,
        [row for key in streams for row in batch.stream_io.get(key, ())],
        rows_in(snapshot, STREAM_IO, "run_key", streams - batch.refolded),
    )


def part_of(run: Row, batch: BatchRows) -> Part:
    """What is derived from a run of the batch, or one that is stored."""
    return batch.parts.get(run["run_key"]) or stored_part(run)


@dataclass
class References:
    """What rows refer to, by node id or hash."""

    nodes: set[int | None] = field(default_factory=set)
    schemas: set[str | None] = field(default_factory=set)

    def add_listed(self, listed: Iterable[RunIoRow]) -> None:
        """Adds what inputs and outputs of runs refer to."""
        for row in listed:
            self.nodes |= {row.node_id, row.renamed_from}
            self.schemas.add(row.schema_hash)

    def add_dataset_events(self, events: Iterable[Row]) -> None:
        for event in events:
            self.nodes |= {event["node_id"], event["renamed_from"]}
            self.schemas.add(event["schema_hash"])


def named(snapshot: Snapshot, nodes: Set[int | None], naming: Naming) -> Rows:
    """Rows of nodes: the names referred to, all names of their entities, and the batch's own."""
    stored = rows_in(snapshot, NODES, "node_id", nodes - {None, 0})
    entities = {row["entity_id"] for row in stored} | set(naming.entity_of.values())
    stored += rows_in(snapshot, NODES, "entity_id", entities)
    there = [row for row in stored if row["node_id"] not in naming.vanished]
    return overlaid(NODES, naming.rows(), there)


def overlaid(table: Table, *layers: Rows) -> Rows:
    """The rows of several layers. Where a key stands in several, the first layer counts."""
    found: dict[tuple[Any, ...], Row] = {}
    for layer in layers:
        for row in layer:
            found.setdefault(tuple(row[name] for name in table.key), row)
    return list(found.values())
