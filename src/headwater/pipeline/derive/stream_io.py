"""What each event of a STREAMING or SERVICE run listed (semantics 4.1, 5.1)."""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from headwater.pipeline.derive.registers import side


def stream_io(facts: DataFrame, runs: DataFrame) -> DataFrame:
    """One row per event, side and dataset name. It takes the facts of run events before any fold.

    Only streams need their events one by one. All other runs are known by their registers.
    """
    streams = runs.where(F.col("processing").isin("STREAMING", "SERVICE")).select("run_key")
    part, facet = F.col("part"), F.col("facet")
    of_streams = facts.where(
        (part == "listed") | (part.isin("input", "output") & facet.isin("schema", "version"))
    ).join(streams, on="run_key", how="left_semi")
    key = ("run_key", "event_time", "rank", "digest", "side", "node_id")
    rows = (
        of_streams.withColumn("side", side(part, facet))
        .groupBy(*key)
        .agg(
            F.max(_stated("schema", "hash")).alias("schema"),
            F.max(_stated("version", "value")).alias("version"),
        )
    )
    return rows.select(
        *key,
        F.col("schema.stated").alias("schema_hash"),
        F.col("schema.place").alias("schema_place"),
        F.col("version.stated").alias("storage_version"),
        F.col("version.place").alias("version_place"),
    )


def _stated(facet: str, column: str) -> Column:
    """What is stated at the last stating place in the event; null after a tombstone."""
    has_value = F.col("value").isNotNull()
    states = (F.col("facet") == facet) & (has_value | (F.col("deleted") == 1))
    return F.when(states, F.struct("place", F.when(has_value, F.col(column)).alias("stated")))
