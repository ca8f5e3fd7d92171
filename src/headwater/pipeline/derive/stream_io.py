"""What each event of a STREAMING or SERVICE run listed (semantics 4.1, 5.1)."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from headwater.store.tables import STREAM_IO


def stream_io(records: DataFrame, runs: DataFrame) -> DataFrame:
    """One row per event, side and dataset name. Copies of one event count once."""
    streams = runs.where(F.col("processing") != "BATCH").select("run_key")
    return (
        records.select(F.explode("streamed").alias("x"))
        .select("x.*")
        .join(streams, on="run_key", how="left_semi")
        .dropDuplicates(list(STREAM_IO.key))
    )


def unseen_streams(records: DataFrame) -> DataFrame:
    """The keys of runs that some range of the log took for batches, and another one did not.

    The events of such a run have to be listed one by one in all ranges.
    """
    seen = records.where(F.col("run.processing") != "BATCH").select("run.run_key")
    unseen = records.where(F.col("is_batch")).select("run.run_key")
    return unseen.join(seen, on="run_key", how="left_semi").distinct()
