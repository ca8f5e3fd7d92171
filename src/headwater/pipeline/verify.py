"""Checking a store against the log that it was derived from."""

from pathlib import Path

from pyspark.sql import SparkSession

from headwater.log import EventLog
from headwater.model.facts import Rules
from headwater.pipeline.build import rebuild
from headwater.pipeline.spark.progress import Progress
from headwater.pipeline.spark.staging import place_of
from headwater.store import open_store
from headwater.store.compare import StoreComparison, differences
from headwater.store.connect import Store


def verify(
    spark: SparkSession,
    log: EventLog,
    store: Store,
    rules: Rules,
    scratch: Path,
    staging: Path | str,
    progress: Progress | None = None,
) -> StoreComparison:
    """Rebuilds into a store in `scratch`, as far as the live store reaches, and compares all rows.

    The rebuild is staged in a folder of its own below `staging`, with the name of `scratch`.
    """
    place = place_of(staging).below(scratch.name)
    store.require_log(log.id())
    with store.snapshot() as live, open_store(f"sqlite:///{scratch.resolve()}/store") as anew:
        try:
            rebuild(spark, log, anew, rules, place.url, progress, until=live.positions())
        finally:
            place.remove()
        with anew.snapshot() as rebuilt:
            return differences(live, rebuilt)
