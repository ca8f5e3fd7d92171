"""Checking a store against the log that it was derived from."""

from pathlib import Path

from pyspark.sql import SparkSession

from headwater.model.facts import Rules
from headwater.pipeline.build import rebuild
from headwater.pipeline.spark.progress import Progress
from headwater.store import open_store
from headwater.store.compare import StoreComparison, differences
from headwater.store.connect import Store


def verify(
    spark: SparkSession,
    log: Path,
    store: Store,
    rules: Rules,
    scratch: Path,
    progress: Progress | None = None,
) -> StoreComparison:
    """Rebuilds into a scratch store, as far as the live store reaches, and compares all rows."""
    with store.snapshot() as live, open_store(f"sqlite:///{scratch.resolve()}/store") as anew:
        rebuild(spark, log, anew, rules, scratch / "staging", progress, until=live.positions())
        with anew.snapshot() as rebuilt:
            return differences(live, rebuilt)
