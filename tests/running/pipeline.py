"""Running the pipeline in tests: records into a log, a log into a store, a store into rows."""

from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from pyspark.sql import SparkSession

from headwater.log import DirectoryLog, LogWriter, head, ranges
from headwater.model.events import accept, edit_line
from headwater.model.facts import Rules
from headwater.pipeline.batch.ahead import BATCHES_AHEAD
from headwater.pipeline.batch.runner import Runner
from headwater.pipeline.build import STAGES, Batches, RebuildWork, derive_tables, rebuild
from headwater.pipeline.live import LiveUpdater
from headwater.pipeline.spark.progress import Silent, Stages, Summary
from headwater.pipeline.spark.session import plain_session
from headwater.pipeline.spark.staging import staging_of
from headwater.store import Store, open_store
from headwater.store.tables import TABLES, Table
from tests.reference import LEFT_OUT, NOT_IN_REFERENCE
from tests.strategies import World, body_text

Rows = dict[str, list[tuple[Any, ...]]]

DEFAULT_RULES = Rules()
SEGMENTS = 3


def append(log: Path, records: Iterable[tuple[str, dict[str, Any]]]) -> None:
    """Writes records as a collector would."""
    items = []
    for kind, body in records:
        if kind == "edit":
            line, digest = edit_line(body)
        else:
            line, digest, _ = accept(body_text(body).encode())
        items.append((kind, digest, line))
    with LogWriter(log) as writer:
        writer.append_many(items)


def built(
    spark: SparkSession, directory: Path, records: World, rules: Rules = DEFAULT_RULES
) -> Store:
    """A store rebuilt from a log with these records, in segments that split what belongs together,
    as those of several writers do."""
    for start in range(SEGMENTS):
        append(directory / "log", records[start::SEGMENTS])
    store = open_store(f"sqlite:///{directory}/store")
    rebuild(spark, DirectoryLog(directory / "log"), store, rules, directory / "staging")
    return store


def rebuilt(spark: SparkSession, log: Path, stores: Sequence[Store], staging: Path) -> None:
    """Rebuilds several stores from one log. It is derived once, as that takes long, and loaded into
    each of them as a rebuild loads it."""
    reached, own = head(log), plain_session(spark)
    stages = Stages(Silent(), STAGES, Summary("full"))
    with ExitStack() as stack:
        targets = [stack.enter_context(store.rebuild(store.take_over())) for store in stores]

        def load(table: Table, batches: Batches) -> None:
            for target in targets:
                target.load(table, batches())

        place = stack.enter_context(staging_of(own, staging, epoch=1))
        derive_tables(
            RebuildWork(own, DirectoryLog(log), reached, DEFAULT_RULES, place, stages), load
        )
        for target in targets:
            target.publish(reached)


def followed(
    runner: Runner,
    directory: Path,
    batches: Sequence[World],
    url: str | None = None,
    widths: tuple[int, ...] = (0, 1, 3),
    rules: Rules = DEFAULT_RULES,
) -> Store:
    """A store that took the records batch by batch, as a pipeline that follows the log does.

    `widths` are those of windows, so narrow that small worlds do not fit into one. While one batch
    is derived, the next one is read.
    """
    store, log = open_store(url or f"sqlite:///{directory}/store"), directory / "log"
    live = LiveUpdater(DirectoryLog(log), store, rules, runner, widths=widths)
    since, waiting = store.positions(), []
    for batch in batches:
        append(log, batch)
        reached = head(log, since)
        waiting.append(ranges(since, reached))
        since = reached
    for number, spans in enumerate(waiting, 1):
        live.apply(spans, store.take_over(), waiting[number : number + BATCHES_AHEAD])
    return store


def rows(store: Store, *, comparable: bool = False) -> Rows:
    """All rows, without arrival columns. With `comparable`, only what the reference derives too."""
    found: Rows = {}
    with store.snapshot() as snapshot:
        for table in TABLES:
            if comparable and table.name in NOT_IN_REFERENCE:
                continue
            left_out = LEFT_OUT.get(table.name, ()) if comparable else ()
            names = [name for name in table.content if name not in left_out]
            found[table.name] = list(snapshot.rows(table, names))
    return found


def assert_same(found: Rows, expected: Rows) -> None:
    """Fails with the first rows that differ, instead of all rows."""
    assert found.keys() == expected.keys()
    for table, wanted in expected.items():
        missing = sorted(set(wanted) - set(found[table]), key=repr)[:3]
        extra = sorted(set(found[table]) - set(wanted), key=repr)[:3]
        assert (missing, extra) == ([], []), f"table {table}"
        assert found[table] == wanted, f"table {table}: other order, or rows twice"
