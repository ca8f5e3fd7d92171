"""Half-open intervals: those of one key that touch or overlap become one."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql.window import Window as W


def merged(rows: DataFrame, *keys: str) -> DataFrame:
    """Rows of keys, valid_from and valid_to, without empty intervals and with touching ones joined.

    A row begins a new interval if it starts after the largest end so far. The order by valid_from
    and valid_to is total except for equal rows, which make no difference here.
    """
    by_start = W.partitionBy(*keys).orderBy("valid_from", "valid_to")
    before = by_start.rowsBetween(W.unboundedPreceding, -1)
    so_far = by_start.rowsBetween(W.unboundedPreceding, 0)
    begins = F.max("valid_to").over(before)
    return (
        rows.where(F.col("valid_from") < F.col("valid_to"))
        .select(*keys, "valid_from", "valid_to", begins.alias("reached"))
        .withColumn(
            "is_start",
            (F.col("reached").isNull() | (F.col("valid_from") > F.col("reached"))).cast("int"),
        )
        .select(*keys, "valid_from", "valid_to", F.sum("is_start").over(so_far).alias("island"))
        .groupBy(*keys, "island")
        .agg(F.min("valid_from").alias("valid_from"), F.max("valid_to").alias("valid_to"))
        .select(*keys, "valid_from", "valid_to")
    )
