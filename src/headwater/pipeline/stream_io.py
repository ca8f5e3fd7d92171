"""What each event of a STREAMING or SERVICE run listed (semantics 4.1, 5.1)."""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from headwater.pipeline.registers import side


def stream_io(facts: DataFrame, runs: DataFrame) -> DataFrame:
    """One row per event, side and dataset name; takes the facts of run events, unfolded.

    Only streams need their events one by one; all other runs are known by their registers.
    """
    streams = runs.where(F.col("processing").isin("STREAMING", "SERVICE")).select("run_key")
    entity, facet = F.col("entity"), F.col("facet")
    is_listed = entity == "listed"
    of_streams = facts.where(
        is_listed | (entity.isin("input", "output") & facet.isin("schema", "version"))
    ).join(streams, on="run_key", how="left_semi")
    return of_streams.groupBy(
        "run_key", "event_time", "rank", "digest", side(entity, facet).alias("side"), "node_id"
    ).agg(
        F.max(F.when(is_listed, F.col("place"))).alias("place"),
        F.max(_stated("schema", "hash")).getField("said").alias("schema_hash"),
        F.max(_stated("version", "value")).getField("said").alias("storage_version"),
    )


def _stated(facet: str, column: str) -> Column:
    """What the last place of the event that states something says; null after a tombstone."""
    has_value = F.col("value").isNotNull()
    states = (F.col("facet") == facet) & (has_value | (F.col("deleted") == 1))
    return F.when(states, F.struct("place", F.when(has_value, F.col(column)).alias("said")))
