"""Job and dataset facets: the last instance, whoever sent it (semantics 3.3)."""

import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from headwater.model.facets import VERSION_FACETS
from headwater.pipeline.spread import together

_ENTITIES = ("job", "input", "output", "dataset")
_COLUMNS = ("event_time", "rank", "digest", "place", "hash", "deleted", "value")
_FACT = ("entity", "node_id", "facet", "place", "hash", "deleted", "value")


def stated_facets(events: DataFrame) -> DataFrame:
    """The facets of job and dataset events, which no run's registers hold."""
    return (
        events.where(F.col("shape") != "run")
        .select("event_time", "rank", "digest", F.explode("facts").alias("fact"))
        .select("event_time", "rank", "digest", "fact.*")
    )


def entity_facets(*facts: DataFrame) -> DataFrame:
    """One row per name and facet; takes facts of runs, of other events, and stored rows."""
    said = together(*(told.select("node_id", "facet", *_COLUMNS) for told in facts))
    counts = (F.col("facet") != "symlinks") | F.col("value").isNotNull() | (F.col("deleted") == 1)
    return (
        said.where(counts)
        .groupBy("node_id", "facet")
        .agg(F.max(F.struct(*_COLUMNS)).alias("last"))
        .select(
            "node_id",
            "facet",
            "last.event_time",
            "last.rank",
            "last.digest",
            "last.place",
            "last.hash",
            "last.deleted",
            F.when(F.col("facet") == "symlinks", F.col("last.value")).alias("value"),
        )
    )


def facets_in(records: pa.Table) -> pa.Table:
    """What `is_entity_facet` keeps of the facts of a batch's records: rows for `entity_facets`."""
    facts = records.column("facts").combine_chunks()
    events = records.select(["event_time", "rank", "digest"]).take(pc.list_parent_indices(facts))
    told = events
    for fact in _FACT:
        told = told.append_column(fact, pc.struct_field(facts.flatten(), fact))
    of_versions = pc.is_in(told.column("facet"), pa.array(sorted(VERSION_FACETS)))
    is_entity = pc.is_in(told.column("entity"), pa.array(_ENTITIES))
    return told.filter(pc.and_not(is_entity, of_versions)).drop_columns("entity")


def is_entity_facet(facts: DataFrame) -> DataFrame:
    """Only the facts that are facets of a job or dataset and outlive the event."""
    of_versions = F.col("facet").isin(*sorted(VERSION_FACETS))
    return facts.where(F.col("entity").isin(*_ENTITIES) & ~of_versions)
