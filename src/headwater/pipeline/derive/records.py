"""Tables that are read directly from the records of the log, without any fold."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from headwater.pipeline.derive.spread import union_all


def events(records: DataFrame) -> DataFrame:
    """One row per distinct event, at the place of its first copy."""
    return (
        records.where(F.col("shape").isNotNull())
        .groupBy("digest", "shape", "event_time", "rank", "event_type", "run_key", "node_id")
        .agg(F.min(F.struct("segment", "position")).alias("at"))
        .select(
            "digest",
            "shape",
            "event_time",
            "rank",
            "event_type",
            "run_key",
            "node_id",
            "at.segment",
            "at.position",
        )
    )


def findings(records: DataFrame, events: DataFrame) -> DataFrame:
    """What was odd in events: found in reading, noted at a repair, or the reason to set one aside.

    An event that could not be read, or is set aside, is not among the `events`.
    """
    read = records.select("digest", F.explode("findings").alias("x")).select("digest", "x.*")
    notes = records.where(F.col("edit.edit").isin("finding", "set_aside")).select(
        F.col("edit.name").alias("digest"),
        F.coalesce(F.get_json_object("edit.value", "$.code"), "edit.edit").alias("code"),
        F.coalesce(F.get_json_object("edit.value", "$.path"), F.lit("$")).alias("path"),
        F.get_json_object("edit.value", "$.detail").alias("detail"),
    )
    noted = notes.where(F.col("code") != "set_aside").join(
        events.select("digest"), on="digest", how="left_semi"
    )
    return (
        union_all(read, noted, notes.where(F.col("code") == "set_aside"))
        .groupBy("digest", "code", "path")
        .agg(F.min("detail").alias("detail"))
    )


def names(records: DataFrame) -> DataFrame:
    """Every name that is mentioned, and whether it ever occurs in its own right."""
    return (
        records.select(F.explode("names").alias("x"))
        .groupBy("x.node_id", "x.kind", "x.namespace", "x.name")
        .agg(F.max("x.own_right").alias("own_right"))
    )


def mentions(records: DataFrame, events: DataFrame) -> DataFrame:
    """How many events mention each thing that is stored once. Copies of one event count once."""
    first = F.struct("segment", "position")
    copies = (
        records.where(F.col("shape").isNotNull())
        .select("digest", first.alias("at"))
        .join(events.select("digest", first.alias("first")), on="digest", how="inner")
        .where(F.col("at") != F.col("first"))
        .select("at.segment", "at.position")
    )
    return (
        records.select("segment", "position", "mentions")
        .join(copies, on=["segment", "position"], how="left_anti")
        .select(F.explode("mentions").alias("key"))
        .groupBy("key")
        .agg(F.count("*").alias("events"))
    )


def facet_values(records: DataFrame) -> DataFrame:
    """Facets by their content."""
    return (
        records.select(F.explode("facet_values").alias("x"))
        .groupBy("x.hash")
        .agg(F.min("x.value").alias("value"))
    )


def column_sets(records: DataFrame) -> DataFrame:
    """Column edges, by the statement that makes them."""
    return (
        records.select(F.explode("edges").alias("x"))
        .groupBy("x.set_hash", "x.output_field", "x.source_node", "x.input_field")
        .agg(F.min("x.transformations").alias("transformations"))
    )


def declared(records: DataFrame) -> DataFrame:
    """The records that are no run events, each once: job events, dataset events and edits, some of
    which register contracts. Most records are run events, so these are few."""
    return (
        records.where(F.col("shape").isin("job", "dataset") | F.col("edit").isNotNull())
        .select("digest", "shape", "event_time", "node_id", "job", "dataset", "edit", "contract")
        .dropDuplicates(["digest"])
    )


def job_events(declared: DataFrame) -> DataFrame:
    """What job events state."""
    return declared.where(F.col("shape") == "job").select(
        "digest", F.col("node_id").alias("job_id"), "event_time", "job.*"
    )


def dataset_events(declared: DataFrame) -> DataFrame:
    """What dataset events state."""
    return declared.where(F.col("shape") == "dataset").select(
        "digest", "node_id", "event_time", "dataset.*"
    )


def edits(declared: DataFrame) -> DataFrame:
    """What users changed."""
    return declared.where(F.col("edit").isNotNull()).select("digest", "edit.*")


def contracts(declared: DataFrame) -> DataFrame:
    """The versions of contracts and products that were registered."""
    return declared.where(F.col("contract").isNotNull()).select(
        "digest", F.col("edit.edited_at").alias("registered_at"), "contract.*"
    )
