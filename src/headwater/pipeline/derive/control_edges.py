"""Scheduling dependencies between jobs, kept apart from data edges (semantics 6.5)."""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F
from pyspark.sql.window import Window as W

from headwater.pipeline.derive.intervals import merged
from headwater.pipeline.derive.registers import stated
from headwater.pipeline.derive.seeds import Seeds
from headwater.pipeline.derive.spread import union_all
from headwater.store.tables import BEGINNING, FOREVER


def control_edges(runs: DataFrame, seeds: Seeds | None = None) -> DataFrame:
    """The control_edges table. It takes runs with their `registers`."""
    register = F.get(
        F.filter("registers", lambda r: (r.e == "run") & (r.f == "jobDependencies")), F.lit(0)
    )
    stated_dependencies = (
        runs.where(F.col("ended_at").isNotNull())
        .select(
            "job_id",
            "run_key",
            "ended_at",
            "end_rank",
            "end_digest",
            F.from_json(stated(register), "array<array<bigint>>").alias("sides"),
        )
        .where(F.col("sides").isNotNull())
    )
    if seeds is not None:
        stated_dependencies = seeds.within(stated_dependencies, "ended_at")
    order = W.partitionBy("job_id").orderBy("ended_at", "end_rank", "run_key", "end_digest")
    spans = stated_dependencies.select(
        "job_id",
        "sides",
        F.col("ended_at").alias("valid_from"),
        F.coalesce(F.lead("ended_at").over(order), F.lit(FOREVER)).alias("valid_to"),
    )
    # This needs a select of its own, because Spark would explode before it computes a window.
    pairs = F.explode(F.concat(_edges("sides", 0), _edges("sides", 1)))
    rows = spans.select("job_id", "valid_from", "valid_to", pairs.alias("x")).select(
        "job_id", "x.origin", "x.destination", "valid_from", "valid_to"
    )
    if seeds is not None:
        rows = union_all(rows, _standing(seeds, stated_dependencies))
    return merged(rows, "job_id", "origin", "destination")


def _standing(seeds: Seeds, stated_dependencies: DataFrame) -> DataFrame:
    """The edges that held before the window, until a run in the window states any."""
    next_statement = stated_dependencies.groupBy("job_id").agg(F.min("ended_at").alias("next"))
    return seeds.control.join(next_statement, on="job_id", how="left").select(
        "job_id",
        "origin",
        "destination",
        F.lit(BEGINNING).alias("valid_from"),
        F.coalesce("next", F.lit(FOREVER)).alias("valid_to"),
    )


def _edges(column: str, side: int) -> Column:
    def edge(other: Column) -> Column:
        pair = (other, F.col("job_id")) if side == 0 else (F.col("job_id"), other)
        return F.struct(pair[0].alias("origin"), pair[1].alias("destination"))

    return F.transform(F.col(column)[side], edge)
