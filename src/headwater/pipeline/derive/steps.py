"""The pipeline in the order in which it runs.

`folded` merges what events say; `job_histories` and `dataset_histories` derive versions, flows and
edges from it. All take and give DataFrames only. A rebuild calls them with everything there is, a
batch with the runs, jobs and datasets that its events touch, in the window in which they change
(`headwater.pipeline.build`, `headwater.pipeline.live`).
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from headwater.pipeline.derive import records as off
from headwater.pipeline.derive.control_edges import control_edges
from headwater.pipeline.derive.dataset_versions import dataset_versions, happened, mattered
from headwater.pipeline.derive.edges import edges, listed_spans
from headwater.pipeline.derive.entity_facets import entity_facets, is_entity_facet, stated_facets
from headwater.pipeline.derive.flows import changes, flows
from headwater.pipeline.derive.job_parents import job_parents
from headwater.pipeline.derive.job_versions import job_versions
from headwater.pipeline.derive.registers import as_facts, facts, registers
from headwater.pipeline.derive.run_io import run_io
from headwater.pipeline.derive.runs import runs
from headwater.pipeline.derive.seeds import DatasetSeeds, Seeds
from headwater.pipeline.derive.spread import together
from headwater.pipeline.derive.statements import dataset_statements, statements
from headwater.pipeline.derive.stream_io import stream_io
from headwater.pipeline.derive.timeline import entries, timeline

Stage = Callable[[str, DataFrame], DataFrame]
"""Computes a DataFrame once, under a name, and gives back its rows."""

OFF_THE_RECORD = (
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
FOLDED = ("runs", "run_io", "stream_io", "entity_facets")
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
    "happened",
    "mattered",
    "dataset_versions",
)
STAGES = ("records", *OFF_THE_RECORD, *FOLDED, "nodes", "entities", "used", *HISTORIES, "drops")
"""Every stage of a rebuild, in order; progress counts them."""


def off_the_record(records: DataFrame, stage: Stage) -> dict[str, DataFrame]:
    """Tables that are read straight off the records."""
    events = stage("events", off.events(records))
    return {
        "events": events,
        "findings": stage("findings", off.findings(records, events)),
        "names": stage("names", off.names(records)),
        "facet_values": stage("facet_values", off.facet_values(records)),
        "column_sets": stage("column_sets", off.column_sets(records)),
        "job_events": stage("job_events", off.job_events(records)),
        "dataset_events": stage("dataset_events", off.dataset_events(records)),
        "edits": stage("edits", off.edits(records)),
        "contracts": stage("contracts", off.contracts(records)),
        "mentions": stage("mentions", off.mentions(records, events)),
    }


def folded(records: DataFrame, stage: Stage) -> dict[str, DataFrame]:
    """Runs, their inputs and outputs, and the facets of jobs and datasets."""
    said = facts(records)
    all_runs = stage("runs", runs(registers(said)))
    return {
        "runs": all_runs,
        "run_io": stage("run_io", run_io(all_runs)),
        "stream_io": stage("stream_io", stream_io(said, all_runs)),
        "entity_facets": stage(
            "entity_facets",
            entity_facets(
                is_entity_facet(as_facts(all_runs)), is_entity_facet(stated_facets(records))
            ),
        ),
    }


@dataclass(frozen=True)
class Known:
    """What histories are derived from."""

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
class Registers:
    """Runs with those of their registers from which histories of jobs are derived."""

    stating: DataFrame
    """Those that state lineage, or take it back."""
    placing: DataFrame
    """Those that name parents and dependencies."""


def job_histories(
    known: Known,
    registers: Registers,
    code_from: Collection[str],
    stage: Stage,
    seeds: Seeds | None = None,
) -> dict[str, DataFrame]:
    """Versions of jobs, flows, edges and layers; with `seeds`, in each job's window."""
    line = stage(
        "timeline",
        timeline(
            entries(
                known.runs,
                known.used,
                known.run_io,
                known.stream_io,
                known.job_events,
                known.nodes,
                seeds,
            ),
            code_from,
        ),
    )
    versions = stage("job_versions", job_versions(line, known.nodes))
    listed = stage("listed_spans", listed_spans(versions))
    said = stage(
        "statements",
        statements(registers.stating, known.run_io, known.job_events, known.nodes),
    )
    flowing = stage(
        "flows",
        flows(
            stage("changes", changes(line, said)),
            dataset_statements(known.dataset_events, known.nodes),
            known.column_sets,
            listed,
            known.nodes,
            seeds,
        ),
    )
    return {
        "job_versions": versions,
        "flows": flowing,
        "edges": stage("edges", edges(listed, flowing, known.nodes)),
        "job_parents": stage("job_parents", job_parents(registers.placing, seeds)),
        "control_edges": stage("control_edges", control_edges(registers.placing, seeds)),
    }


def dataset_histories(
    known: Known, stage: Stage, families: DataFrame, seeds: DatasetSeeds | None = None
) -> dict[str, DataFrame]:
    """Versions of datasets, and drops; with `seeds`, in each dataset's window.

    `families` has (dataset_id, family_id) of datasets that renames connect.
    """
    items = happened(
        known.runs,
        known.used,
        known.run_io,
        known.stream_io,
        known.dataset_events,
        known.nodes,
    )
    mattering = stage("mattered", mattered(stage("happened", items), known.nodes, seeds))
    versions = stage(
        "dataset_versions", dataset_versions(mattering, known.facet_values, known.nodes, families)
    )
    return {"dataset_versions": versions}


def renames(run_io: DataFrame, dataset_events: DataFrame, nodes: DataFrame) -> DataFrame:
    """(dataset_id, followed_id) of every rename."""
    said = together(
        *(told.select("node_id", "renamed_from").dropna() for told in (run_io, dataset_events))
    ).distinct()
    new, old = (
        nodes.select(F.col("node_id").alias(name), F.col("entity_id").alias(entity))
        for name, entity in (("node_id", "dataset_id"), ("renamed_from", "followed_id"))
    )
    return (
        said.join(new, on="node_id")
        .join(old, on="renamed_from")
        .select("dataset_id", "followed_id")
        .distinct()
    )


def alias_statements(facets: DataFrame) -> DataFrame:
    """The symlinks in force: (node_id, node ids it names)."""
    return facets.where((F.col("facet") == "symlinks") & F.col("value").isNotNull()).select(
        "node_id", F.from_json("value", "array<bigint>").alias("others")
    )


def split_versions(rows: DataFrame) -> tuple[DataFrame, DataFrame]:
    """dataset_versions and drops, from the rows of `dataset_versions`."""
    versions = rows.where(F.col("version_id").isNotNull())
    drops = rows.where(F.col("version_id").isNull()).select(
        "dataset_id", F.col("valid_from").alias("dropped_at"), "place_kind", "place_id"
    )
    return versions, drops
