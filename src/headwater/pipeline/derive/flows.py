"""Flows: which input feeds which output inside a job, and from when to when (semantics 7.2).

A statement is made for a target, at an entry of a job's timeline (`derive.statements`). This module
finds out how long each statement holds.
"""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F
from pyspark.sql.window import Window as W

from headwater.pipeline.derive.intervals import merged
from headwater.pipeline.derive.seeds import Seeds
from headwater.pipeline.derive.spread import in_one_partition, union_all
from headwater.store.tables import BEGINNING, FOREVER

_KEYS = (
    *("stated_by", "target_id", "source_id", "basis", "set_hash", "is_flow"),
    *("ends_with_target", "ends_with_source"),
)


def changes(timeline: DataFrame, statements: DataFrame) -> DataFrame:
    """The statements at entries that state something else than the stating entry before them.

    Most runs repeat what the last run of their job stated. Dropping the repetitions changes
    nothing, because the intervals that they would begin and end touch each other and would be
    merged.
    """
    at_entries = _at_entries(timeline, statements)
    stated = F.sort_array(F.collect_list(F.struct("target_id", "kind", "set_hash")))
    order = W.partitionBy("job_id").orderBy("entry_no")
    before = F.lag(F.struct("version_no", "stated")).over(order)
    return (
        at_entries.groupBy("job_id", "entry_no", "entry_time", "version_no")
        .agg(stated.alias("stated"))
        .select("*", before.alias("before"))
        .where(F.col("before").isNull() | (F.col("before") != F.struct("version_no", "stated")))
        .select("job_id", "entry_no", "entry_time", "version_no", F.explode("stated").alias("x"))
        .select("job_id", "entry_no", "entry_time", "version_no", "x.*")
    )


def flows(
    changes: DataFrame,
    dataset_statements: DataFrame,
    column_sets: DataFrame,
    listed: DataFrame,
    nodes: DataFrame,
    seeds: Seeds | None = None,
) -> DataFrame:
    """The flows table. `listed` is the result of `listed_spans`."""
    sources = (
        column_sets.select("set_hash", F.col("source_node").alias("node_id"))
        .join(nodes.select("node_id", "entity_id"), on="node_id", how="inner")
        .transform(in_one_partition)
        .select("set_hash", F.col("entity_id").alias("source_id"))
        .distinct()
    )
    by_jobs = _while_listed(_with_sources(_with_ends(changes, listed), sources), listed)
    by_datasets = _with_sources(dataset_statements, sources).select(
        *_KEYS[:-1], F.lit(0).alias("ends_with_source"), "valid_from", "valid_to"
    )
    standing = [] if seeds is None else [_standing(seeds.flows, changes, listed)]
    return merged(union_all(by_jobs, by_datasets, *standing), *_KEYS)


def _at_entries(timeline: DataFrame, statements: DataFrame) -> DataFrame:
    """One row per entry, target and set of column edges that is stated there."""
    entries = timeline.where(~F.col("is_blind") & ~F.col("is_seed")).select(
        "job_id",
        "entry_no",
        "entry_time",
        "version_no",
        "counts",
        "had_stated",
        "outputs",
        F.when(F.col("basis") == "declared", F.col("digest"))
        .otherwise(F.col("run_key"))
        .alias("author"),
        (F.col("basis") == "declared").alias("is_declared"),
    )
    at_entries = entries.join(statements, on="author", how="inner").transform(in_one_partition)
    is_column = F.col("kind") == "column"
    in_place = ~is_column | (F.array_contains("outputs", F.col("target_id")) & F.col("counts"))
    placed = at_entries.where(in_place).select(
        *(name for name in at_entries.columns if name != "outputs"),
    )
    explicit = _explicit_entries(placed)
    kept = placed.join(explicit, on=["job_id", "entry_no"], how="left").where(
        is_column | F.col("describes").isNotNull()
    )
    undescribed = (
        entries.where("counts")
        .join(explicit.where("describes"), on=["job_id", "entry_no"], how="inner")
        .transform(in_one_partition)
        .select("*", F.explode("outputs").alias("target_id"))
        .select(
            "job_id",
            "entry_no",
            "entry_time",
            "version_no",
            "target_id",
            F.lit("undescribed").alias("kind"),
            F.lit(None).cast("string").alias("set_hash"),
        )
    )
    described = kept.select(
        "job_id",
        "entry_no",
        "entry_time",
        "version_no",
        "target_id",
        "kind",
        "set_hash",
    )
    return union_all(described, undescribed)


def _explicit_entries(placed: DataFrame) -> DataFrame:
    """The entries whose explicit lineage counts.

    `describes` says that an entry states some, and does not only take it back. The explicit lineage
    of a job event counts only while no run has stated anything (semantics 7.2: observed wins).
    """
    entries = placed.groupBy("job_id", "entry_no", "is_declared").agg(
        F.max(F.col("kind") != "column").alias("is_explicit"),
        F.max(F.col("kind") == "explicit").alias("describes"),
        F.max("had_stated").alias("had_stated"),
    )
    order = W.partitionBy("job_id").orderBy("entry_no")
    before = order.rowsBetween(W.unboundedPreceding, -1)
    run_has_stated = F.coalesce(F.max(~F.col("is_declared")).over(before), F.lit(False))
    observed = F.col("had_stated") | run_has_stated
    return (
        entries.select("*", observed.alias("observed"))
        .where(F.col("is_explicit") & (~F.col("is_declared") | ~F.col("observed")))
        .select("job_id", "entry_no", "describes")
    )


def _with_ends(stated: DataFrame, listed: DataFrame) -> DataFrame:
    """The statements with the time at which they end, whatever their source."""
    points = (
        stated.groupBy("job_id", "target_id", "entry_no")
        .agg(
            F.min("entry_time").alias("entry_time"),
            F.max((F.col("kind") != "column").cast("int")).alias("is_explicit"),
            F.max((F.col("kind") == "explicit").cast("int")).alias("is_described"),
        )
        .select(
            "job_id",
            "target_id",
            "entry_no",
            "is_explicit",
            "is_described",
            F.lead("entry_time")
            .over(W.partitionBy("job_id", "target_id").orderBy("entry_no"))
            .alias("next_statement"),
        )
    )
    explicit = (
        stated.where(F.col("kind") != "column")
        .select("job_id", "entry_no", "entry_time")
        .distinct()
        .select(
            "job_id",
            "entry_no",
            F.lead("entry_time")
            .over(W.partitionBy("job_id").orderBy("entry_no"))
            .alias("next_explicit"),
        )
    )
    joined = (
        stated.join(points, on=["job_id", "target_id", "entry_no"], how="inner")
        .transform(in_one_partition)
        .join(explicit, on=["job_id", "entry_no"], how="left")
    )
    spans = _listed_at(joined, listed, "output", "target_id")
    # An output that the entry also describes explicitly is not stated as fed by nothing.
    is_statement = F.col("kind").isin("explicit", "column") | (F.col("is_described") == 0)
    return (
        spans.where((F.col("kind") != "withdrawn") & is_statement)
        .select(
            "job_id",
            F.col("job_id").alias("stated_by"),
            "target_id",
            "entry_no",
            "version_no",
            F.when(F.col("kind") == "column", "column").otherwise("explicit").alias("basis"),
            "set_hash",
            F.col("listed_until").isNotNull().cast("int").alias("ends_with_target"),
            F.explode(
                _spans(
                    F.col("kind") == "column",
                    F.col("is_explicit") == 1,
                    F.col("entry_time"),
                    F.col("next_explicit"),
                    F.least(
                        F.coalesce("next_statement", F.lit(FOREVER)),
                        F.coalesce("listed_until", F.lit(FOREVER)),
                    ),
                )
            ).alias("span"),
        )
        .select("*", "span.*")
        .drop("span")
    )


def _spans(
    is_column: Column, by_explicit: Column, begin: Column, next_explicit: Column, end: Column
) -> Column:
    """When a statement holds, and whether it is a flow during that time.

    What an entry with explicit lineage states ends at the next such entry. Column lineage beside it
    is no flow until then, and stands alone afterwards.
    """
    beside_until = F.coalesce(F.when(by_explicit, next_explicit), F.lit(FOREVER))
    is_beside = is_column & by_explicit

    def span(is_flow: Column, valid_from: Column, valid_to: Column) -> Column:
        return F.struct(
            is_flow.alias("is_flow"), valid_from.alias("valid_from"), valid_to.alias("valid_to")
        )

    stated = span(F.when(is_beside, 0).otherwise(1), begin, F.least(end, beside_until))
    alone = span(F.lit(1), F.when(is_beside, beside_until).otherwise(F.lit(FOREVER)), end)
    return F.array(stated, alone)


def _standing(seeds: DataFrame, changes: DataFrame, listed: DataFrame) -> DataFrame:
    """The flows that held before the window, for as long as nothing in the window ends them."""
    next_statement = changes.groupBy("job_id", "target_id").agg(
        F.min("entry_time").alias("next_statement")
    )
    next_explicit = (
        changes.where(F.col("kind") != "column")
        .groupBy("job_id")
        .agg(F.min("entry_time").alias("next_explicit"))
    )

    def until(side: str, key: str) -> DataFrame:
        return listed.where((F.col("side") == side) & (F.col("first_no") == 1)).select(
            "job_id", F.col("dataset_id").alias(key), F.col("valid_to").alias(f"{side}_until")
        )

    known = (
        seeds.join(next_statement, on=["job_id", "target_id"], how="left")
        .join(next_explicit, on="job_id", how="left")
        .join(until("output", "target_id"), on=["job_id", "target_id"], how="left")
        .join(until("input", "source_id"), on=["job_id", "source_id"], how="left")
    )
    end = F.least(
        F.coalesce("next_statement", F.lit(FOREVER)),
        F.coalesce(F.when(F.col("ends_with_target") == 1, F.col("output_until")), F.lit(FOREVER)),
        F.coalesce(F.when(F.col("ends_with_source") == 1, F.col("input_until")), F.lit(FOREVER)),
    )
    is_column = F.col("basis") == "column"
    by_explicit = ~is_column | (F.col("is_flow") == 0)
    spans = _spans(is_column, by_explicit, F.lit(BEGINNING), F.col("next_explicit"), end)
    return (
        known.select(
            F.col("job_id").alias("stated_by"),
            "target_id",
            "source_id",
            "basis",
            "set_hash",
            "ends_with_target",
            "ends_with_source",
            F.explode(spans).alias("span"),
        )
        .select("*", "span.*")
        .select(*_KEYS, "valid_from", "valid_to")
    )


def _listed_at(rows: DataFrame, listed: DataFrame, side: str, name: str) -> DataFrame:
    """The rows with `listed_until`: until when their version and the next ones list `name`.

    It is null where the version of the row does not list it.
    """
    spans = listed.where(F.col("side") == side).select(
        "job_id",
        F.col("dataset_id").alias(name),
        "first_no",
        "last_no",
        F.col("valid_to").alias("listed_until"),
    )
    within = F.col("version_no").between(F.col("first_no"), F.col("last_no"))
    return (
        rows.join(spans, on=["job_id", name], how="left")
        .withColumn("listed_until", F.when(within, F.col("listed_until")))
        .drop("first_no", "last_no")
        .groupBy(*rows.columns)
        .agg(F.max("listed_until").alias("listed_until"))
    )


def _with_sources(stated: DataFrame, sources: DataFrame) -> DataFrame:
    """One row per source of each statement. Tombstones leave no row."""
    statement = W.partitionBy("stated_by", "target_id", "entry_no", "basis").orderBy(F.lit(1))
    whole = statement.rowsBetween(W.unboundedPreceding, W.unboundedFollowing)
    known = stated.join(sources, on="set_hash", how="left").select(
        "*", F.max(F.col("source_id").isNotNull()).over(whole).alias("has_source")
    )
    nothing_feeds_it = (F.col("basis") == "explicit") & ~F.col("has_source")
    return (
        known.where(F.col("source_id").isNotNull() | nothing_feeds_it)
        .select(
            "job_id",
            "stated_by",
            "target_id",
            "version_no",
            F.coalesce("source_id", F.lit(0)).alias("source_id"),
            "basis",
            F.when(F.col("source_id").isNotNull(), F.col("set_hash"))
            .otherwise("")
            .alias("set_hash"),
            "is_flow",
            "ends_with_target",
            "valid_from",
            "valid_to",
        )
        .distinct()
    )


def _while_listed(rows: DataFrame, listed: DataFrame) -> DataFrame:
    """The rows, where a source that was an input of its job ends when it is no longer listed."""
    return _listed_at(rows, listed, "input", "source_id").select(
        *_KEYS[:-1],
        F.col("listed_until").isNotNull().cast("int").alias("ends_with_source"),
        "valid_from",
        F.least("valid_to", F.coalesce("listed_until", F.lit(FOREVER))).alias("valid_to"),
    )
