"""Parents of jobs: the job that a job was started by, from when to when (semantics 3.5)."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql.window import Window as W

from headwater.pipeline.derive.intervals import merged
from headwater.pipeline.derive.registers import stated
from headwater.pipeline.derive.seeds import Seeds
from headwater.pipeline.derive.spread import union_all
from headwater.store.tables import BEGINNING, FOREVER


def job_parents(runs: DataFrame, seeds: Seeds | None = None) -> DataFrame:
    """The job_parents table. It takes runs with their `registers`."""
    states_parent = F.filter(
        "registers",
        lambda r: (r.e == "run") & r.f.isin("parent", "parentRun") & stated(r).isNotNull(),
    )
    # `parent` sorts before the legacy `parentRun`, which counts only where there is no `parent`.
    first = F.get(states_parent, F.lit(0)).a
    parent_statements = runs.where(F.col("parent_job_id").isNotNull()).select(
        "job_id",
        "run_key",
        F.col("parent_job_id").alias("parent_id"),
        F.struct(first.t.alias("t"), first.r.alias("r"), first.g.alias("g")).alias("key"),
    )
    if seeds is not None:
        parent_statements = union_all(
            seeds.within(parent_statements.select("*", "key.t"), "t").drop("t"), _standing(seeds)
        )
    order = W.partitionBy("job_id").orderBy("key", "run_key")
    spans = parent_statements.select(
        "job_id",
        "parent_id",
        F.col("key.t").alias("valid_from"),
        F.coalesce(F.lead("key.t").over(order), F.lit(FOREVER)).alias("valid_to"),
    )
    return merged(spans, "job_id", "parent_id")


def _standing(seeds: Seeds) -> DataFrame:
    key = F.struct(F.lit(BEGINNING).alias("t"), F.lit(0).alias("r"), F.lit("").alias("g"))
    return seeds.parents.select("job_id", F.lit("").alias("run_key"), "parent_id", key.alias("key"))
