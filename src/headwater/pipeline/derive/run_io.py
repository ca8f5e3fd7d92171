"""Inputs and outputs of runs, by name before aliases are merged (semantics 3.2, 5.4)."""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from headwater.pipeline.derive.registers import is_tombstone, side, stated, stated_hash

_FACETS = ("schema", "version", "columnLineage", "lifecycleStateChange")


def run_io(runs: DataFrame) -> DataFrame:
    """One row per run, side and dataset name. It takes runs with their `registers`.

    The columns `…_key` are the order keys of the values they are named after. Where a run uses
    several names for one dataset, they decide which value counts.
    """
    x = F.col("x")
    is_listed, on_side = x.e == "listed", side(x.e, x.f)
    rows = (
        runs.select("run_key", *_used_at(), F.explode("registers").alias("x"))
        .where(is_listed | (x.e.isin("input", "output") & x.f.isin(*_FACETS)))
        .groupBy(
            "run_key",
            on_side.alias("side"),
            x.n.alias("node_id"),
            F.when(on_side == "input", F.col("read_at"))
            .otherwise(F.col("written_at"))
            .alias("used_at"),
        )
        .agg(
            F.min(F.when(is_listed, x.a)).alias("first"),
            F.max(F.when(is_listed, x.k.t)).alias("last_time"),
            F.sort_array(F.collect_set(F.when(is_listed, x.p))).alias("partitions"),
            F.max(_of("version", x.a)).alias("pin"),
            F.max(_of("version", stated(x))).alias("storage_version"),
            F.max(_of("version", _stated_key(x))).alias("version_key"),
            F.max(_of("schema", stated_hash(x))).alias("schema_hash"),
            F.max(_of("schema", _stated_key(x))).alias("schema_key"),
            F.max(_of("columnLineage", _columns_hash(x))).alias("columns_hash"),
            F.max(_of("lifecycleStateChange", stated(x))).alias("lifecycle"),
            F.max(_of("lifecycleStateChange", _stated_key(x))).alias("lifecycle_key"),
        )
    )
    lifecycle = F.from_json("lifecycle", "array<string>")
    return rows.select(
        "run_key",
        "side",
        "node_id",
        F.col("first.t").alias("first_time"),
        F.col("first.r").alias("first_rank"),
        F.col("first.g").alias("first_digest"),
        "last_time",
        "used_at",
        F.to_json("partitions").alias("partitions"),
        F.col("pin.v").alias("pin"),
        "storage_version",
        "schema_hash",
        "columns_hash",
        lifecycle[0].alias("lifecycle"),
        lifecycle[1].cast("bigint").alias("renamed_from"),
        F.struct("pin.t", "pin.r", "pin.g", "pin.l").alias("pin_key"),
        "version_key",
        "schema_key",
        "lifecycle_key",
    )


def _used_at() -> tuple[Column, Column]:
    is_stream = F.col("processing") != "BATCH"
    written_at = F.when(is_stream, F.col("last_time")).otherwise(F.col("ended_at"))
    return F.col("started_at").alias("read_at"), written_at.alias("written_at")


def _of(facet: str, value: Column) -> Column:
    return F.when(F.col("x.f") == facet, value)


def _stated_key(x: Column) -> Column:
    other = F.struct(x.s.t.alias("t"), x.s.r.alias("r"), x.s.g.alias("g"), x.s.l.alias("l"))
    return F.when(x.s.isNotNull(), other).otherwise(x.k)


def _columns_hash(x: Column) -> Column:
    """The last column lineage with entries; empty after a tombstone."""
    return F.when(is_tombstone(x), F.lit("")).otherwise(stated_hash(x))
