"""Folding the histories that a batch changes, in Spark's Python workers.

The items of a batch are few, and Spark would spend more on moving them than on folding. So the
driver writes them into files, and plans that are made once read the files and fold what is there.
Where executors are on other machines, the items are sent with a plan made for them.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from threading import Lock
from typing import Protocol

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession

from headwater.model.jobs.history import KnownNames
from headwater.pipeline.derive.histories import HISTORY_TABLES, folded
from headwater.pipeline.derive.items import DATASETS, JOBS, ItemRow
from headwater.pipeline.derive.packs import (
    DDL,
    SCHEMA,
    Pack,
    brought_together,
    one_pack,
    packs_in,
    place_of,
    record_batches,
    table_rows,
)
from headwater.pipeline.source.stored import Rows
from headwater.pipeline.spark.session import cores, is_local, plain_session

WORTH_SHARING = 500
"""From this number of items on, it pays to fold them in several tasks."""

_KINDS = (JOBS, DATASETS)
_COLUMNS = {table.name: table.names for table in HISTORY_TABLES}
_Mapped = Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]


class Runner(Protocol):
    """Folds histories."""

    def run(self, kind: str, items: Sequence[ItemRow]) -> dict[str, Rows]:
        """The rows that the items of jobs, or of datasets, make; by table."""


def warmed_up(spark: SparkSession, directory: Path, code_from: tuple[str, ...]) -> Runner:
    """A runner that has run once: its Python workers have started, and Java has loaded what it
    needs.

    Nobody else uses the files in `directory`. `code_from` says what of the code makes versions of
    jobs (`model.facts.Rules`).
    """
    if not is_local(spark):
        return ReplanningRunner(spark, code_from)
    runner = PreparedRunner(spark, directory, code_from)
    for kind in _KINDS:
        runner.run(kind, ())
    return runner


class PreparedRunner:
    """Runs plans that are made once. They find their items in files of this machine."""

    def __init__(
        self,
        spark: SparkSession,
        directory: Path,
        code_from: tuple[str, ...],
        shards: int | None = None,
        worth_sharing: int = WORTH_SHARING,
    ) -> None:
        """`shards` is the number of tasks in which many items are folded; None leaves it to the
        number of cores, which jobs and datasets share."""
        self._shards = shards or max(1, cores(spark) // len(_KINDS))
        self._worth_sharing = worth_sharing
        self._directory = directory.absolute()
        self._directory.mkdir(parents=True, exist_ok=True)
        own = plain_session(spark)
        self._plans = {
            (kind, tasks): own.range(0, tasks, 1, tasks).mapInArrow(
                _from_files(self._directory, kind, code_from), DDL
            )
            for kind in _KINDS
            for tasks in {1, self._shards}
        }
        self._in_use = {kind: Lock() for kind in _KINDS}
        """Files hold the items of one run at a time."""

    def run(self, kind: str, items: Sequence[ItemRow]) -> dict[str, Rows]:
        tasks = self._shards if len(items) >= self._worth_sharing else 1
        with self._in_use[kind]:
            for pack in _sharded(kind, items, tasks):
                _file(self._directory, kind, pack.place).write_bytes(pack.pack)
            return _rows(self._plans[kind, tasks])


class ReplanningRunner:
    """Sends items inside a plan that is made for them, to executors on any machine."""

    def __init__(self, spark: SparkSession, code_from: tuple[str, ...]) -> None:
        self._spark, self._code_from = plain_session(spark), code_from
        self._cores = cores(self._spark)

    def run(self, kind: str, items: Sequence[ItemRow]) -> dict[str, Rows]:
        tasks = self._cores if len(items) >= WORTH_SHARING else 1
        packs = pa.Table.from_batches(record_batches(_sharded(kind, items, tasks)), SCHEMA)
        sent = brought_together(self._spark.createDataFrame(packs, schema=DDL), tasks)
        return _rows(sent.mapInArrow(_folding(self._code_from), DDL))


def _sharded(kind: str, items: Sequence[ItemRow], shards: int) -> Iterator[Pack]:
    """The items in `shards` packs, with all items of one history in the same pack."""
    rows: list[list[ItemRow]] = [[] for _ in range(shards)]
    for item in items:
        rows[place_of(item[0], shards)].append(item)
    for number, own in enumerate(rows):
        yield one_pack(kind, own)._replace(place=number)


def _rows(packs: DataFrame) -> dict[str, Rows]:
    found: dict[str, Rows] = {}
    for pack in packs_in(packs.toArrow().to_batches()):
        names = _COLUMNS[pack.kind]
        rows = (dict(zip(names, row, strict=True)) for row in table_rows(pack.pack))
        found.setdefault(pack.kind, []).extend(rows)
    return found


def _file(directory: Path, kind: str, number: int) -> Path:
    return directory / f"{kind}-{number}"


def _folding(code_from: tuple[str, ...]) -> _Mapped:
    def fold(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        yield from record_batches(folded(packs_in(batches), KnownNames(), code_from))

    return fold


def _from_files(directory: Path, kind: str, code_from: tuple[str, ...]) -> _Mapped:
    """What each task runs. It is given the numbers of its files."""

    def read(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        numbers = (number for batch in batches for number in batch.column(0).to_pylist())
        packs = (Pack(n, kind, 0, _file(directory, kind, n).read_bytes()) for n in numbers)
        yield from record_batches(folded(packs, KnownNames(), code_from))

    return read
