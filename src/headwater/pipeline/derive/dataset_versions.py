"""Dataset versions: what a dataset held, from when to when (semantics 5).

The items of each history are gathered by joins. The fold itself is `model.dataset_families`, run
over sorted partitions, because no built-in expression scans a group with a state
(docs/decisions/0004-dataset-histories-fold-in-python.md).
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any

import pyarrow as pa
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F
from pyspark.sql.window import Window as W

from headwater.model.dataset_families import dataset_histories
from headwater.model.dataset_history import EVENT, READ, WRITE, HistoryItem, Version
from headwater.pipeline.derive.datasets_used import is_drop
from headwater.pipeline.derive.seeds import DatasetSeeds
from headwater.pipeline.derive.spread import in_one_partition, spread_by, union_all

ITEM = {
    "dataset_id": "bigint",
    "kind": "string",
    "time": "bigint",
    "place_kind": "int",
    "place_id": "string",
    "rank": "int",
    "run_key": "string",
    "digest": "string",
    "namespace": "string",
    "name": "string",
    "storage_version": "string",
    "pin": "string",
    "schema_hash": "string",
    "schema_json": "string",
    "is_rename": "int",
    "renamed_from": "bigint",
    "followed_id": "bigint",
}
"""The columns of a `HistoryItem`, after the dataset that it belongs to."""

_VERSION = {
    "version_id": "string",
    "dataset_id": "bigint",
    "valid_from": "bigint",
    "place_kind": "int",
    "place_id": "string",
    "valid_to": "bigint",
    "kind": "string",
    "run_key": "string",
    "storage_version": "string",
    "schema_hash": "string",
    "schema_value": "string",
    "schema_inherited": "int",
    "follows": "string",
    "follows_node": "bigint",
}
_ARROW = {"bigint": pa.int64(), "int": pa.int32(), "string": pa.string()}


def dataset_items(
    runs: DataFrame,
    used: DataFrame,
    run_io: DataFrame,
    stream_io: DataFrame,
    dataset_events: DataFrame,
    nodes: DataFrame,
) -> DataFrame:
    """Everything that happened to datasets. `used` is the result of `datasets_used`."""
    return union_all(
        _by_runs(runs, used),
        _by_streams(runs, used, run_io, stream_io, nodes),
        _by_events(dataset_events, nodes),
    )


def relevant_items(
    items: DataFrame, nodes: DataFrame, seeds: DatasetSeeds | None = None
) -> DataFrame:
    """The items that can make or end a version, and a drop of the old name for each rename.

    With `seeds`, only what happened in a dataset's window, together with what is known outside it.
    """
    found = _with_renames(items, nodes)
    if seeds is not None:
        found = union_all(seeds.within(found), seeds.known.select(*ITEM))
    return _without_idle_reads(found)


def dataset_versions(
    relevant: DataFrame, facet_values: DataFrame, nodes: DataFrame, families: DataFrame
) -> DataFrame:
    """Rows of dataset_versions. Rows without a version_id are drops.

    `families` has (dataset_id, family_id) of the datasets that renames connect.
    """
    items = (
        union_all(relevant, _own_names(nodes))
        .join(families, on="dataset_id", how="left")
        .transform(in_one_partition)
        .select(F.coalesce("family_id", "dataset_id").alias("family_id"), *ITEM)
    )
    return (
        spread_by(union_all(items, _schemas(items, facet_values)), "family_id")
        .sortWithinPartitions("family_id")
        .mapInArrow(_fold, ", ".join(f"{name} {kind}" for name, kind in _VERSION.items()))
    )


def _item(kind: str, **columns: Column | str | int) -> list[Column]:
    """The columns of `ITEM`. Columns that are not given are null."""
    given: dict[str, Column | str | int] = {
        "kind": F.lit(kind),
        "rank": 0,
        "is_rename": 0,
        **columns,
    }
    chosen = []
    for name, type_name in ITEM.items():
        value = given.get(name)
        if isinstance(value, str):
            value = F.col(value)
        elif not isinstance(value, Column):
            value = F.lit(value)
        chosen.append(value.cast(type_name).alias(name))
    return chosen


def _written(kind: str, **columns: Column | str) -> list[Column]:
    """An item for what a run, or one event of a streaming run, writes."""
    return _item(
        kind,
        dataset_id="dataset_id",
        place_kind=WRITE,
        run_key="run_key",
        namespace="written_name.namespace",
        name="written_name.name",
        storage_version="storage_version",
        renamed_from="renamed_from",
        **columns,
    )


def _by_runs(runs: DataFrame, used: DataFrame) -> DataFrame:
    """What each run does to each dataset that it uses: it reads, writes or drops it."""
    completed = F.col("state") == "COMPLETED"
    writes = completed & (F.col("processing") == "BATCH") & F.col("written_first").isNotNull()
    read = F.struct(
        *_item(
            "read",
            dataset_id="dataset_id",
            time="started_at",
            place_kind=READ,
            place_id="run_key",
            run_key="run_key",
            namespace="read_name.namespace",
            name="read_name.name",
            pin=F.when(~F.col("pin").eqNullSafe(F.col("storage_version")), F.col("pin")),
            schema_hash="read_schema",
        )
    )
    write = F.struct(
        *_written("write", time="ended_at", place_id="run_key", schema_hash="written_schema")
    )
    drop = F.struct(
        *_item(
            "drop", dataset_id="dataset_id", time="ended_at", place_kind=WRITE, place_id="run_key"
        )
    )
    items = F.array(
        F.when(F.col("read_first").isNotNull(), read),
        F.when(writes, write),
        F.when(completed & F.col("drops"), drop),
    )
    known = runs.select("run_key", "state", "processing", "started_at", "ended_at")
    return (
        used.join(known, on="run_key", how="inner")
        .transform(in_one_partition)
        .select(F.explode(F.filter(items, lambda item: item.isNotNull())).alias("x"))
        .select("x.*")
    )


def _by_streams(
    runs: DataFrame, used: DataFrame, run_io: DataFrame, stream_io: DataFrame, nodes: DataFrame
) -> DataFrame:
    """Each event of a streaming run that lists an output (semantics 5.1)."""
    streams = runs.where(F.col("processing") != "BATCH").select("run_key")
    kept = (
        run_io.where((F.col("side") == "output") & ~is_drop())
        .join(streams, on="run_key", how="left_semi")
        .join(nodes.select("node_id", "entity_id"), on="node_id", how="inner")
        .transform(in_one_partition)
        .select("run_key", "node_id", F.col("entity_id").alias("dataset_id"))
    )
    listings = (
        stream_io.where(F.col("side") == "output")
        .join(kept, on=["run_key", "node_id"], how="inner")
        .transform(in_one_partition)
        .groupBy("run_key", "dataset_id", "event_time", "rank", "digest")
        .agg(
            _last_stated("storage_version", "version_place").alias("storage_version"),
            _last_stated("schema_hash", "schema_place").alias("schema_hash"),
        )
    )
    names = used.select("run_key", "dataset_id", "written_name", "renamed_from")
    return (
        listings.join(names, on=["run_key", "dataset_id"], how="inner")
        .transform(in_one_partition)
        .select(
            *_written(
                "stream",
                time="event_time",
                place_id=F.concat_ws(":", "run_key", "digest"),
                rank="rank",
                digest="digest",
                schema_hash="schema_hash",
            )
        )
    )


def _last_stated(value: str, place: str) -> Column:
    """The value stated at the last place in an event, among several names of one dataset."""
    return F.max(F.when(F.col(value).isNotNull(), F.struct(place, value))).getField(value)


def _by_events(dataset_events: DataFrame, nodes: DataFrame) -> DataFrame:
    named = dataset_events.join(
        nodes.select("node_id", "entity_id"), on="node_id", how="inner"
    ).transform(in_one_partition)
    common = {
        "dataset_id": F.col("entity_id"),
        "time": F.col("event_time"),
        "place_kind": F.lit(EVENT),
        "place_id": F.col("digest"),
    }
    lifecycle = F.coalesce("lifecycle", F.lit(""))
    drops = named.where(lifecycle == "DROP").select(*_item("drop", **common))
    events = named.where(lifecycle != "DROP").select(
        *_item(
            "event",
            **common,
            digest="digest",
            storage_version="storage_version",
            schema_hash="schema_hash",
            is_rename=(lifecycle == "RENAME").cast("int"),
            renamed_from="renamed_from",
        )
    )
    return union_all(drops, events)


def _with_renames(items: DataFrame, nodes: DataFrame) -> DataFrame:
    """The items, and for each rename a drop of the old name at the same place (semantics 5.6)."""
    old = nodes.select(F.col("node_id").alias("renamed_from"), F.col("entity_id").alias("old_id"))
    known = items.join(old, on="renamed_from", how="left")
    is_new = F.col("old_id") != F.col("dataset_id")
    first = W.partitionBy("dataset_id", "run_key", "kind").orderBy("time", "rank", "digest")
    renames = (
        known.where(is_new)
        .select("*", F.row_number().over(first).alias("n"))
        .where((F.col("kind") != "stream") | (F.col("n") == 1))
    )
    away = renames.select(
        *_item(
            "drop",
            dataset_id="old_id",
            time="time",
            place_kind="place_kind",
            place_id="place_id",
        )
    )
    renamed = {
        "renamed_from": F.when(is_new, F.col("renamed_from")),
        "followed_id": F.when(is_new, F.col("old_id")),
    }
    columns = [renamed.get(name, F.col(name)).alias(name) for name in ITEM]
    return union_all(known.select(*columns), away)


def _without_idle_reads(items: DataFrame) -> DataFrame:
    """The items without reads that cannot change anything, which most reads are.

    A read that follows another read, and reports the same schema, sees what that one saw. Runs that
    also write the dataset are kept, because they do not see their own writes.
    """
    order = W.partitionBy("dataset_id").orderBy("time", "place_kind", "place_id", "kind")
    of_run = W.partitionBy("dataset_id", "run_key")
    writes = F.max((F.col("kind") != "read").cast("int")).over(of_run) == 1
    plain = (F.col("kind") == "read") & F.col("pin").isNull() & ~writes
    marked = items.select("*", plain.alias("plain"))
    same = F.col("schema_hash").eqNullSafe(F.lag("schema_hash").over(order))
    idle = F.col("plain") & F.coalesce(F.lag("plain").over(order), F.lit(False)) & same
    return marked.select(*ITEM, idle.alias("idle")).where(~F.col("idle")).select(*ITEM)


def _schemas(items: DataFrame, facet_values: DataFrame) -> DataFrame:
    """The content of schema hashes, for families that have several schemas to compare."""
    stated = items.where(F.col("schema_hash").isNotNull()).select("family_id", "schema_hash")
    several = (
        stated.distinct()
        .select("*", F.count("*").over(W.partitionBy("family_id")).alias("n"))
        .where(F.col("n") > 1)
    )
    values = facet_values.select(F.col("hash").alias("schema_hash"), "value")
    return (
        several.join(values, on="schema_hash", how="inner")
        .transform(in_one_partition)
        .select(
            "family_id",
            *_item(
                "schema", dataset_id="family_id", schema_hash="schema_hash", schema_json="value"
            ),
        )
    )


def _own_names(nodes: DataFrame) -> DataFrame:
    """The smallest name in its own right of each dataset, for the id of its initial version."""
    return (
        nodes.where((F.col("kind") == "dataset") & (F.col("own_right") == 1))
        .groupBy(F.col("entity_id").alias("dataset_id"))
        .agg(F.min(F.struct("namespace", "name")).alias("x"))
        .select(*_item("name", dataset_id="dataset_id", namespace="x.namespace", name="x.name"))
    )


def _fold(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The histories of the datasets in a sorted partition, with one family in memory at a time."""
    rows = (row for batch in batches for row in zip(*_lists(batch), strict=True))
    schema = pa.schema([(name, _ARROW[kind]) for name, kind in _VERSION.items()])
    out: list[tuple[Any, ...]] = []
    for _, family in groupby(rows, key=itemgetter(0)):
        out.extend(_histories(family))
        if len(out) >= 5000:
            yield _batch(out, schema)
            out = []
    if out:
        yield _batch(out, schema)


def _lists(batch: pa.RecordBatch) -> list[list[Any]]:
    return [batch.column(name).to_pylist() for name in ("family_id", *ITEM)]


def _batch(rows: list[tuple[Any, ...]], schema: pa.Schema) -> pa.RecordBatch:
    columns = zip(*rows, strict=True)
    arrays = [pa.array(c, f.type) for c, f in zip(columns, schema, strict=True)]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def _histories(family: Iterable[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    items: dict[int, list[HistoryItem]] = {}
    names: dict[int, tuple[str, str]] = {}
    for _, dataset_id, *columns in family:
        item = HistoryItem(*columns)
        if item.kind == "name":
            names[dataset_id] = item.namespace or "", item.name or ""
        else:
            items.setdefault(dataset_id, []).append(item)
    for dataset_id, (versions, drops) in dataset_histories(items, names).items():
        yield from (_row(dataset_id, version) for version in versions)
        yield from ((None, dataset_id, *drop, *(None,) * 9) for drop in drops)


def _row(dataset_id: int, version: Version) -> tuple[Any, ...]:
    return (
        version.version_id,
        dataset_id,
        version.valid_from,
        version.place_kind,
        version.place_id,
        version.valid_to,
        version.kind,
        version.run_key,
        version.storage_version,
        version.schema.hash if version.schema else None,
        version.schema.value if version.schema else None,
        version.schema_inherited,
        version.follows,
        version.follows_node,
    )
