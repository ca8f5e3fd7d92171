"""What a batch needs to know of the past: rows of each window, and seeds for what was before."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from headwater.model.facts import OWN_PARTS
from headwater.pipeline.batch.renaming import Naming
from headwater.pipeline.batch.rows import BatchRows, is_stream
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
    windows: dict[int, Window] = field(default_factory=dict)
    """By entity; from the beginning where the past does not say enough."""


@dataclass(frozen=True)
class New:
    """Rows that the batch brings, by table, where histories are derived from them."""

    batch: BatchRows
    column_sets: Rows
    facet_values: Rows
    naming: Naming
    code_from: tuple[str, ...]
    """What of a job's code makes versions (`model.facts.Rules`)."""


@dataclass
class Sources:
    """The runs and events from which histories are derived."""

    runs: dict[str, Row] = field(default_factory=dict)
    job_events: dict[str, Row] = field(default_factory=dict)
    dataset_events: dict[str, Row] = field(default_factory=dict)

    def without(self, gone: set[str]) -> "Sources":
        """Without what is taken back."""
        runs, job_events, dataset_events = (
            {key: row for key, row in rows.items() if key not in gone}
            for rows in (self.runs, self.job_events, self.dataset_events)
        )
        return Sources(runs, job_events, dataset_events)


def load_known(snapshot: Snapshot, past: Past, told: Sources, new: New, needs: "Needs") -> None:
    """Adds the rows of `steps.Known`: of these runs and events, and of what they refer to.

    `needs`: what else is referred to.
    """
    batch = new.batch
    streams = {key for key, run in told.runs.items() if is_stream(run)}
    stream_io = _overlaid(
        STREAM_IO,
        [row for key in streams for row in batch.stream_io.get(key, ())],
        rows_in(snapshot, STREAM_IO, "run_key", streams - batch.refolded),
    )
    listing = []
    for key, run in told.runs.items():
        if key in batch.runs:
            needs.of_listed(batch.run_io.get(key, ()))
        else:
            registers = [r for r in registers_of(run) if r["e"] in _OF_LISTED]
            needs.of_registers(registers)
            listing.append({**{name: run[name] for name in _LISTING}, "registers": registers})
    needs.of_job_events(told.job_events.values())
    needs.of_dataset_events(told.dataset_events.values())
    needs.schemas |= {row["schema_hash"] for row in stream_io}
    needs.schemas |= {item["schema_hash"] for item in past.leaves.get("known", ())}
    needs.nodes |= {run["job_id"] for run in told.runs.values()} | past.windows.keys()
    for row in past.leaves.get("standing_flows", ()):
        needs.nodes |= {row["target_id"], row["source_id"]}
    sets = _overlaid(
        COLUMN_SETS,
        [row for row in new.column_sets if row["set_hash"] in needs.sets],
        rows_in(snapshot, COLUMN_SETS, "set_hash", needs.sets - {""}),
    )
    needs.nodes |= {row["source_node"] for row in sets}
    past.leaves |= {
        "runs": [{n: run[n] for n in run if n != "facts"} for run in told.runs.values()],
        "listing": listing,
        "stream_io": stream_io,
        "job_events": list(told.job_events.values()),
        "dataset_events": list(told.dataset_events.values()),
        "column_sets": sets,
        "facet_values": _overlaid(
            FACET_VALUES,
            [row for row in new.facet_values if row["hash"] in needs.schemas],
            rows_in(snapshot, FACET_VALUES, "hash", needs.schemas - {None, ""}),
        ),
        "nodes": _nodes(snapshot, needs, new.naming),
    }


def registers_of(run: Row) -> list[dict[str, Any]]:
    """Those that a history may depend on; most facets are only kept to be shown."""
    return [
        register
        for register in msgspec.json.decode(run["facts"])
        if register["e"] in OWN_PARTS or register["f"] in _HISTORY_FACETS
    ]


_HISTORY_FACETS = frozenset(
    (
        *("schema", "version", "columnLineage", "lifecycleStateChange"),
        *("parent", "parentRun", "jobDependencies"),
    )
)
_OF_LISTED = ("listed", "input", "output")
_LISTING = ("run_key", "started_at", "ended_at", "last_time", "processing")


@dataclass
class Needs:
    """What rows refer to, by hash or node id."""

    nodes: set[int | None] = field(default_factory=set)
    sets: set[str] = field(default_factory=set)
    schemas: set[str | None] = field(default_factory=set)

    def of_registers(self, registers: Iterable[dict[str, Any]]) -> None:
        for register in registers:
            if register.get("n"):
                self.nodes.add(register["n"])
            hashes = {register.get("h") or "", (register.get("s") or {}).get("h") or ""}
            if register["f"] == "schema":
                self.schemas |= hashes
            elif register["f"] == "columnLineage":
                self.sets |= hashes
            elif register["e"] == "lineage":
                self.sets.add(register["v"])
            elif register["f"] == "lifecycleStateChange":
                for value in (register.get("v"), (register.get("s") or {}).get("v")):
                    old = json.loads(value)[1] if value else None
                    if old is not None:
                        self.nodes.add(int(old))

    def of_listed(self, listed: Iterable[Row]) -> None:
        """Rows of `run_io`."""
        for row in listed:
            self.nodes |= {row["node_id"], row["renamed_from"]}
            self.schemas.add(row["schema_hash"])
            self.sets.add(row["columns_hash"] or "")

    def of_job_events(self, events: Iterable[Row]) -> None:
        for event in events:
            self.nodes.add(event["job_id"])
            self.nodes |= {*json.loads(event["inputs"]), *json.loads(event["outputs"])}
            for target, set_hash in (
                *json.loads(event["columns"]),
                *json.loads(event["lineage"] or "[]"),
            ):
                self.nodes.add(int(target))
                self.sets.add(set_hash)

    def of_dataset_events(self, events: Iterable[Row]) -> None:
        for event in events:
            self.nodes |= {event["node_id"], event["renamed_from"]}
            self.sets.add(event["lineage_hash"] or "")
            self.schemas.add(event["schema_hash"])


def _nodes(snapshot: Snapshot, needs: Needs, naming: Naming) -> Rows:
    """Rows of the nodes table for these names, for what they stand for, and for the batch's own."""
    stored = rows_in(snapshot, NODES, "node_id", needs.nodes - {None, 0})
    entities = {row["entity_id"] for row in stored} | set(naming.entity_of.values())
    stored += rows_in(snapshot, NODES, "entity_id", entities)
    there = [row for row in stored if row["node_id"] not in naming.vanished]
    return _overlaid(NODES, naming.rows(), there)


def _overlaid(table: Table, *layers: Rows) -> Rows:
    """Rows of several layers; where a key stands in several, the first counts."""
    found: dict[tuple[Any, ...], Row] = {}
    for layer in layers:
        for row in layer:
            found.setdefault(tuple(row[name] for name in table.key), row)
    return list(found.values())
