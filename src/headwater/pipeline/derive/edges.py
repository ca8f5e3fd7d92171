"""The graph of jobs and datasets: each edge with the time during which it holds (semantics 6.2)."""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F
from pyspark.sql.window import Window as W

from headwater.pipeline.derive.intervals import merged
from headwater.pipeline.derive.spread import in_one_partition, union_all


def listed_spans(job_versions: DataFrame) -> DataFrame:
    """For each job, side and dataset, the spans of consecutive versions that list it."""
    listed = job_versions.select(
        "job_id", "version_no", "valid_from", "valid_to", _listed().alias("x")
    ).select("job_id", "version_no", "valid_from", "valid_to", F.explode("x").alias("x"))
    rows = listed.select("job_id", "version_no", "valid_from", "valid_to", "x.*")
    in_order = W.partitionBy("job_id", "side", "dataset_id").orderBy("version_no")
    island = F.col("version_no") - F.row_number().over(in_order)
    return (
        rows.select("*", island.alias("island"))
        .groupBy("job_id", "side", "dataset_id", "island")
        .agg(
            F.min("version_no").alias("first_no"),
            F.max("version_no").alias("last_no"),
            F.min("valid_from").alias("valid_from"),
            F.max("valid_to").alias("valid_to"),
        )
        .drop("island")
    )


def edges(listed: DataFrame, flows: DataFrame, nodes: DataFrame) -> DataFrame:
    """The edges table. `listed` is the result of `listed_spans`."""
    kinds = nodes.where(F.col("node_id") == F.col("entity_id")).select("node_id", "kind")
    is_input = F.col("side") == "input"
    by_lists = listed.select(
        F.col("job_id").alias("stated_by"),
        F.when(is_input, F.col("dataset_id")).otherwise(F.col("job_id")).alias("origin"),
        F.when(is_input, F.col("job_id")).otherwise(F.col("dataset_id")).alias("destination"),
        F.lit("listed").alias("basis"),
        "valid_from",
        "valid_to",
    )
    stated = (
        flows.join(
            kinds.select(F.col("node_id").alias("target_id"), F.col("kind").alias("target_kind")),
            on="target_id",
            how="inner",
        )
        .transform(in_one_partition)
        .join(
            kinds.select(F.col("node_id").alias("source_id"), F.col("kind").alias("source_kind")),
            on="source_id",
            how="left",
        )
        .join(
            kinds.select(F.col("node_id").alias("stated_by"), F.col("kind").alias("author_kind")),
            on="stated_by",
            how="inner",
        )
        .transform(in_one_partition)
    )
    by_flows = stated.select(
        "stated_by", "basis", "valid_from", "valid_to", F.explode(_stated_edges()).alias("x")
    ).select("stated_by", "x.origin", "x.destination", "basis", "valid_from", "valid_to")
    proper = union_all(by_lists, by_flows).where(F.col("origin") != F.col("destination"))
    return merged(proper, "origin", "destination", "basis", "stated_by")


def _listed() -> Column:
    def tagged(side: str, lists: str) -> Column:
        return F.transform(
            lists,
            lambda item: F.struct(F.lit(side).alias("side"), item.alias("dataset_id")),
        )

    return F.concat(tagged("input", "reads"), tagged("output", "writes"))


def _stated_edges() -> Column:
    """The edges that one row of flows makes. Those that do not apply are null, and filtered out.

    What a dataset event states is stated by the target itself, without a job.
    """
    job, target, source = F.col("stated_by"), F.col("target_id"), F.col("source_id")
    has_source = source != 0
    has_job = F.col("author_kind") == "job"
    to_dataset = F.col("target_kind") == "dataset"
    from_job = F.col("source_kind") == "job"
    explicit = F.col("basis") == "explicit"

    def edge(applies: Column, origin: Column, destination: Column) -> Column:
        return F.when(applies, F.struct(origin.alias("origin"), destination.alias("destination")))

    to_the_job = has_source & has_job & ~from_job & (to_dataset | (target == job))
    to_other_job = has_source & has_job & ~to_dataset & (target != job) & ~from_job
    of_a_job = has_source & from_job
    return F.filter(
        F.array(
            edge(explicit & has_job & to_dataset, job, target),
            edge(to_the_job, source, job),
            edge(explicit & to_other_job, source, target),
            edge(explicit & of_a_job, source, target),
            edge(explicit & ~has_job & has_source & ~from_job, source, target),
        ),
        lambda item: item.isNotNull(),
    )
