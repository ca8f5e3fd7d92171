"""Which job a job was started by, from when to when (semantics 3.5)."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql.window import Window as W

from headwater.pipeline.intervals import merged
from headwater.pipeline.registers import stated
from headwater.store.tables import FOREVER


def job_parents(runs: DataFrame) -> DataFrame:
    """The job_parents table; takes runs with their `registers`."""
    states_parent = F.filter(
        "registers",
        lambda r: (r.e == "run") & r.f.isin("parent", "parentRun") & stated(r).isNotNull(),
    )
    # `parent` sorts before the legacy `parentRun`, which counts only where it stands alone.
    first = F.get(states_parent, F.lit(0)).a
    said = runs.where(F.col("parent_job_id").isNotNull()).select(
        "job_id",
        "run_key",
        F.col("parent_job_id").alias("parent_id"),
        F.struct(first.t.alias("t"), first.r.alias("r"), first.g.alias("g")).alias("key"),
    )
    order = W.partitionBy("job_id").orderBy("key", "run_key")
    spans = said.select(
        "job_id",
        "parent_id",
        F.col("key.t").alias("valid_from"),
        F.coalesce(F.lead("key.t").over(order), F.lit(FOREVER)).alias("valid_to"),
    )
    return merged(spans, "job_id", "parent_id")
