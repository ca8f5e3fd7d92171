"""The datasets that runs use: the names of one dataset become one row (semantics 2.3)."""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from headwater.pipeline.derive.spread import in_one_partition


def datasets_used(run_io: DataFrame, nodes: DataFrame) -> DataFrame:
    """One row per run and dataset. It takes run_io with its order keys (`derive.runs`).

    `read_first` and `written_first` are the K of the first event that lists the dataset on that
    side, and null where none does. An output that the run drops (semantics 5.6) is not written.
    `drops` says that all names under which the run lists the dataset among its outputs are dropped.
    """
    named = run_io.join(
        nodes.select("node_id", "entity_id", "namespace", "name"), on="node_id", how="inner"
    ).transform(in_one_partition)
    is_input = F.col("side") == "input"
    is_written = (F.col("side") == "output") & ~is_drop()
    first = F.struct("first_time", "first_rank", "first_digest")
    name = F.struct("namespace", "name")
    pin = F.when(F.col("pin").isNotNull(), F.struct("pin_key", "pin"))
    return named.groupBy("run_key", F.col("entity_id").alias("dataset_id")).agg(
        F.min(F.when(is_input, first)).alias("read_first"),
        F.min(F.when(is_input, name)).alias("read_name"),
        F.min(F.when(is_input, pin)).getField("pin").alias("pin"),
        _last(is_input, "schema_key", "schema_hash").alias("read_schema"),
        F.min(F.when(is_written, first)).alias("written_first"),
        F.min(F.when(is_written, name)).alias("written_name"),
        _last(is_written, "schema_key", "schema_hash").alias("written_schema"),
        _last(is_written, "version_key", "storage_version").alias("storage_version"),
        _last(is_written, "lifecycle_key", "renamed_from").alias("renamed_from"),
        F.coalesce(F.min(F.when(F.col("side") == "output", is_drop())), F.lit(False)).alias(
            "drops"
        ),
    )


def is_drop() -> Column:
    """Whether a row of run_io is an output that the run drops."""
    return (F.col("side") == "output") & (F.coalesce("lifecycle", F.lit("")) == "DROP")


def _last(condition: Column, key: str, value: str) -> Column:
    """The value that was stated last, among the names that state one."""
    stated = condition & F.col(value).isNotNull()
    return F.max(F.when(stated, F.struct(key, value))).getField(value)
