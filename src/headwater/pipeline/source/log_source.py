"""The log as rows of Spark: ranges of it, read and folded by Spark's Python workers.

Events are read by `model.extract` where the log is read, so that the rules for names and facets are
in one place, and the facts of a run that lie near each other are folded there too, so that far
fewer rows reach Spark. The reasons and the measurements are in
docs/decisions/0003-facts-in-the-source.md and docs/decisions/0023-speed.md.
"""

import gc
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.pandas.types import from_arrow_type

from headwater.log import EventLog, LogAddress, Range, open_log
from headwater.model.entity_facets import EntityFacets
from headwater.model.facts import EventFacts, Fact, Rules
from headwater.model.registers import K, Registers
from headwater.model.runs import states_batch, stream_io
from headwater.pipeline.derive.columnar import columnar, stored_columns
from headwater.pipeline.derive.runs import PART, part
from headwater.pipeline.source.records import ARROW_SCHEMA, event_batches
from headwater.store.tables import ENTITY_FACETS, STREAM_IO

BATCH_ROWS = 2_000

_FOLDED = pa.schema(
    [
        ("run", PART),
        ("is_batch", pa.bool_()),
        ("streamed", pa.list_(pa.struct(stored_columns(STREAM_IO)))),
        ("facets", pa.list_(pa.struct(stored_columns(ENTITY_FACETS)))),
    ]
)
"""What a range of the log has folded, in rows that are no records: a run as far as the range makes
it; whether the range states that it is a batch; if not, what each of its events lists, as it may be
a stream; and the last facets of jobs and datasets."""
_READ = pa.schema([field for field in ARROW_SCHEMA if field.name != "facts"])
SCHEMA = pa.schema([*_READ, *_FOLDED])
"""The columns of the rows: those of records, and those of what was folded of them."""


class _RangeFold:
    """The facts of the events in one range of the log."""

    def __init__(self, streams: Collection[str]) -> None:
        """`streams` has runs that are known to be streams, whatever this range says."""
        self._streams = streams
        self._runs: dict[str, Registers] = {}
        self._events: dict[str, list[tuple[K, list[Fact]]]] = {}
        self._facets = EntityFacets()

    def add(self, digest: str, event: EventFacts) -> None:
        k = (event.event_time, event.rank, digest)
        self._facets.add(k, event.facts)
        if event.run_key is not None:
            registers = self._runs.get(event.run_key)
            if registers is None:
                registers = self._runs[event.run_key] = Registers()
                self._events[event.run_key] = []
            registers.add(k, event.facts)
            self._events[event.run_key].append((k, event.facts))

    def batches(self) -> Iterator[pa.RecordBatch]:
        """Rows of `SCHEMA`."""
        rows: list[tuple[Any, ...]] = []
        for row in self._rows():
            rows.append(row)
            if len(rows) >= BATCH_ROWS:
                yield _whole(pa.RecordBatch.from_struct_array(columnar(_ROW, rows)))
                rows = []
        if rows:
            yield _whole(pa.RecordBatch.from_struct_array(columnar(_ROW, rows)))

    def _rows(self) -> Iterator[tuple[Any, ...]]:
        for run_key, registers in self._runs.items():
            folded = list(registers.items())
            is_batch = run_key not in self._streams and states_batch(folded)
            events = () if is_batch else self._events[run_key]
            streamed = [row for k, facts in events for row in stream_io(run_key, k, facts)]
            yield part(run_key, folded).row(), is_batch, streamed, ()
        facets = self._facets.rows()
        for start in range(0, len(facets), BATCH_ROWS):
            yield None, None, (), facets[start : start + BATCH_ROWS]


_ROW = pa.struct(list(_FOLDED))


def _whole(batch: pa.RecordBatch) -> pa.RecordBatch:
    """The batch with all columns of `SCHEMA`. Those that it lacks are null."""
    columns = [
        batch.column(field.name)
        if field.name in batch.schema.names
        else pa.nulls(batch.num_rows, field.type)
        for field in SCHEMA
    ]
    return pa.RecordBatch.from_arrays(columns, schema=SCHEMA)


@contextmanager
def _no_collector() -> Iterator[None]:
    """Python's collector looks for cycles among all that was read, which is a third of the time of
    reading, and there are none."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def log_rows(
    spark: SparkSession,
    log: EventLog,
    spans: Sequence[Range],
    rules: Rules,
    left_out: Collection[str] = (),
    streams: Collection[str] = (),
) -> DataFrame:
    """The rows of `SCHEMA` that these ranges of the log make, each range in a task of its own.

    `left_out` has the digests of events that do not count, and `streams` the runs that are known to
    be streams.
    """
    schema = ", ".join(f"{f.name} {from_arrow_type(f.type).simpleString()}" for f in SCHEMA)
    read = _task(log.address, tuple(spans), rules, frozenset(left_out), frozenset(streams))
    tasks = max(len(spans), 1)
    return spark.range(0, len(spans), 1, tasks).mapInArrow(read, schema)


def _task(
    address: LogAddress,
    spans: Sequence[Range],
    rules: Rules,
    left_out: frozenset[str],
    streams: frozenset[str],
) -> Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    """What each task runs. It is given the numbers of its ranges."""

    def read(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        log = open_log(address)
        for number in (number for batch in batches for number in batch.column(0).to_pylist()):
            fold = _RangeFold(streams)
            with _no_collector():
                records = log.read(spans[number])
                yield from map(_whole, event_batches(records, rules, left_out, fold.add))
                yield from fold.batches()

    return read
