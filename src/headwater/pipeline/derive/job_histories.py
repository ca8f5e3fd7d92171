"""Histories of jobs: their versions, flows, edges, parents and scheduling (semantics 3.5, 4, 6, 7).

The items of each job are brought together here. The fold itself is `model.jobs.history`, run over
sorted partitions (docs/decisions/0025-job-histories-fold-in-python.md).
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql.pandas.types import from_arrow_type

from headwater.model.facts import CODE
from headwater.model.jobs.history import JobItems, JobRows, KnownNames, job_history
from headwater.model.jobs.items import decoded
from headwater.model.runs import STREAMS
from headwater.pipeline.derive.columnar import columnar, stored_columns
from headwater.pipeline.derive.spread import in_one_partition, spread_by, union_all
from headwater.store.tables import CONTROL_EDGES, EDGES, FLOWS, JOB_PARENTS, JOB_VERSIONS

TABLES = (JOB_VERSIONS, FLOWS, EDGES, JOB_PARENTS, CONTROL_EDGES)
"""The tables that histories of jobs are made of."""

ITEM = {"job_id": "bigint", "kind": "string", "item": "string"}
"""The columns of an item: the job that it is about (or the dataset, for what dataset events state
without a job), and the item as `model.jobs.items.encoded` writes it."""

_HISTORY = pa.struct([(table.name, pa.struct(stored_columns(table))) for table in TABLES])
_BATCH_ROWS = 5_000
_PAIRS = "array<array<string>>"


def job_items(
    runs: DataFrame,
    stream_io: DataFrame,
    job_events: DataFrame,
    dataset_events: DataFrame,
    column_sets: DataFrame,
    nodes: DataFrame,
) -> DataFrame:
    """Everything that histories of jobs are derived from. Runs are as `derive.runs` makes them."""
    is_snapshot = F.col("processing").isin(*STREAMS) & (F.col("snapshot") == 1)
    snapshots = runs.where(is_snapshot).select("run_key", "job_id")
    listings = stream_io.join(snapshots, on="run_key", how="inner").transform(in_one_partition)
    stating = _stating(dataset_events, nodes)
    names = nodes.where(F.col("kind") == "job").withColumnRenamed("node_id", "job_id")
    sources = column_sets.groupBy("set_hash").agg(F.collect_set("source_node").alias("nodes"))
    used = _sets(runs, job_events, stating).join(sources, on="set_hash", how="inner")
    return union_all(
        runs.select("job_id", F.lit("run").alias("kind"), "item"),
        _item("listing", listings, "run_key", "event_time", "rank", "digest", "side", "node_id"),
        _item(
            "job_event",
            job_events,
            *("digest", "event_time", "inputs", "outputs", "columns", "lineage", *CODE),
        ),
        _item("dataset_event", stating, "digest", "event_time", "lineage_hash"),
        _item("sources", used.transform(in_one_partition), "set_hash", "nodes"),
        _item("names", names, "namespace", "name"),
    )


def job_targets(runs: DataFrame, job_events: DataFrame, column_sets: DataFrame) -> DataFrame:
    """The `node_id` of every name that explicit lineage leads to, or that feeds anything.

    Most are datasets, and some may be jobs.
    """
    pairs = F.explode(F.from_json("lineage", _PAIRS)).alias("pair")
    declared = job_events.select(pairs).select(F.col("pair")[0].cast("bigint").alias("node_id"))
    return union_all(
        runs.select(F.explode("targets").alias("node_id")),
        declared,
        column_sets.select(F.col("source_node").alias("node_id")),
    ).distinct()


def job_histories(items: DataFrame, known: KnownNames, code_from: tuple[str, ...]) -> DataFrame:
    """The rows of `TABLES`, each in the column with its table's name.

    `known` is what names stand for, where items do not say so. `code_from` says what of the code
    makes versions (`model.facts.Rules`).
    """
    schema = ", ".join(f"{f.name} {from_arrow_type(f.type).simpleString()}" for f in _HISTORY)
    return (
        spread_by(items, "job_id")
        .sortWithinPartitions("job_id")
        .mapInArrow(_fold(known, code_from), schema)
    )


def _item(kind: str, rows: DataFrame, *columns: str) -> DataFrame:
    return rows.select(
        "job_id", F.lit(kind).alias("kind"), F.to_json(F.struct(*columns)).alias("item")
    )


def _stating(dataset_events: DataFrame, nodes: DataFrame) -> DataFrame:
    """Dataset events that state what feeds their dataset, which takes the place of a job."""
    return (
        dataset_events.where(F.col("lineage_hash").isNotNull())
        .join(nodes.select("node_id", "entity_id"), on="node_id", how="inner")
        .transform(in_one_partition)
        .select(F.col("entity_id").alias("job_id"), "digest", "event_time", "lineage_hash")
    )


def _sets(runs: DataFrame, job_events: DataFrame, stating: DataFrame) -> DataFrame:
    """The sets of column edges that each job refers to."""
    declared = (
        job_events.select("job_id", F.explode(F.from_json(column, _PAIRS)).alias("pair")).select(
            "job_id", F.col("pair")[1].alias("set_hash")
        )
        for column in ("columns", "lineage")
    )
    return union_all(
        runs.select("job_id", F.explode("sets").alias("set_hash")),
        *declared,
        stating.select("job_id", F.col("lineage_hash").alias("set_hash")),
    ).distinct()


def _fold(
    known: KnownNames, code_from: tuple[str, ...]
) -> Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    """What each task runs over its sorted partition, with one job in memory at a time."""

    def fold(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        rows = (
            row
            for batch in batches
            for row in zip(*(batch.column(name).to_pylist() for name in ITEM), strict=True)
        )
        made: list[tuple[Any, ...]] = []
        for job_id, group in groupby(rows, key=itemgetter(0)):
            items = JobItems()
            for _, kind, item in group:
                items.add(decoded(kind, item))
            made += _rows(job_history(job_id, items, known, code_from))
            if len(made) >= _BATCH_ROWS:
                yield _batch(made)
                made = []
        yield _batch(made)

    return fold


def _rows(history: JobRows) -> Iterator[tuple[Any, ...]]:
    """Rows of `_HISTORY`: a row of one table, with nothing for the others."""
    nothing = (None,) * len(TABLES)
    for place, table in enumerate(TABLES):
        before, after = nothing[:place], nothing[place + 1 :]
        yield from ((*before, row, *after) for row in getattr(history, table.name))


def _batch(rows: list[tuple[Any, ...]]) -> pa.RecordBatch:
    return pa.RecordBatch.from_struct_array(columnar(_HISTORY, rows))
