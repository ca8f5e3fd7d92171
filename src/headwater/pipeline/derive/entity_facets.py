"""Facets of jobs and datasets: the last instance, whoever sent it (semantics 3.3)."""

import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from headwater.model.facets import VERSION_FACETS
from headwater.pipeline.derive.spread import union_all

_DATASET = ("input", "output", "dataset")
_COLUMNS = ("event_time", "rank", "digest", "place", "hash", "deleted", "value")
_FACT = ("part", "node_id", "facet", "place", "hash", "deleted", "value")


def stated_facets(events: DataFrame) -> DataFrame:
    """The facts of job and dataset events, which no run's registers hold."""
    return (
        events.where(F.col("shape") != "run")
        .select("event_time", "rank", "digest", F.explode("facts").alias("fact"))
        .select("event_time", "rank", "digest", "fact.*")
    )


def entity_facets(*facts: DataFrame) -> DataFrame:
    """One row per name and facet, from facts of runs, facts of other events, and stored rows."""
    instances = union_all(*(frame.select("node_id", "facet", *_COLUMNS) for frame in facts))
    return (
        instances.groupBy("node_id", "facet")
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
    """The facts of a batch's records that `is_entity_facet` keeps, as rows for `entity_facets`."""
    facts = records.column("facts").combine_chunks()
    events = records.select(["event_time", "rank", "digest"]).take(pc.list_parent_indices(facts))
    flat = events
    for column in _FACT:
        flat = flat.append_column(column, pc.struct_field(facts.flatten(), column))
    part, facet = flat.column("part"), flat.column("facet")
    states = pc.or_(pc.is_valid(flat.column("value")), pc.equal(flat.column("deleted"), 1))
    is_left_out = pc.or_(
        pc.is_in(facet, pa.array(sorted(VERSION_FACETS))),
        pc.and_not(pc.equal(facet, "symlinks"), states),
    )
    of_dataset = pc.and_not(pc.is_in(part, pa.array(_DATASET)), is_left_out)
    return flat.filter(pc.or_(pc.equal(part, "job"), of_dataset)).drop_columns("part")


def is_entity_facet(facts: DataFrame) -> DataFrame:
    """The facts that are facets of a job or dataset and hold on after their event.

    Some facets of a dataset belong to its versions instead. Symlinks without identifiers state
    nothing.
    """
    part, facet = F.col("part"), F.col("facet")
    states = F.col("value").isNotNull() | (F.col("deleted") == 1)
    is_left_out = facet.isin(*sorted(VERSION_FACETS)) | ((facet == "symlinks") & ~states)
    return facts.where((part == "job") | (part.isin(*_DATASET) & ~is_left_out))
