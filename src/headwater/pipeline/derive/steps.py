"""The steps of the pipeline, in the order in which they run.

`record_tables` reads tables off the records, and `folded_tables` merges what events say about runs.
`derive.job_histories` and `dataset_histories` derive versions, flows and edges from them. All of
them take and return DataFrames only. A rebuild (`headwater.pipeline.build`) calls them with
everything there is. A batch (`headwater.pipeline.live`) calls them with the runs, jobs and datasets
that its events touch, inside the windows in which these change.
"""

from collections.abc import Callable
from dataclasses import dataclass

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from headwater.pipeline.derive import records as from_records
from headwater.pipeline.derive.dataset_versions import (
    dataset_items,
    dataset_versions,
    relevant_items,
)
from headwater.pipeline.derive.entity_facets import entity_facets
from headwater.pipeline.derive.runs import run_io, runs, split_runs
from headwater.pipeline.derive.seeds import DatasetSeeds
from headwater.pipeline.derive.spread import union_all
from headwater.pipeline.derive.stream_io import stream_io

Stage = Callable[[str, DataFrame], DataFrame]
"""Computes a DataFrame once, under a name, and returns its rows."""

RECORD_TABLES = (
    "events",
    "findings",
    "names",
    "facet_values",
    "column_sets",
    "declared",
    "mentions",
)
FOLDED_TABLES = ("split_runs", "runs", "run_io", "stream_io", "entity_facets")
HISTORIES = (
    "job_histories",
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
)
"""Every stage of a rebuild, in order. Progress counts them."""


def record_tables(records: DataFrame, stage: Stage) -> dict[str, DataFrame]:
    """The tables that are read directly from the records."""
    events = stage("events", from_records.events(records))
    declared = stage("declared", from_records.declared(records))
    return {
        "events": events,
        "findings": stage("findings", from_records.findings(records, events)),
        "names": stage("names", from_records.names(records)),
        "facet_values": stage("facet_values", from_records.facet_values(records)),
        "column_sets": stage("column_sets", from_records.column_sets(records)),
        "job_events": from_records.job_events(declared),
        "dataset_events": from_records.dataset_events(declared),
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
    """The tables that the histories of datasets are derived from."""

    runs: DataFrame
    run_io: DataFrame
    used: DataFrame
    stream_io: DataFrame
    dataset_events: DataFrame
    facet_values: DataFrame
    nodes: DataFrame


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
