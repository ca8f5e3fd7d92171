"""Applying what has been logged since the last time, and then ending: `headwater build`."""

import time
from pathlib import Path
from typing import TypeVar

from pyspark.sql import SparkSession

from headwater.log import EventLog, batches, ranges
from headwater.model.facts import Rules
from headwater.pipeline.batch.ahead import BATCHES_AHEAD
from headwater.pipeline.batch.runner import warmed_up
from headwater.pipeline.build import rebuild
from headwater.pipeline.follow import BATCH_RECORDS
from headwater.pipeline.live import LiveUpdater
from headwater.pipeline.spark.progress import Progress, Silent, Summary
from headwater.store import Store

BATCH_BYTES = 16 << 20
"""How much of the log one transaction takes."""


def update(
    spark: SparkSession,
    log: EventLog,
    store: Store,
    rules: Rules,
    staging: Path,
    progress: Progress | None = None,
    batch_bytes: int = BATCH_BYTES,
) -> Summary:
    """Applies every record after the store's positions, in transactions of bounded size.

    Where nothing is stored yet, a rebuild does it instead.
    """
    summary, report = Summary("update"), progress or Silent()
    started = time.monotonic()
    store.belong_to(log.id())
    epoch = store.take_over()
    since = store.positions()
    if not since:
        return rebuild(spark, log, store, rules, staging, progress)
    lacking = ranges(since, log.head(since))
    waiting = list(batches(log, lacking, batch_bytes, BATCH_RECORDS))
    live = LiveUpdater(log, store, rules, warmed_up(spark, staging / "live", rules.code_from))
    for number, spans in enumerate(waiting, 1):
        report.stage("batch", number, len(waiting))
        begun = time.monotonic()
        applied = live.apply(spans, epoch, waiting[number : number + BATCHES_AHEAD])
        summary.events += applied.events
        _add(summary.rows, applied.rows)
        _add(summary.seconds, applied.seconds)
        report.rows("batch", applied.events, time.monotonic() - begun)
    summary.total_seconds = time.monotonic() - started
    return summary


N = TypeVar("N", int, float)


def _add(totals: dict[str, N], more: dict[str, N]) -> None:
    for name, count in more.items():
        totals[name] = count + totals.get(name, 0)
