"""Job versions: what a job read and wrote, from when to when (semantics 4)."""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F
from pyspark.sql.window import Window as W

from headwater.model.canonical import ID_NAMESPACE
from headwater.model.facts import CODE
from headwater.pipeline.derive.spread import in_one_partition
from headwater.store.tables import FOREVER


def job_versions(timeline: DataFrame, nodes: DataFrame) -> DataFrame:
    """The job_versions table, with `version_no` and the lists as arrays (`reads`, `writes`)."""
    began = timeline.where(F.col("begins") == 1)
    had_lists = (F.size("reads_before") > 0) | (F.size("writes_before") > 0)
    knew_nothing = F.col("known_inputs").isNull() & F.col("known_outputs").isNull()
    unknown = F.col("failed") | (knew_nothing & F.coalesce(had_lists, F.lit(False)))
    later = W.partitionBy("job_id").orderBy("version_no")
    versions = began.select(
        "job_id",
        "version_no",
        F.col("entry_time").alias("valid_from"),
        F.col("rank").alias("began_rank"),
        F.col("run_key").alias("began_run_key"),
        F.col("digest").alias("began_digest"),
        F.coalesce(F.lead("entry_time").over(later), F.lit(FOREVER)).alias("valid_to"),
        "basis",
        "reads",
        "writes",
        unknown.cast("int").alias("lineage_unknown"),
    )
    named = (
        versions.join(_over_entries(timeline), on=["job_id", "version_no"], how="inner")
        .transform(in_one_partition)
        .join(
            nodes.select(F.col("node_id").alias("job_id"), "namespace", "name"),
            on="job_id",
            how="inner",
        )
        .transform(in_one_partition)
    )
    return named.select(
        _version_id().alias("version_id"),
        "job_id",
        "valid_from",
        "began_rank",
        "began_run_key",
        "began_digest",
        "valid_to",
        "basis",
        F.to_json("reads").alias("inputs"),
        F.to_json("writes").alias("outputs"),
        *(F.col(f"last.{name}_now").alias(name) for name in CODE),
        "lineage_unknown",
        F.when(F.col("lineage_unknown") == 1, F.col("confirmed_at")).alias("confirmed_at"),
        "version_no",
        "reads",
        "writes",
    )


def _over_entries(timeline: DataFrame) -> DataFrame:
    """For each version, its code at its last entry, and the first later entry that knew a side."""
    knows = F.col("known_inputs").isNotNull() | F.col("known_outputs").isNotNull()
    return timeline.groupBy("job_id", "version_no").agg(
        F.max(F.struct("entry_no", *(f"{name}_now" for name in CODE))).alias("last"),
        F.min(F.when((F.col("begins") == 0) & knows, F.col("entry_time"))).alias("confirmed_at"),
    )


def _version_id() -> Column:
    """The UUIDv5 of ["job", namespace, name, entry id] (semantics 2.5)."""
    entry_id = F.when(F.col("basis") == "run", F.col("began_run_key")).otherwise(
        F.col("began_digest")
    )
    return uuid5(F.array(F.lit("job"), F.col("namespace"), F.col("name"), entry_id))


def uuid5(parts: Column) -> Column:
    """The UUIDv5 of an array of texts in Headwater's namespace, built as RFC 9562 says."""
    text = F.encode(_json(parts), "utf-8")
    digest = F.sha1(F.concat(F.unhex(F.lit(ID_NAMESPACE.hex)), text))
    variant = F.conv(F.substring(digest, 17, 1), 16, 10).cast("int")
    marked = F.lower(F.hex((variant % 4 + 8).cast("bigint")))
    return F.concat_ws(
        "-",
        F.substring(digest, 1, 8),
        F.substring(digest, 9, 4),
        F.concat(F.lit("5"), F.substring(digest, 14, 3)),
        F.concat(marked, F.substring(digest, 18, 3)),
        F.substring(digest, 21, 12),
    )


def _json(parts: Column) -> Column:
    """The JSON array of texts, escaped as Python's json module does it.

    Spark writes control characters with upper-case hex digits, Python with lower-case ones. Both
    must give the same ids, so they are turned into lower case.
    """
    text = F.to_json(parts)
    for code in (*range(0x1A, 0x20), *range(0x0A, 0x10)):
        # Only where the backslash is not itself escaped, that is after an even number of others.
        spelled = rf"(?<!\\)((?:\\\\)*)\\u00{code:02X}"
        text = F.regexp_replace(text, spelled, rf"$1\\u00{code:02x}")
    return text
