"""The steps of the pipeline, in the order in which they run.

`record_tables` reads tables off the records, and `folded_tables` merges what events say about runs.
`job_histories` and `dataset_histories` derive versions, flows and edges from them. All of them take
and return DataFrames only. A rebuild (`headwater.pipeline.build`) calls them with everything there
is. A batch (`headwater.pipeline.live`) calls them with the runs, jobs and datasets that its events
touch, inside the windows in which these change.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from headwater.pipeline.derive import records as from_records
from headwater.pipeline.derive.control_edges import control_edges
from headwater.pipeline.derive.dataset_versions import (
    dataset_items,
    dataset_versions,
    relevant_items,
)
from headwater.pipeline.derive.edges import edges, listed_spans
from headwater.pipeline.derive.entity_facets import entity_facets
from headwater.pipeline.derive.flows import changes, flows
from headwater.pipeline.derive.job_parents import job_parents
from headwater.pipeline.derive.job_versions import job_versions
from headwater.pipeline.derive.runs import run_io, runs, split_runs
from headwater.pipeline.derive.seeds import DatasetSeeds, Seeds
from headwater.pipeline.derive.spread import union_all
from headwater.pipeline.derive.statements import dataset_statements, statements
from headwater.pipeline.derive.stream_io import stream_io
from headwater.pipeline.derive.timeline import entries, timeline

Stage = Callable[[str, DataFrame], DataFrame]
"""Computes a DataFrame once, under a name, and returns its rows."""

RECORD_TABLES = (
    "events",
    "findings",
    "names",
    "facet_values",
    "column_sets",
    "job_events",
    "dataset_events",
    "edits",
    "contracts",
    "mentions",
)
FOLDED_TABLES = ("split_runs", "runs", "run_io", "stream_io", "entity_facets")
HISTORIES = (
    "timeline",
    "job_versions",
    "listed_spans",
    "statements",
    "changes",
    "flows",
    "edges",
    "job_parents",
    "control_edges",
    "dataset_items",
    "relevant_items",
    "dataset_versions",
)
STAGES = (
    "records",
    *RECORD_TABLES,
    *FOLDED_TABLES,
    "nodes",
    "entities",
    "used",
    *HISTORIES,
    "drops",
)
"""Every stage of a rebuild, in order. Progress counts them."""


def record_tables(records: DataFrame, stage: Stage) -> dict[str, DataFrame]:
    """The tables that are read directly from the records."""
    events = stage("events", from_records.events(records))
    return {
        "events": events,
        "findings": stage("findings", from_records.findings(records, events)),
        "names": stage("names", from_records.names(records)),
        "facet_values": stage("facet_values", from_records.facet_values(records)),
        "column_sets": stage("column_sets", from_records.column_sets(records)),
        "job_events": stage("job_events", from_records.job_events(records)),
        "dataset_events": stage("dataset_events", from_records.dataset_events(records)),
        "edits": stage("edits", from_records.edits(records)),
        "contracts": stage("contracts", from_records.contracts(records)),
        "mentions": stage("mentions", from_records.mentions(records, events)),
    }


def folded_tables(records: DataFrame, stage: Stage) -> dict[str, DataFrame]:
    """Runs, their inputs and outputs, and the facets of jobs and datasets."""
    all_runs = stage("runs", runs(records, stage("split_runs", split_runs(records))))
    return {
        "runs": all_runs,
        "run_io": stage("run_io", run_io(all_runs)),
        "stream_io": stage("stream_io", stream_io(records, all_runs)),
        "entity_facets": stage(
            "entity_facets",
            entity_facets(records.select(F.explode("facets").alias("x")).select("x.*")),
        ),
    }


@dataclass(frozen=True)
class HistoryTables:
    """The tables that histories are derived from."""

    runs: DataFrame
    run_io: DataFrame
    used: DataFrame
    stream_io: DataFrame
    job_events: DataFrame
    dataset_events: DataFrame
    column_sets: DataFrame
    facet_values: DataFrame
    nodes: DataFrame


@dataclass(frozen=True)
class JobRegisters:
    """Runs with the registers that the histories of jobs are derived from."""

    lineage: DataFrame
    """Runs with registers that state lineage, or take it back."""
    relations: DataFrame
    """Runs with registers that name parents and dependencies."""


def job_histories(
    tables: HistoryTables,
    registers: JobRegisters,
    code_from: Collection[str],
    stage: Stage,
    seeds: Seeds | None = None,
) -> dict[str, DataFrame]:
    """Versions of jobs, flows, edges, parents and dependencies.

    With `seeds`, they are derived in each job's window only.
    """
    line = stage(
        "timeline",
        timeline(
            entries(
                tables.runs,
                tables.used,
                tables.run_io,
                tables.stream_io,
                tables.job_events,
                tables.nodes,
                seeds,
            ),
            code_from,
        ),
    )
    versions = stage("job_versions", job_versions(line, tables.nodes))
    listed = stage("listed_spans", listed_spans(versions))
    all_statements = stage(
        "statements",
        statements(registers.lineage, tables.run_io, tables.job_events, tables.nodes),
    )
    all_flows = stage(
        "flows",
        flows(
            stage("changes", changes(line, all_statements)),
            dataset_statements(tables.dataset_events, tables.nodes),
            tables.column_sets,
            listed,
            tables.nodes,
            seeds,
        ),
    )
    return {
        "job_versions": versions,
        "flows": all_flows,
        "edges": stage("edges", edges(listed, all_flows, tables.nodes)),
        "job_parents": stage("job_parents", job_parents(registers.relations, seeds)),
        "control_edges": stage("control_edges", control_edges(registers.relations, seeds)),
    }


def dataset_histories(
    tables: HistoryTables, stage: Stage, families: DataFrame, seeds: DatasetSeeds | None = None
) -> dict[str, DataFrame]:
    """Versions and drops of datasets. With `seeds`, in each dataset's window only.

    `families` has (dataset_id, family_id) of the datasets that renames connect.
    """
    items = dataset_items(
        tables.runs,
        tables.used,
        tables.run_io,
        tables.stream_io,
        tables.dataset_events,
        tables.nodes,
    )
    relevant = stage(
        "relevant_items", relevant_items(stage("dataset_items", items), tables.nodes, seeds)
    )
    versions = stage(
        "dataset_versions", dataset_versions(relevant, tables.facet_values, tables.nodes, families)
    )
    return {"dataset_versions": versions}


def renames(run_io: DataFrame, dataset_events: DataFrame, nodes: DataFrame) -> DataFrame:
    """Pairs (dataset_id, followed_id) of every rename."""
    stated = union_all(
        *(frame.select("node_id", "renamed_from").dropna() for frame in (run_io, dataset_events))
    ).distinct()
    new, old = (
        nodes.select(F.col("node_id").alias(name), F.col("entity_id").alias(entity))
        for name, entity in (("node_id", "dataset_id"), ("renamed_from", "followed_id"))
    )
    return (
        stated.join(new, on="node_id")
        .join(old, on="renamed_from")
        .select("dataset_id", "followed_id")
        .distinct()
    )


def alias_statements(facets: DataFrame) -> DataFrame:
    """The symlinks in force: a node_id, and the node ids that it names."""
    return facets.where((F.col("facet") == "symlinks") & F.col("value").isNotNull()).select(
        "node_id", F.from_json("value", "array<bigint>").alias("others")
    )


def split_versions(rows: DataFrame) -> tuple[DataFrame, DataFrame]:
    """The dataset versions and the drops among rows of the stage `dataset_versions`."""
    versions = rows.where(F.col("version_id").isNotNull())
    drops = rows.where(F.col("version_id").isNull()).select(
        "dataset_id", F.col("valid_from").alias("dropped_at"), "place_kind", "place_id"
    )
    return versions, drops
