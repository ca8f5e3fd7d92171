"""The log as packs of contents: ranges of it, read and folded by Spark's Python workers.

Events are read by `model.extract` where the log is read, so that the rules for names and facets are
in one place. What the events of a range state is brought together there too, and the facts of their
runs are folded, so that far less has to travel. The reasons and the measurements are in
docs/decisions/0003-facts-in-the-source.md, 0023-speed.md and 0026-packs.md.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession

from headwater.garbage import no_collector
from headwater.log import EventLog, LogAddress, Range, open_log
from headwater.model.facts import Rules
from headwater.pipeline.derive.packs import DDL, Pack, record_batches
from headwater.pipeline.source.range_contents import RangeContents
from headwater.pipeline.source.records import counts, extractor


class LogSelection(NamedTuple):
    """What of a log is read, and by which rules."""

    address: LogAddress
    spans: tuple[Range, ...]
    """The ranges that are read, each by one task."""
    rules: Rules
    places: int
    """Into how many places contents are brought together."""
    left_out: frozenset[str] = frozenset()
    """The digests of events that do not count."""
    streams: frozenset[str] = frozenset()
    """Runs that are known to be streams, whatever a range of the log says of them."""


def log_packs(spark: SparkSession, selection: LogSelection) -> DataFrame:
    """Packs of the contents in ranges of the log, each range read by a task of its own."""
    tasks = max(len(selection.spans), 1)
    return spark.range(0, len(selection.spans), 1, tasks).mapInArrow(_task(selection), DDL)


def _task(
    selection: LogSelection,
) -> Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    """What each task runs. It is given the numbers of its ranges."""

    def read(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        log = open_log(selection.address)
        for number in (number for batch in batches for number in batch.column(0).to_pylist()):
            with no_collector():
                yield from record_batches(_contents(log, selection.spans[number], selection))

    return read


def _contents(log: EventLog, span: Range, selection: LogSelection) -> Iterator[Pack]:
    made = RangeContents(extractor(selection.rules), selection.places, selection.streams)
    for record in log.read(span):
        if counts(record, selection.left_out):
            made.add(record)
            yield from made.take_full()
    yield from made.finish()
