"""Names, and the jobs and datasets that they stand for (semantics 2.3)."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as F


def nodes(names: DataFrame, components: DataFrame) -> DataFrame:
    """The nodes table. `components` has (node_id, entity_id) for names that have aliases."""
    return names.join(components, on="node_id", how="left").select(
        "node_id",
        "kind",
        "namespace",
        "name",
        "own_right",
        F.coalesce("entity_id", "node_id").alias("entity_id"),
    )


def entities(nodes: DataFrame) -> DataFrame:
    """The entities table. The canonical name is one in its own right if there is any."""
    canonical = F.struct((1 - F.col("own_right")).alias("by_mention"), "namespace", "name")
    return (
        nodes.groupBy("entity_id", "kind")
        .agg(F.min(canonical).alias("first"), F.max("own_right").alias("own_right"))
        .select("entity_id", "kind", "first.namespace", "first.name", "own_right")
    )
