"""The past, as far as a batch depends on it: the rows of each window, and its seeds."""

from collections.abc import Collection, Iterable, Iterator, Set
from dataclasses import dataclass, field
from typing import Any

from headwater.model.run_parts import Part
from headwater.pipeline.batch.naming import Naming
from headwater.pipeline.batch.rows import BatchRows, is_stream
from headwater.pipeline.derive.items import ItemRow
from headwater.pipeline.histories.windows import Window
from headwater.pipeline.source.stored import Row, Rows, rows_in, stored_parts
from headwater.store.read import Snapshot
from headwater.store.tables import NODES, STREAM_IO, Table


@dataclass
class Past:
    """Items to derive histories from, and the stored rows that the derived ones replace."""

    replaced: dict[str, Rows]
    items: list[ItemRow] = field(default_factory=list)
    windows: dict[int, Window] = field(default_factory=dict)
    """The windows by entity. They start at the beginning where the past does not say enough."""


@dataclass(frozen=True)
class NewRows:
    """What the batch adds for histories: its rows, contents that they refer to, and the names."""

    batch: BatchRows
    column_sets: Rows
    facet_values: Rows
    naming: Naming


@dataclass
class SourceRows:
    """The runs and events that lie in the windows, whether the batch has brought them or they were
    stored."""

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


def listings(snapshot: Snapshot, runs: Iterable[Row], batch: BatchRows) -> Rows:
    """Rows of `stream_io` for the streams among these runs."""
    streams = {run["run_key"] for run in runs if is_stream(run)}
    return overlaid(
        STREAM_IO,
        [row for key in streams for row in batch.stream_io.get(key, ())],
        rows_in(snapshot, STREAM_IO, "run_key", streams - batch.refolded),
    )


def parts_of(snapshot: Snapshot, runs: Collection[Row], batch: BatchRows) -> Iterator[Part]:
    """What is derived from runs of the batch, and from those that are stored."""
    stored = [run for run in runs if run["run_key"] not in batch.parts]
    for run in runs:
        if run["run_key"] in batch.parts:
            yield batch.parts[run["run_key"]]
    yield from stored_parts(snapshot, stored)


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
