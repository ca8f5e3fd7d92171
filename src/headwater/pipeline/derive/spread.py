"""How rows are spread over tasks: by key in a rebuild, all in one where a batch is small.

A plan without exchanges can be kept and run again over new rows
(`headwater.pipeline.plans.prepared`). So that a small batch needs none, its rows stay in one part
from beginning to end.
"""

from functools import reduce

from pyspark.sql import DataFrame


def together(*frames: DataFrame) -> DataFrame:
    """All rows of frames with the same columns."""
    return gathered(reduce(DataFrame.unionByName, frames))


def gathered(frame: DataFrame) -> DataFrame:
    """The same rows; in one part, if the session works in one part.

    Spark does not see by itself that a union or join of single parts is one.
    """
    return frame.coalesce(1) if _is_alone(frame) else frame


def spread_by(frame: DataFrame, key: str) -> DataFrame:
    """Rows of one key in one part."""
    return frame.coalesce(1) if _is_alone(frame) else frame.repartition(key)


def _is_alone(frame: DataFrame) -> bool:
    return frame.sparkSession.conf.get("spark.sql.shuffle.partitions") == "1"
