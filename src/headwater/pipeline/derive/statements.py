"""Statements about flows, and who makes them: explicit and column lineage (semantics 7.1, 7.2)."""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F
from pyspark.sql.window import Window as W

from headwater.pipeline.derive.spread import in_one_partition, union_all
from headwater.store.tables import FOREVER


def statements(
    runs: DataFrame, run_io: DataFrame, job_events: DataFrame, nodes: DataFrame
) -> DataFrame:
    """One row per author, target, kind (explicit, column) and set of column edges.

    The author is the run or the job event that makes the statement. A null set is a tombstone: it
    states that there is nothing. An author that takes explicit lineage back without stating any has
    a row of kind `withdrawn`, whose target is the job itself.
    """
    entity = nodes.select("node_id", "entity_id")
    return union_all(_by_runs(runs, run_io, entity), _by_job_events(job_events, entity))


def dataset_statements(dataset_events: DataFrame, nodes: DataFrame) -> DataFrame:
    """What dataset events state without a job. Each statement replaces the one before."""
    entity = nodes.select("node_id", "entity_id")
    order = W.partitionBy("target_id").orderBy("event_time", "digest")
    stated = (
        dataset_events.where(F.col("lineage_hash").isNotNull())
        .join(entity, on="node_id", how="inner")
        .transform(in_one_partition)
        .select("digest", "event_time", "lineage_hash", F.col("entity_id").alias("target_id"))
        .select("*", F.lead("event_time").over(order).alias("next"))
    )
    return stated.where(F.col("lineage_hash") != "").select(
        F.lit(None).cast("bigint").alias("job_id"),
        F.col("target_id").alias("stated_by"),
        "target_id",
        F.row_number().over(order).alias("entry_no"),
        F.lit(0).cast("bigint").alias("version_no"),
        F.lit("explicit").alias("basis"),
        F.col("lineage_hash").alias("set_hash"),
        F.lit(1).alias("is_flow"),
        F.lit(0).alias("ends_with_target"),
        F.col("event_time").alias("valid_from"),
        F.coalesce("next", F.lit(FOREVER)).alias("valid_to"),
    )


def _by_runs(runs: DataFrame, run_io: DataFrame, entity: DataFrame) -> DataFrame:
    columns = (
        run_io.where(
            (F.col("side") == "output")
            & F.col("columns_hash").isNotNull()
            & (F.coalesce("lifecycle", F.lit("")) != "DROP")
        )
        .join(entity, on="node_id", how="inner")
        .transform(in_one_partition)
        .select(
            F.col("run_key").alias("author"),
            F.col("entity_id").alias("target_id"),
            F.lit("column").alias("kind"),
            F.when(F.col("columns_hash") != "", F.col("columns_hash")).alias("set_hash"),
        )
    )
    x = F.col("x")
    withdrawn = F.get(
        F.filter("registers", lambda r: (r.e == "lineage") & (r.f == "withdrawn")), F.lit(0)
    )
    removed_by = F.when(withdrawn.isNotNull(), _key(withdrawn.k))
    entries = (
        runs.select("run_key", removed_by.alias("removed_by"), F.explode("registers").alias("x"))
        .where((x.e == "lineage") & (x.f == "entry"))
        .where(F.col("removed_by").isNull() | (_key(x.k) > F.col("removed_by")))
        .select("run_key", x.n.alias("node_id"), x.v.alias("set_hash"))
        .join(entity, on="node_id", how="inner")
        .transform(in_one_partition)
        .select(
            F.col("run_key").alias("author"),
            F.col("entity_id").alias("target_id"),
            F.lit("explicit").alias("kind"),
            "set_hash",
        )
    )
    emptied = (
        runs.select("run_key", "job_id", withdrawn.isNotNull().alias("is_withdrawn"))
        .where("is_withdrawn")
        .select(
            F.col("run_key").alias("author"),
            F.col("job_id").alias("target_id"),
            F.lit("withdrawn").alias("kind"),
            F.lit(None).cast("string").alias("set_hash"),
        )
        .join(entries.select("author"), on="author", how="left_anti")
    )
    return union_all(columns, entries, emptied).distinct()


def _key(instance: Column) -> Column:
    return F.struct(
        instance.t.alias("t"), instance.r.alias("r"), instance.g.alias("g"), instance.l.alias("l")
    )


def _by_job_events(job_events: DataFrame, entity: DataFrame) -> DataFrame:
    by_kind = []
    for kind, column in (("column", "columns"), ("explicit", "lineage")):
        pairs = (
            job_events.select(
                F.col("digest").alias("author"),
                F.explode(F.from_json(column, "array<array<string>>")).alias("pair"),
            )
            .select(
                "author",
                F.col("pair")[0].cast("bigint").alias("node_id"),
                F.when(F.col("pair")[1] != "", F.col("pair")[1]).alias("set_hash"),
            )
            .join(entity, on="node_id", how="inner")
            .transform(in_one_partition)
            .select(
                "author",
                F.col("entity_id").alias("target_id"),
                F.lit(kind).alias("kind"),
                "set_hash",
            )
        )
        by_kind.append(pairs)
    emptied = job_events.where(F.col("lineage") == "[]").select(
        F.col("digest").alias("author"),
        F.col("job_id").alias("target_id"),
        F.lit("withdrawn").alias("kind"),
        F.lit(None).cast("string").alias("set_hash"),
    )
    return union_all(*by_kind, emptied).distinct()
