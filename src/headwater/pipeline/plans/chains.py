"""What a batch derives, as chains of the steps of a rebuild (`headwater.pipeline.derive.steps`).

Between the chains the driver looks into the store: for what was known of the batch's runs, and for
the histories that the batch changes.
"""

from collections.abc import Collection
from dataclasses import replace
from functools import partial

import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from headwater.model.facts import Rules
from headwater.pipeline.derive import records as off
from headwater.pipeline.derive.dataset_versions import ITEM
from headwater.pipeline.derive.datasets_used import datasets_used
from headwater.pipeline.derive.entity_facets import entity_facets
from headwater.pipeline.derive.nodes import entities
from headwater.pipeline.derive.registers import REGISTER_DDL, as_facts, facts, registers
from headwater.pipeline.derive.run_io import run_io
from headwater.pipeline.derive.runs import runs
from headwater.pipeline.derive.seeds import (
    CONTROL,
    DATASET_WINDOWS,
    ENTRIES,
    FLOWS,
    JOB_WINDOWS,
    PARENTS,
    DatasetSeeds,
    Seeds,
)
from headwater.pipeline.derive.spread import together
from headwater.pipeline.derive.steps import (
    Known,
    Registers,
    Stage,
    dataset_histories,
    job_histories,
)
from headwater.pipeline.derive.stream_io import stream_io
from headwater.pipeline.plans.prepared import Chain, Frames, wide
from headwater.pipeline.source.log_source import EVENT
from headwater.store import tables
from headwater.store.tables import Table

_TYPES = {"text": "string", "bigint": "bigint", "integer": "int"}


def ddl(table: Table, *, without: Collection[str] = ()) -> str:
    """The columns of a stored table, as Spark writes types."""
    return ", ".join(
        f"{column.name} {_TYPES[column.kind]}"
        for column in table.columns
        if column.name not in without
    )


def _fold(leaves: Frames, stage: Stage) -> None:
    merged = together(facts(leaves["facts"]), as_facts(_with_registers(leaves["stored_runs"])))
    now = stage("runs", runs(registers(merged)).drop("registers"))
    stage("run_io", run_io(_with_registers(now)))


def _tell(leaves: Frames, stage: Stage) -> None:
    told = leaves["declared"]
    stage(
        "tables",
        wide(
            {
                "events": off.events(leaves["events"]),
                "facet_values": off.facet_values(leaves["facet_values"]),
                "column_sets": off.column_sets(leaves["edges"]),
                "job_events": off.job_events(told),
                "dataset_events": off.dataset_events(told),
                "edits": off.edits(told),
                "contracts": off.contracts(told),
                "findings": off.findings(_with_notes(told, leaves["notes"]), leaves["accepted"]),
                "entity_facets": entity_facets(leaves["facets"], leaves["stored_facets"]),
            }
        ),
    )


def _with_registers(runs: DataFrame) -> DataFrame:
    # By default, Spark takes what it cannot read for nothing.
    whole = {"mode": "FAILFAST", "maxStringLen": str(2**31 - 1)}
    return runs.withColumn("registers", F.from_json("facts", _REGISTERS, whole))


def _with_notes(told: DataFrame, notes: DataFrame) -> DataFrame:
    """What events say of themselves, and what was noted about them when they were logged."""
    none = F.array().cast("array<struct<code:string,path:string,detail:string>>")
    noted = notes.select(
        "digest",
        none.alias("findings"),
        F.struct("edit", "edited_at", "kind", "namespace", "name", "value").alias("edit"),
    )
    return together(told.select("digest", "findings", "edit"), noted)


def _streams(leaves: Frames, stage: Stage) -> None:
    stage("stream_io", stream_io(facts(leaves["facts"]), leaves["runs"]))


def _entities(leaves: Frames, stage: Stage) -> None:
    stage("entities", entities(leaves["nodes"]))


def _jobs(code_from: tuple[str, ...], leaves: Frames, stage: Stage) -> None:
    known = _known(leaves, stage)
    seeds = Seeds(
        windows=leaves["windows"],
        entries=leaves["entries"],
        flows=leaves["standing_flows"],
        parents=leaves["standing_parents"],
        control=leaves["standing_control"],
    )
    kept = ("timeline", "job_versions", "listed_spans", "statements", "changes", "flows")
    registers = Registers(leaves["stating"], leaves["placing"])
    layers = job_histories(
        known, registers, code_from, lambda name, r: stage(name, r) if name in kept else r, seeds
    )
    stage("layers", wide({name: r for name, r in layers.items() if name not in kept}))


def _datasets(leaves: Frames, stage: Stage) -> None:
    seeds = DatasetSeeds(windows=leaves["windows"], known=leaves["known"])
    families = leaves["windows"].select("dataset_id", "family_id")
    dataset_histories(_known(leaves, stage), stage, families, seeds)


def _known(leaves: Frames, stage: Stage) -> Known:
    # What the batch's own runs list is known from their fold.
    listed = together(stage("run_io", run_io(leaves["listing"])), leaves["listed"])
    used = stage("used", datasets_used(listed, leaves["nodes"]))
    return Known(run_io=listed, used=used, **{name: leaves[name] for name in _KNOWN})


_REGISTERS = f"array<{REGISTER_DDL}>"
_KEY = "struct<t: bigint, r: int, g: string, l: int>"
_KEYS = ("pin_key", "version_key", "schema_key", "lifecycle_key")
_USED = {
    "listing": "run_key string, started_at bigint, ended_at bigint, last_time bigint,"
    f" processing string, registers {_REGISTERS}",
    "listed": ", ".join((ddl(tables.RUN_IO), *(f"{key} {_KEY}" for key in _KEYS))),
}
_PLACES = {
    "stating": f"run_key string, job_id bigint, registers {_REGISTERS}",
    "placing": "run_key string, job_id bigint, parent_job_id bigint, ended_at bigint,"
    f" end_rank int, end_digest string, registers {_REGISTERS}",
}
_KNOWN = {
    "runs": ddl(tables.RUNS, without=("facts",)),
} | {
    table.name: ddl(table)
    for table in (
        tables.STREAM_IO,
        tables.JOB_EVENTS,
        tables.DATASET_EVENTS,
        tables.COLUMN_SETS,
        tables.FACET_VALUES,
        tables.NODES,
    )
}


# Each leaf is read as often as it is used, so records come apart.
_COLUMNS = {
    "events": [
        *("digest", "segment", "position"),
        *("shape", "event_time", "rank", "event_type", "run_key", "node_id"),
    ],
    "declared": [
        *("digest", "shape", "event_time", "node_id"),
        *("findings", "job", "dataset", "edit", "contract"),
    ],
    "facts": ["shape", "run_key", "event_time", "rank", "digest", "facts"],
    "facet_values": ["facet_values"],
    "edges": ["edges"],
}
_PARTS = {
    leaf: ", ".join(f"{name} {EVENT[name]}" for name in names) for leaf, names in _COLUMNS.items()
}

FOLD = Chain(
    "fold",
    {"facts": _PARTS["facts"], "stored_runs": "run_key string, facts string"},
    _fold,
)
FOLD_BESIDE = replace(FOLD, name="fold_beside")
RECORDS = Chain(
    "records",
    {
        **{leaf: columns for leaf, columns in _PARTS.items() if leaf != "facts"},
        "facets": ddl(tables.ENTITY_FACETS),
        "stored_facets": ddl(tables.ENTITY_FACETS),
        "notes": ddl(tables.EDITS),
        "accepted": "digest string",
    },
    _tell,
)
STREAMS = Chain(
    "streams", {"facts": _PARTS["facts"], "runs": "run_key string, processing string"}, _streams
)
ENTITIES = Chain("entities", {"nodes": ddl(tables.NODES)}, _entities)
DATASETS = Chain(
    "datasets",
    {
        **_KNOWN,
        **_USED,
        "windows": DATASET_WINDOWS,
        "known": ", ".join(f"{name} {kind}" for name, kind in ITEM.items()),
    },
    _datasets,
)


def jobs(code_from: tuple[str, ...]) -> Chain:
    """The one chain whose steps depend on a setting (`model.facts.Rules`)."""
    return Chain(
        "jobs",
        {
            **_KNOWN,
            **_USED,
            **_PLACES,
            "windows": JOB_WINDOWS,
            "entries": ENTRIES,
            "standing_flows": FLOWS,
            "standing_parents": PARENTS,
            "standing_control": CONTROL,
        },
        partial(_jobs, code_from),
    )


def chains(rules: Rules) -> tuple[Chain, ...]:
    """All of them."""
    return (FOLD, FOLD_BESIDE, RECORDS, STREAMS, ENTITIES, jobs(rules.code_from), DATASETS)


def part(records: pa.Table, leaf: str) -> pa.Table:
    """The part of records that is such a leaf of chains."""
    if leaf == "declared":
        # Most records are events of runs in which nothing is odd.
        findings = pc.greater(pc.list_value_length(records.column("findings")), 0)
        is_other = pc.fill_null(pc.not_equal(records.column("shape"), "run"), True)
        records = records.filter(pc.or_(findings, is_other))
    return records.select(_COLUMNS[leaf])
