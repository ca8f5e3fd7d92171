"""The full rebuild: derives every table from the whole log, and switches to all of them at once.

Spark runs two jobs. In the first, ranges of the log are read, and what they state is brought
together (`STATED`). In the second, what was found out of jobs and datasets is brought together and
folded into their histories (`DERIVED`). Between the two the driver finds out which names are
aliases, and which datasets renames connect.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Self

from pyspark.sql import SparkSession

from headwater.log import EventLog, Positions, Range, parts, ranges
from headwater.model.facts import Rules
from headwater.model.jobs.history import KnownNames
from headwater.pipeline.derive.contents import NAMES
from headwater.pipeline.derive.histories import HISTORY_TABLES, histories, placed
from headwater.pipeline.derive.items import DATASETS, JOBS
from headwater.pipeline.derive.nodes import NodeRow, entity_rows, node_rows
from headwater.pipeline.derive.packs import brought_together, table_rows
from headwater.pipeline.derive.stated import NOTED, stated
from headwater.pipeline.source.log_source import LogSelection, log_packs
from headwater.pipeline.source.stated_names import Noted, StatedNames, again, stated_names
from headwater.pipeline.spark.executors import require_ready
from headwater.pipeline.spark.progress import Progress, Silent, Stages, Summary
from headwater.pipeline.spark.session import cores, places, plain_session
from headwater.pipeline.spark.staging import Staging, staging_of
from headwater.store import Store
from headwater.store.backend import Row
from headwater.store.tables import ENTITIES, MENTIONS, NODES, TABLES, Table
from headwater.store.write import Rebuild

PART_BYTES = 1 << 20, 64 << 20
"""The smallest and the largest part of the log that one task reads. Smaller parts would cost more
to schedule than to read. Events that are read together share what they repeat, and larger parts
would take more memory and, where a task fails, more to repeat."""
WEIGHED_RECORDS = 100
"""How many records of each segment are read, to find out how large its records are."""
PLACE_BYTES = 64 << 20
"""How many bytes of the log share one place, where what they state is brought together. All that
meets in a place is in memory at once."""

Batches = Callable[[], Iterable[Sequence[Row]]]
"""Reads the rows of a table, some at a time."""

STATED, DERIVED = "stated", "derived"
STAGES = (STATED, DERIVED, "load", "publish")
"""What a rebuild does, one after the other. Progress counts them."""


def rebuild(
    spark: SparkSession,
    log: EventLog,
    store: Store,
    rules: Rules,
    staging: Path | str,
    progress: Progress | None = None,
    until: Positions | None = None,
) -> Summary:
    """Derives all tables from the log, and publishes them with the positions that they reach.

    `until` says how much of the log counts; None means all of it.

    What each job of Spark makes is written to `staging`, a path or a URL, as Parquet. So nothing is
    computed twice, and the driver loads the store in a stream.
    """
    summary = Summary("full")
    stages = Stages(progress or Silent(), STAGES, summary)
    store.belong_to(log.id())
    epoch = store.take_over()
    reached = log.head() if until is None else until
    own = plain_session(spark)
    require_ready(own, log, reached)
    with (
        _fencing_first(store, epoch),
        staging_of(own, staging, epoch) as place,
        store.rebuild(epoch, log.id()) as target,
        _Loader(target, summary) as loader,
    ):
        work = RebuildWork(own, log, reached, rules, place, stages)
        derive_tables(work, loader.take)
        summary.events = summary.rows["events"]
        with stages.running("load"):
            loader.finish()
        with stages.running("publish"):
            target.publish(reached)
    return summary


class _Loader:
    """Loads tables into the new store while Spark computes the next ones."""

    def __init__(self, target: Rebuild, summary: Summary) -> None:
        self._target, self._summary = target, summary
        self._thread = ThreadPoolExecutor(1, "load")
        self._loading: list[Future[None]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.shutdown(cancel_futures=True)

    def take(self, table: Table, batches: Batches) -> None:
        self._loading.append(self._thread.submit(self._load, table, batches))

    def finish(self) -> None:
        """Waits for all tables. Raises the error of a table that could not be loaded."""
        for loaded in self._loading:
            loaded.result()

    def _load(self, table: Table, batches: Batches) -> None:
        self._summary.rows[table.name] = self._target.load(table, batches())


class RebuildWork:
    """What the two jobs of a rebuild have in common."""

    def __init__(
        self,
        spark: SparkSession,
        log: EventLog,
        until: Positions,
        rules: Rules,
        staging: Staging,
        stages: Stages,
    ) -> None:
        self._spark, self._staging, self._stages = spark, staging, stages
        self.rules = rules
        spans = ranges({}, until)
        size, tasks = _size(log, spans), cores(spark)
        self.places = max(places(spark) or 1, place_count(size, tasks))
        read = tuple(parts(log, spans, part_bytes(size, tasks)))
        self._selection = LogSelection(log.address, read, rules, self.places)

    def state(self) -> StatedNames:
        """Brings together what the log states. Returns what the driver has to know of it.

        Which events are left out, and which runs are streams though a range of the log says that
        they are batches, is only known after reading. So the log is read again if there are any.
        """
        while True:
            packs = brought_together(log_packs(self._spark, self._selection), self.places)
            with self._stages.running(STATED, self._spark):
                self._staging.write(STATED, stated(packs))
            noted = Noted(self._staging.packs(STATED, *NOTED))
            found = again(self._selection, noted)
            if found == self._selection:
                return stated_names(noted, partial(self.batches, STATED, NAMES))
            self._selection = found

    def derive(self, names: StatedNames) -> None:
        """Brings together what was found out of each job and dataset, and folds histories."""
        items = self._staging.read(STATED, (JOBS, DATASETS))
        together = brought_together(
            placed(items, names.entity_of, names.family_of, self.places), self.places
        )
        known = KnownNames(names.entity_of, names.jobs)
        with self._stages.running(DERIVED, self._spark):
            self._staging.write(DERIVED, histories(together, known, self.rules.code_from))

    def batches(self, stage: str, table: Table) -> Iterator[list[Row]]:
        """The rows of a table, as a stage has them."""
        return (table_rows(pack) for _, pack in self._staging.packs(stage, table.name))


def derive_tables(work: RebuildWork, take: Callable[[Table, Batches], None]) -> None:
    """Derives every table. `take` gets each of them as soon as its rows can be read."""
    names = work.state()

    def nodes() -> Iterator[list[NodeRow]]:
        return node_rows(work.batches(STATED, NAMES), names.entity_of)

    made: dict[Table, Batches] = {
        NODES: nodes,
        ENTITIES: lambda: entity_rows(nodes(), names.entity_of),
        MENTIONS: lambda: names.corrected(work.batches(STATED, MENTIONS)),
    }
    for table in TABLES:
        if table not in HISTORY_TABLES:
            take(table, made.get(table) or partial(work.batches, STATED, table))
    work.derive(names)
    for table in HISTORY_TABLES:
        take(table, partial(work.batches, DERIVED, table))


def _size(log: EventLog, spans: Sequence[Range]) -> int:
    """How many bytes these ranges have. A topic judges that by the messages that it has read."""
    for span in spans:
        for _ in islice(log.read(span), WEIGHED_RECORDS):
            pass
    return sum(map(log.size, spans))


def part_bytes(total: int, tasks: int) -> int:
    """The size of the parts in which `total` bytes of the log are read, so that all cores have
    work, and finish it together.

    >>> part_bytes(100 << 20, 10) >> 20, part_bytes(1000 << 20, 10) >> 20, part_bytes(10, 10) >> 20
    (10, 50, 1)
    """
    smallest, largest = PART_BYTES
    rounds = max(-(-total // (largest * tasks)), 1)
    return max(-(-total // (rounds * tasks)), smallest)


def place_count(total: int, tasks: int) -> int:
    """Into how many places `total` bytes of the log are brought together.

    >>> place_count(10, 2), place_count(20 << 20, 2), place_count(6400 << 20, 2)
    (1, 2, 100)
    """
    return max(min(tasks, -(-total // PART_BYTES[0])), -(-total // PLACE_BYTES), 1)


@contextmanager
def _fencing_first(store: Store, epoch: int) -> Iterator[None]:
    """Reports a failure inside the block as FencedError if another pipeline has taken over.

    In that case taking over is the reason for the failure, whatever the error is.
    """
    try:
        yield
    except Exception:
        with store.transaction(epoch):
            raise
