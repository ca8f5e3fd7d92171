"""What a batch derives, as chains of the steps that a rebuild takes (`headwater.pipeline.steps`).

Between the chains the driver looks into the store: for what was known of the batch's runs, and for
the histories that the batch changes.
"""

from collections.abc import Collection

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from headwater.pipeline import records as off
from headwater.pipeline.dataset_versions import ITEM
from headwater.pipeline.datasets_used import datasets_used
from headwater.pipeline.entity_facets import entity_facets, is_entity_facet, stated_facets
from headwater.pipeline.nodes import entities
from headwater.pipeline.prepared import WHOLE, Chain, Frames, wide
from headwater.pipeline.registers import REGISTER_DDL, as_facts, facts, registers
from headwater.pipeline.run_io import run_io
from headwater.pipeline.runs import runs
from headwater.pipeline.seeds import (
    CONTROL,
    DATASET_WINDOWS,
    ENTRIES,
    FLOWS,
    JOB_WINDOWS,
    PARENTS,
    DatasetSeeds,
    Seeds,
)
from headwater.pipeline.source import EVENT
from headwater.pipeline.spread import together
from headwater.pipeline.steps import Known, Stage, dataset_histories, job_histories
from headwater.pipeline.stream_io import stream_io
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
    stage("run_io", run_io(_with_registers(now)).select(*tables.RUN_IO.names))


def _tell(leaves: Frames, stage: Stage) -> None:
    told, said = leaves["records"], leaves["facts"]
    stated = entity_facets(
        is_entity_facet(facts(said)), is_entity_facet(stated_facets(said)), leaves["stored_facets"]
    )
    stage(
        "tables",
        wide(
            {
                "events": off.events(told),
                "facet_values": off.facet_values(leaves["facet_values"]),
                "column_sets": off.column_sets(leaves["edges"]),
                "job_events": off.job_events(told),
                "dataset_events": off.dataset_events(told),
                "edits": off.edits(told),
                "contracts": off.contracts(told),
                "findings": off.findings(_with_notes(told, leaves["notes"]), leaves["accepted"]),
                "entity_facets": stated,
            }
        ),
    )


def _with_registers(stored: DataFrame) -> DataFrame:
    return stored.withColumn("registers", F.from_json("facts", f"array<{REGISTER_DDL}>", WHOLE))


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


def _jobs(leaves: Frames, stage: Stage) -> None:
    known = _known(leaves, stage)
    seeds = Seeds(
        windows=leaves["windows"],
        entries=leaves["entries"],
        flows=leaves["standing_flows"],
        parents=leaves["standing_parents"],
        control=leaves["standing_control"],
    )
    kept = ("timeline", "job_versions", "listed_spans", "statements", "changes", "flows")
    layers = job_histories(known, lambda name, r: stage(name, r) if name in kept else r, seeds)
    stage("layers", wide({name: r for name, r in layers.items() if name not in kept}))


def _datasets(leaves: Frames, stage: Stage) -> None:
    seeds = DatasetSeeds(windows=leaves["windows"], known=leaves["known"])
    dataset_histories(_known(leaves, stage), stage, seeds)


def _known(leaves: Frames, stage: Stage) -> Known:
    folded = _with_registers(leaves["folded"])
    listed = stage("run_io", run_io(folded))
    used = stage("used", datasets_used(listed, leaves["nodes"]))
    return Known(
        registers=folded, run_io=listed, used=used, **{name: leaves[name] for name in _KNOWN}
    )


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


# Each part of a record is read as often as it is used, so the large ones come apart.
_LARGE = ("facts", "names", "facet_values", "edges", "mentions")
_COLUMNS = {
    "records": [name for name in EVENT if name not in _LARGE],
    "facts": ["shape", "run_key", "event_time", "rank", "digest", "facts"],
    "facet_values": ["facet_values"],
    "edges": ["edges"],
}
_PARTS = {
    leaf: ", ".join(f"{name} {EVENT[name]}" for name in names) for leaf, names in _COLUMNS.items()
}

FOLD = Chain(
    "fold", {"facts": _PARTS["facts"], "stored_runs": "run_key string, facts string"}, _fold
)
TELL = Chain(
    "tell",
    {
        **_PARTS,
        "stored_facets": ddl(tables.ENTITY_FACETS),
        "notes": ddl(tables.EDITS),
        "accepted": "digest string",
    },
    _tell,
)
STREAMS = Chain("streams", {"facts": _PARTS["facts"], "runs": ddl(tables.RUNS)}, _streams)
ENTITIES = Chain("entities", {"nodes": ddl(tables.NODES)}, _entities)
JOBS = Chain(
    "jobs",
    {
        **_KNOWN,
        "folded": ddl(tables.RUNS),
        "windows": JOB_WINDOWS,
        "entries": ENTRIES,
        "standing_flows": FLOWS,
        "standing_parents": PARENTS,
        "standing_control": CONTROL,
    },
    _jobs,
)
DATASETS = Chain(
    "datasets",
    {
        **_KNOWN,
        "folded": ddl(tables.RUNS),
        "windows": DATASET_WINDOWS,
        "known": ", ".join(f"{name} {kind}" for name, kind in ITEM.items()),
    },
    _datasets,
)
CHAINS = (FOLD, TELL, STREAMS, ENTITIES, JOBS, DATASETS)


def parts(records: pa.Table, chain: Chain) -> dict[str, pa.Table]:
    """The leaves of a chain that are parts of records."""
    return {name: records.select(_COLUMNS[name]) for name in chain.leaves if name in _COLUMNS}
