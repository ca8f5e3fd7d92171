"""The full rebuild: derives every table from the whole log, and switches to all of them at once."""

import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Self

import pyarrow as pa
import pyarrow.dataset as pads
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from headwater.log import Positions, Range, head, ranges
from headwater.model.aliases import components, connected
from headwater.model.facts import Rules
from headwater.pipeline.derive.datasets_used import datasets_used
from headwater.pipeline.derive.nodes import entities, nodes
from headwater.pipeline.derive.steps import (
    STAGES,
    HistoryTables,
    JobRegisters,
    Stage,
    alias_statements,
    dataset_histories,
    folded_tables,
    job_histories,
    record_tables,
    renames,
    split_versions,
)
from headwater.pipeline.source.log_source import LEAVING_OUT, LogSource, log_options
from headwater.pipeline.spark.progress import Progress, Silent, Stages, Summary
from headwater.pipeline.spark.session import tuned
from headwater.store import Store
from headwater.store.tables import TABLES, Table
from headwater.store.write import Rebuild

SMALL_LOG_BYTES = 64 << 20


def rebuild(
    spark: SparkSession,
    log: Path,
    store: Store,
    rules: Rules,
    staging: Path,
    progress: Progress | None = None,
    until: Positions | None = None,
) -> Summary:
    """Derives all tables from the log, and publishes them with the positions that they reach.

    `until` says how much of the log counts; None means all of it.

    Every stage is written to `staging` as Parquet and read back. That keeps memory within Spark's
    own limits, computes no plan twice, and lets the driver load the store in a stream.
    """
    summary = Summary("full")
    stages = Stages(progress or Silent(), (*STAGES, "load", "publish"), summary)
    epoch = store.take_over()
    reached = head(log) if until is None else until
    small = sum(reached.values()) < SMALL_LOG_BYTES
    with (
        _fencing_first(store, epoch),
        _staging(staging, epoch) as directory,
        tuned(spark, small=small),
        store.rebuild(epoch) as target,
        _Loader(target, summary) as loader,
    ):
        derive_tables(spark, log, reached, rules, directory, stages, loader.take)
        summary.events = summary.rows["events"]
        with stages.running("load"):
            loader.finish()
        with stages.running("publish"):
            target.publish(reached)
    return summary


class _Loader:
    """Loads tables into the new store while Spark computes the next ones."""

    def __init__(self, target: Rebuild, summary: Summary) -> None:
        self._target, self._summary = target, summary
        self._thread = ThreadPoolExecutor(1, "load")
        self._loading: list[Future[None]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.shutdown(cancel_futures=True)

    def take(self, rows: "Staged") -> None:
        self._loading.append(self._thread.submit(self._load, rows))

    def finish(self) -> None:
        """Waits for all tables. Raises the error of a table that could not be loaded."""
        for loaded in self._loading:
            loaded.result()

    def _load(self, rows: "Staged") -> None:
        self._summary.rows[rows.table.name] = self._target.load(rows.table, rows.batches())


class Staged:
    """The rows of a stage, as files that Spark and Arrow read."""

    def __init__(self, directory: Path, table: Table, only: pads.Expression | None = None) -> None:
        self._directory, self.table, self._only = directory, table, only

    def batches(self) -> Iterator[pa.RecordBatch]:
        found = pads.dataset(self._directory, format="parquet")
        # There is no reading ahead: the store is slower than Parquet, so rows would pile up in
        # memory.
        yield from found.to_batches(
            columns=list(self.table.names),
            filter=self._only,
            batch_size=8192,
            batch_readahead=1,
            fragment_readahead=1,
        )


def derive_tables(
    spark: SparkSession,
    log: Path,
    until: Positions,
    rules: Rules,
    directory: Path,
    stages: Stages,
    take: Callable[[Staged], None],
) -> None:
    """Derives every table in `directory`, and hands each to `take`.

    `until` says how much of the log counts.
    """
    stage = _parquet(spark, directory, stages, take)
    records = _records(spark, log, ranges({}, until), rules, stage)
    base = record_tables(records, stage) | folded_tables(records, stage)
    base["nodes"] = stage("nodes", nodes(base["names"], aliased(spark, base)))
    stage("entities", entities(base["nodes"]))
    base["used"] = stage("used", datasets_used(base["run_io"], base["nodes"]))
    tables = HistoryTables(**{name: base[name] for name in HistoryTables.__dataclass_fields__})
    job_histories(tables, JobRegisters(base["runs"], base["runs"]), rules.code_from, stage)
    made = dataset_histories(tables, stage, families(spark, tables))
    stage("drops", split_versions(made["dataset_versions"])[1])


def aliased(spark: SparkSession, base: dict[str, DataFrame]) -> DataFrame:
    """Pairs (node_id, entity_id) of the names that have aliases.

    Components are found on the driver. There are only as many statements as names with symlinks,
    not as many as events.
    """
    statements = alias_statements(base["entity_facets"])
    stated = [(row[0], row[1]) for row in statements.collect()]
    mentioned = statements.select(
        F.explode(F.concat(F.array("node_id"), "others")).alias("node_id")
    ).distinct()
    names = {
        row[0]: (row[1], row[2])
        for row in base["names"]
        .join(mentioned, on="node_id", how="left_semi")
        .select("node_id", "namespace", "name")
        .collect()
    }
    return _pairs(spark, components(stated, names), "node_id", "entity_id")


def families(spark: SparkSession, tables: HistoryTables) -> DataFrame:
    """Pairs (dataset_id, family_id) of the datasets that renames connect.

    They are found on the driver. Each pair of names counts once, however often it is renamed.
    """
    renamed = renames(tables.run_io, tables.dataset_events, tables.nodes).collect()
    found = connected((row[0], row[1]) for row in renamed)
    return _pairs(spark, found, "dataset_id", "family_id")


def _pairs(spark: SparkSession, found: dict[int, int], *names: str) -> DataFrame:
    columns = zip(*sorted(found.items()), strict=True) if found else ((), ())
    schema = pa.schema([(name, pa.int64()) for name in names])
    return spark.createDataFrame(pa.table([pa.array(c, pa.int64()) for c in columns], schema))


def _records(
    spark: SparkSession, log: Path, spans: list[Range], rules: Rules, stage: Stage
) -> DataFrame:
    """The records of the log, without the events that edits in the log leave out.

    Which events those are is only known after reading, so the log is read again if there are any.
    """
    spark.dataSource.register(LogSource)
    left_out: set[str] = set()
    while True:
        options = log_options(log, spans, rules, left_out)
        read = spark.read.format(LogSource.name()).options(**options).load()
        records = stage("records", read)
        found = records.where(F.col("edit.edit").isin(*LEAVING_OUT)).select("edit.name").distinct()
        now = {row[0] for row in found.collect()}
        if now == left_out:
            return records
        left_out = now


def _parquet(
    spark: SparkSession, directory: Path, stages: Stages, take: Callable[[Staged], None]
) -> Stage:
    tables = {table.name: table for table in TABLES}
    # Among the versions there are drops, which are rows without an id.
    only = {"dataset_versions": pads.field("version_id").is_valid()}

    def stage(name: str, rows: DataFrame) -> DataFrame:
        path = directory / name
        with stages.running(name, spark):
            rows.write.mode("overwrite").parquet(str(path))
            stages.counted(name, pads.dataset(path, format="parquet").count_rows())
        if name in tables:
            take(Staged(path, tables[name], only.get(name)))
        return spark.read.schema(rows.schema).parquet(str(path))

    return stage


@contextmanager
def _staging(directory: Path, epoch: int) -> Iterator[Path]:
    """A directory for this build alone. What earlier builds left behind is removed.

    A build of an earlier epoch that still runs can no longer publish (`Store.take_over`).
    """
    for left_behind in directory.glob("*"):
        if left_behind.name.isdigit() and int(left_behind.name) <= epoch:
            shutil.rmtree(left_behind, ignore_errors=True)
    own = directory / str(epoch)
    own.mkdir(parents=True)
    try:
        yield own
    finally:
        shutil.rmtree(own, ignore_errors=True)


@contextmanager
def _fencing_first(store: Store, epoch: int) -> Iterator[None]:
    """Reports a failure inside the block as FencedError if another pipeline has taken over.

    In that case taking over is the reason for the failure, whatever the error is.
    """
    try:
        yield
    except Exception:
        with store.transaction(epoch):
            raise
