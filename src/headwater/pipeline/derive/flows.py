"""Which input feeds which output inside a job, where stated, and until when (semantics 7.2).

A statement is made at an entry of a job's timeline, for a target (`pipeline.statements`). Here it
is found out how long each holds.
"""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F
from pyspark.sql.window import Window as W

from headwater.pipeline.derive.intervals import merged
from headwater.pipeline.derive.seeds import Seeds
from headwater.pipeline.derive.spread import gathered, together
from headwater.store.tables import BEGINNING, FOREVER

_KEYS = (
    *("stated_by", "target_id", "source_id", "basis", "set_hash", "is_flow"),
    *("ends_with_target", "ends_with_source"),
)


def changes(timeline: DataFrame, statements: DataFrame) -> DataFrame:
    """Statements at the entries that say something else than the one before them that spoke.

    Most runs repeat what the last run of their job said. Dropping the repetition changes nothing:
    the intervals it would begin and end touch, and would be merged.
    """
    stated = _at_entries(timeline, statements)
    said = F.sort_array(F.collect_list(F.struct("target_id", "kind", "set_hash")))
    order = W.partitionBy("job_id").orderBy("entry_no")
    before = F.lag(F.struct("version_no", "said")).over(order)
    return (
        stated.groupBy("job_id", "entry_no", "entry_time", "version_no")
        .agg(said.alias("said"))
        .select("*", before.alias("before"))
        .where(F.col("before").isNull() | (F.col("before") != F.struct("version_no", "said")))
        .select("job_id", "entry_no", "entry_time", "version_no", F.explode("said").alias("x"))
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
    """The flows table; `listed` is `listed_spans`: which versions list which dataset."""
    sources = (
        column_sets.select("set_hash", F.col("source_node").alias("node_id"))
        .join(nodes.select("node_id", "entity_id"), on="node_id", how="inner")
        .transform(gathered)
        .select("set_hash", F.col("entity_id").alias("source_id"))
        .distinct()
    )
    by_jobs = _while_listed(_with_sources(_with_ends(changes, listed), sources), listed)
    by_datasets = _with_sources(dataset_statements, sources).select(
        *_KEYS[:-1], F.lit(0).alias("ends_with_source"), "valid_from", "valid_to"
    )
    standing = [] if seeds is None else [_standing(seeds.flows, changes, listed)]
    return merged(together(by_jobs, by_datasets, *standing), *_KEYS)


def _at_entries(timeline: DataFrame, statements: DataFrame) -> DataFrame:
    """One row per entry, target and set stated there."""
    entries = timeline.where(~F.col("is_blind") & ~F.col("is_seed")).select(
        "job_id",
        "entry_no",
        "entry_time",
        "version_no",
        "counts",
        "had_spoken",
        "outputs",
        F.when(F.col("basis") == "declared", F.col("digest"))
        .otherwise(F.col("run_key"))
        .alias("speaker"),
        (F.col("basis") == "declared").alias("is_declared"),
    )
    at_entries = entries.join(statements, on="speaker", how="inner").transform(gathered)
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
        .transform(gathered)
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
    return together(described, undescribed)


def _explicit_entries(placed: DataFrame) -> DataFrame:
    """Entries whose explicit lineage counts; `describes`: they state some, not only take it back.

    A job event's counts only while no run has stated anything (semantics 6.3: observed wins).
    """
    entries = placed.groupBy("job_id", "entry_no", "is_declared").agg(
        F.max(F.col("kind") != "column").alias("is_explicit"),
        F.max(F.col("kind") == "explicit").alias("describes"),
        F.max("had_spoken").alias("had_spoken"),
    )
    order = W.partitionBy("job_id").orderBy("entry_no")
    before = order.rowsBetween(W.unboundedPreceding, -1)
    spoken = F.coalesce(F.max(~F.col("is_declared")).over(before), F.lit(False))
    observed = F.col("had_spoken") | spoken
    return (
        entries.select("*", observed.alias("observed"))
        .where(F.col("is_explicit") & (~F.col("is_declared") | ~F.col("observed")))
        .select("job_id", "entry_no", "describes")
    )


def _with_ends(stated: DataFrame, listed: DataFrame) -> DataFrame:
    """Statements with the time at which they end, whatever their source."""
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
        .transform(gathered)
        .join(explicit, on=["job_id", "entry_no"], how="left")
    )
    spans = _listed_at(joined, listed, "output", "target_id")
    is_said = F.col("kind").isin("explicit", "column") | (F.col("is_described") == 0)
    return (
        spans.where((F.col("kind") != "withdrawn") & is_said)
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
    """When a statement holds, and whether it is a flow.

    What an entry with explicit lineage states ends with the next such entry. Column lineage beside
    it is no flow meanwhile, and stands alone afterwards.
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
    """What held before the window, for as long as nothing in it ends it."""
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
    """Rows with `listed_until`: how long `name` is listed from their version on, if it is there."""
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
    """One row per source; tombstones leave no row."""
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
    """A source that was an input of its job ends with that."""
    return _listed_at(rows, listed, "input", "source_id").select(
        *_KEYS[:-1],
        F.col("listed_until").isNotNull().cast("int").alias("ends_with_source"),
        "valid_from",
        F.least("valid_to", F.coalesce("listed_until", F.lit(FOREVER))).alias("valid_to"),
    )
