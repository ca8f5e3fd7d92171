"""Facets of jobs and datasets: the last instance, whoever sent it (semantics 3.3)."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from headwater.pipeline.derive.spread import union_all
from headwater.store.tables import ENTITY_FACETS

_INSTANCE = ENTITY_FACETS.names[2:]


def entity_facets(*facets: DataFrame) -> DataFrame:
    """One row per name and facet, from the last instances that ranges of the log or batches have
    (`model.entity_facets`), and stored rows."""
    return (
        union_all(*(frame.select(*ENTITY_FACETS.names) for frame in facets))
        .groupBy("node_id", "facet")
        .agg(F.max(F.struct(*_INSTANCE)).alias("last"))
        .select("node_id", "facet", "last.*")
    )
