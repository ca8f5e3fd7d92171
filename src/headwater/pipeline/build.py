"""The full rebuild: derives every table from the whole log, and switches to all of them at once."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Self

import pyarrow as pa
import pyarrow.dataset as pads
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from headwater.log import EventLog, Positions, Range, parts, ranges, size_until
from headwater.model.aliases import components, connected
from headwater.model.facts import Rules
from headwater.model.jobs.history import KnownNames
from headwater.pipeline.derive.datasets_used import datasets_used
from headwater.pipeline.derive.job_histories import TABLES as JOB_TABLES
from headwater.pipeline.derive.job_histories import job_histories, job_items, job_targets
from headwater.pipeline.derive.nodes import entities, nodes
from headwater.pipeline.derive.steps import (
    STAGES,
    HistoryTables,
    Stage,
    alias_statements,
    dataset_histories,
    folded_tables,
    record_tables,
    renames,
)
from headwater.pipeline.derive.stream_io import unseen_streams
from headwater.pipeline.source.edits import LEAVING_OUT
from headwater.pipeline.source.log_source import log_rows
from headwater.pipeline.spark.executors import require_ready
from headwater.pipeline.spark.progress import Progress, Silent, Stages, Summary
from headwater.pipeline.spark.session import cores, tuned
from headwater.pipeline.spark.staging import LoadedTable, Staged, Staging, staging_of, whole
from headwater.store import Store
from headwater.store.tables import (
    CONTRACTS,
    DATASET_EVENTS,
    DATASET_VERSIONS,
    DROPS,
    EDITS,
    JOB_EVENTS,
    TABLES,
    Table,
)
from headwater.store.write import Rebuild

SMALL_LOG_BYTES = 64 << 20
PART_BYTES = 1 << 20, 16 << 20
"""The smallest and the largest part of the log that one task reads. Smaller parts would cost more
to schedule than to read, and larger ones more memory and, where a task fails, more to repeat."""


def rebuild(
    spark: SparkSession,
    log: EventLog,
    store: Store,
    rules: Rules,
    staging: Path | str,
    progress: Progress | None = None,
    until: Positions | None = None,
) -> Summary:
    """Derives all tables from the log, and publishes them with the positions that they reach.

    `until` says how much of the log counts; None means all of it.

    Every stage is written to `staging`, a path or a URL, as Parquet and read back. That keeps
    memory within Spark's own limits, computes no plan twice, and lets the driver load the store in
    a stream.
    """
    summary = Summary("full")
    stages = Stages(progress or Silent(), (*STAGES, "load", "publish"), summary)
    store.belong_to(log.id())
    epoch = store.take_over()
    reached = log.head() if until is None else until
    small = is_small(log, reached)
    require_ready(spark, log, reached)
    with (
        _fencing_first(store, epoch),
        staging_of(spark, staging, epoch) as place,
        tuned(spark, small=small),
        store.rebuild(epoch, log.id()) as target,
        _Loader(target, summary) as loader,
    ):
        derive_tables(spark, log, reached, rules, stage_in(place, stages, loader.take))
        summary.events = summary.rows["events"]
        with stages.running("load"):
            loader.finish()
        with stages.running("publish"):
            target.publish(reached)
    return summary


def is_small(log: EventLog, until: Positions) -> bool:
    """Whether there is so little to derive that planning and compiling cost more than the rows."""
    return size_until(log, until) < SMALL_LOG_BYTES


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

    def take(self, rows: Staged) -> None:
        self._loading.append(self._thread.submit(self._load, rows))

    def finish(self) -> None:
        """Waits for all tables. Raises the error of a table that could not be loaded."""
        for loaded in self._loading:
            loaded.result()

    def _load(self, rows: Staged) -> None:
        self._summary.rows[rows.table.name] = self._target.load(rows.table, rows.batches())


def derive_tables(
    spark: SparkSession,
    log: EventLog,
    until: Positions,
    rules: Rules,
    stage: Stage,
) -> None:
    """Derives every table, stage by stage. `until` says how much of the log counts."""
    records = _records(spark, log, ranges({}, until), rules, stage)
    base = record_tables(records, stage) | folded_tables(records, stage)
    entity_of = aliased(base)
    pairs = _pairs(spark, entity_of, "node_id", "entity_id")
    base["nodes"] = stage("nodes", nodes(base["names"], pairs))
    stage("entities", entities(base["nodes"]))
    base["used"] = stage("used", datasets_used(base["run_io"], base["nodes"]))
    items = job_items(
        base["runs"],
        base["stream_io"],
        base["job_events"],
        base["dataset_events"],
        base["column_sets"],
        base["nodes"],
    )
    known = KnownNames(entity_of, _jobs_named(base))
    stage("job_histories", job_histories(items, known, rules.code_from))
    tables = HistoryTables(**{name: base[name] for name in HistoryTables.__dataclass_fields__})
    dataset_histories(tables, stage, families(spark, tables))


def _jobs_named(base: dict[str, DataFrame]) -> frozenset[int]:
    """The jobs that lineage names as targets or sources, which are far fewer than jobs."""
    named = job_targets(base["runs"], base["job_events"], base["column_sets"])
    jobs = base["nodes"].where(F.col("kind") == "job")
    found = jobs.join(named, on="node_id", how="left_semi").select("entity_id").collect()
    return frozenset(row[0] for row in found)


def aliased(base: dict[str, DataFrame]) -> dict[int, int]:
    """The entities of the names that have aliases.

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
    return components(stated, names)


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
    spark: SparkSession, log: EventLog, spans: list[Range], rules: Rules, stage: Stage
) -> DataFrame:
    """The records of the log, without the events that edits in the log leave out, and what its
    ranges have folded.

    Which events are left out, and which runs are streams though a range of the log says that they
    are batches, is only known after reading. So the log is read again if there are any.
    """
    spans = list(parts(log, spans, part_bytes(sum(map(log.size, spans)), cores(spark))))
    known: dict[str, set[str]] = {"left_out": set(), "streams": set()}
    while True:
        records = stage("records", log_rows(spark, log, spans, rules, **known))
        left_out = records.where(F.col("edit.edit").isin(*LEAVING_OUT)).select("edit.name")
        found = left_out.select(F.lit("left_out"), "name").union(
            unseen_streams(records).select(F.lit("streams"), "run_key")
        )
        now = {name: set(keys) for name, keys in known.items()}
        for name, key in found.distinct().collect():
            now[name].add(key)
        if now == known:
            return records
        known = now


def part_bytes(total: int, tasks: int) -> int:
    """The size of the parts in which so many bytes of the log are read, so that all cores have
    work.

    >>> part_bytes(100 << 20, 10) >> 20, part_bytes(10, 10) >> 20
    (10, 1)
    """
    smallest, largest = PART_BYTES
    return min(max(-(-total // tasks), smallest), largest)


def _nested(table: Table, within: str, **elsewhere: pads.Expression) -> LoadedTable:
    """A table whose rows are in one column of a stage, except for some columns."""
    columns = {name: pads.field(within, name) for name in table.names} | elsewhere
    return LoadedTable(table, columns, pads.field(within).is_valid())


_OF_EVENT = {name: pads.field(name) for name in ("digest", "event_time", "node_id")}
_IS_VERSION = pads.field("version_id").is_valid()
_SEVERAL_IN_ONE = {
    "declared": [
        _nested(JOB_EVENTS, "job", job_id=pads.field("node_id"), **_OF_EVENT),
        _nested(DATASET_EVENTS, "dataset", **_OF_EVENT),
        _nested(EDITS, "edit", digest=pads.field("digest")),
        _nested(
            CONTRACTS,
            "contract",
            digest=pads.field("digest"),
            registered_at=pads.field("edit", "edited_at"),
        ),
    ],
    "job_histories": [_nested(table, table.name) for table in JOB_TABLES],
    # Among the versions there are drops, which are rows without an id.
    "dataset_versions": [
        whole(DATASET_VERSIONS)._replace(only=_IS_VERSION),
        LoadedTable(
            DROPS,
            {
                name: pads.field("valid_from" if name == "dropped_at" else name)
                for name in DROPS.names
            },
            ~_IS_VERSION,
        ),
    ],
}
"""The stages that have the rows of several tables."""


def stage_in(place: Staging, stages: Stages, take: Callable[[Staged], None]) -> Stage:
    """Writes each stage to `place` and reads it back. `take` gets the tables that are loaded from
    it."""
    tables = {table.name: [whole(table)] for table in TABLES} | _SEVERAL_IN_ONE

    def stage(name: str, rows: DataFrame) -> DataFrame:
        with stages.running(name, rows.sparkSession):
            stages.counted(name, place.write(name, rows))
        for table in tables.get(name, ()):
            take(place.staged(name, table))
        return place.read(name, rows)

    return stage


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
