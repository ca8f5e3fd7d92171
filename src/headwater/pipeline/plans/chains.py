"""The chains by which a batch is derived, made of the steps of a rebuild (`derive.steps`).

Between the chains the driver reads the store: for what was known of the batch's runs, and for the
histories that the batch changes.
"""

from collections.abc import Collection, Mapping
from functools import partial

import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from headwater.model.facts import Rules
from headwater.model.jobs.history import KnownNames
from headwater.pipeline.derive import records as from_records
from headwater.pipeline.derive.dataset_versions import ITEM
from headwater.pipeline.derive.datasets_used import datasets_used
from headwater.pipeline.derive.entity_facets import entity_facets
from headwater.pipeline.derive.job_histories import ITEM as JOB_ITEM
from headwater.pipeline.derive.job_histories import job_histories
from headwater.pipeline.derive.nodes import entities
from headwater.pipeline.derive.runs import LISTED_DDL
from headwater.pipeline.derive.seeds import (
    DATASET_WINDOWS,
    DatasetSeeds,
)
from headwater.pipeline.derive.spread import union_all
from headwater.pipeline.derive.steps import (
    HistoryTables,
    Stage,
    dataset_histories,
)
from headwater.pipeline.plans.prepared import Chain, Frames, packed
from headwater.pipeline.source.records import COLUMN_TYPES
from headwater.store import tables
from headwater.store.tables import Table

_TYPES = {"text": "string", "bigint": "bigint", "integer": "int"}


def ddl(table: Table, *, without: Collection[str] = ()) -> str:
    """The columns of a stored table, in Spark's types."""
    return ", ".join(
        f"{column.name} {_TYPES[column.kind]}"
        for column in table.columns
        if column.name not in without
    )


def _columns(types: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {kind}" for name, kind in types.items())


def _record_tables(leaves: Frames, stage: Stage) -> None:
    declared = from_records.declared(leaves["declared"])
    noted = _with_notes(leaves["declared"], leaves["notes"])
    stage(
        "tables",
        packed(
            {
                "events": from_records.events(leaves["events"]),
                "facet_values": from_records.facet_values(leaves["facet_values"]),
                "column_sets": from_records.column_sets(leaves["edges"]),
                "job_events": from_records.job_events(declared),
                "dataset_events": from_records.dataset_events(declared),
                "edits": from_records.edits(declared),
                "contracts": from_records.contracts(declared),
                "findings": from_records.findings(noted, leaves["accepted"]),
                "entity_facets": entity_facets(leaves["facets"], leaves["stored_facets"]),
            }
        ),
    )


def _with_notes(declared: DataFrame, notes: DataFrame) -> DataFrame:
    """The findings of events, and the notes that were made about them when they were logged."""
    none = F.array().cast("array<struct<code:string,path:string,detail:string>>")
    noted = notes.select(
        "digest",
        none.alias("findings"),
        F.struct("edit", "edited_at", "kind", "namespace", "name", "value").alias("edit"),
    )
    return union_all(declared.select("digest", "findings", "edit"), noted)


def _entities(leaves: Frames, stage: Stage) -> None:
    stage("entities", entities(leaves["nodes"]))


def _jobs(code_from: tuple[str, ...], leaves: Frames, stage: Stage) -> None:
    stage("job_histories", job_histories(leaves["items"], KnownNames(), code_from))


def _datasets(leaves: Frames, stage: Stage) -> None:
    seeds = DatasetSeeds(windows=leaves["windows"], known=leaves["known"])
    families = leaves["windows"].select("dataset_id", "family_id")
    dataset_histories(_history_tables(leaves, stage), stage, families, seeds)


def _history_tables(leaves: Frames, stage: Stage) -> HistoryTables:
    listed = leaves["listed"]
    used = stage("used", datasets_used(listed, leaves["nodes"]))
    return HistoryTables(
        run_io=listed, used=used, **{name: leaves[name] for name in _HISTORY_LEAVES}
    )


_USED = {"listed": LISTED_DDL}
_HISTORY_LEAVES = {
    "runs": ddl(tables.RUNS, without=("facts",)),
} | {
    table.name: ddl(table)
    for table in (
        tables.STREAM_IO,
        tables.DATASET_EVENTS,
        tables.FACET_VALUES,
        tables.NODES,
    )
}


# A leaf is read once for each use of it, so each use gets a leaf with only the columns it needs.
_COLUMNS = {
    "events": [
        *("digest", "segment", "position"),
        *("shape", "event_time", "rank", "event_type", "run_key", "node_id"),
    ],
    "declared": [
        *("digest", "shape", "event_time", "node_id"),
        *("findings", "job", "dataset", "edit", "contract"),
    ],
    "facet_values": ["facet_values"],
    "edges": ["edges"],
}
_PARTS = {
    leaf: ", ".join(f"{name} {COLUMN_TYPES[name]}" for name in names)
    for leaf, names in _COLUMNS.items()
}

RECORDS = Chain(
    "records",
    {
        **_PARTS,
        "facets": ddl(tables.ENTITY_FACETS),
        "stored_facets": ddl(tables.ENTITY_FACETS),
        "notes": ddl(tables.EDITS),
        "accepted": "digest string",
    },
    _record_tables,
)
ENTITIES = Chain("entities", {"nodes": ddl(tables.NODES)}, _entities)
DATASETS = Chain(
    "datasets",
    {
        **_HISTORY_LEAVES,
        **_USED,
        "windows": DATASET_WINDOWS,
        "known": _columns(ITEM),
    },
    _datasets,
)


def jobs(code_from: tuple[str, ...]) -> Chain:
    """The one chain whose steps depend on a setting (`model.facts.Rules`)."""
    return Chain("jobs", {"items": _columns(JOB_ITEM)}, partial(_jobs, code_from))


def chains(rules: Rules) -> tuple[Chain, ...]:
    """All chains, for a pipeline with these settings."""
    return (RECORDS, ENTITIES, jobs(rules.code_from), DATASETS)


def record_leaf(records: pa.Table, leaf: str) -> pa.Table:
    """The part of the records that is this leaf of a chain."""
    if leaf == "declared":
        # Most records are run events without findings, which declare nothing.
        findings = pc.greater(pc.list_value_length(records.column("findings")), 0)
        is_other = pc.fill_null(pc.not_equal(records.column("shape"), "run"), True)
        records = records.filter(pc.or_(findings, is_other))
    return records.select(_COLUMNS[leaf])
