"""How rows are spread over Spark's partitions: by key in a rebuild, all in one for a small batch.

A plan without exchanges can be kept and run again over new rows
(`headwater.pipeline.plans.prepared`). A small batch stays in one partition from beginning to end,
so that its plans need none.
"""

from functools import reduce

from pyspark.sql import DataFrame


def union_all(*frames: DataFrame) -> DataFrame:
    """All rows of frames with the same columns."""
    return in_one_partition(reduce(DataFrame.unionByName, frames))


def in_one_partition(frame: DataFrame) -> DataFrame:
    """The same rows, in one partition if the session works in one.

    Spark does not see by itself that a union or join of single partitions is a single one.
    """
    return frame.coalesce(1) if _is_alone(frame) else frame


def spread_by(frame: DataFrame, key: str) -> DataFrame:
    """The same rows, with those of one key in one partition."""
    return frame.coalesce(1) if _is_alone(frame) else frame.repartition(key)


def _is_alone(frame: DataFrame) -> bool:
    return frame.sparkSession.conf.get("spark.sql.shuffle.partitions") == "1"
