"""Reading the next batches, and folding their runs, while the current one is derived.

Most of that time the driver waits for Spark and for the store.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence, Set
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from threading import Event

from headwater.errors import in_words
from headwater.log import Range
from headwater.model.run_parts import Part
from headwater.pipeline.batch.folding import folded_by_themselves
from headwater.pipeline.source.log_reader import LogReader
from headwater.pipeline.source.records import ReadRecord

BATCHES_AHEAD = 2

_logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class ReadBatch:
    """The records of a batch."""

    spans: list[Range]
    left_out: Set[str]
    records: list[ReadRecord]
    runs: Mapping[str, Part] = field(default_factory=dict)
    """The runs that these records make, if nothing else is known of them. Empty if the batch was
    not read ahead: most runs of a small batch have begun before it."""


class BatchesAhead:
    """Reads what will probably be the next batches."""

    def __init__(self, log_reader: LogReader) -> None:
        self._log_reader = log_reader
        self._read: list[ReadBatch] = []
        self._stopped = Event()

    @contextmanager
    def in_background(self, batches: Sequence[list[Range]], left_out: Set[str]) -> Iterator[None]:
        """Reads these batches in the background while the block runs."""
        self._stopped.clear()
        with ThreadPoolExecutor(1, "ahead") as thread:
            read = thread.submit(self._read_all, batches, left_out)
            try:
                yield
            except BaseException:
                self._stopped.set()
                raise
        self._read = []
        try:
            self._read = read.result()
        except Exception as error:  # noqa: BLE001  if it persists, the batch fails in its turn
            _logger.warning("the next batch could not be read ahead: %s", in_words(error))

    def taken(self, spans: list[Range], left_out: Set[str]) -> ReadBatch:
        """A batch. It is read now if it was not read before."""
        for batch in self._read:
            if (batch.spans, batch.left_out) == (spans, left_out):
                return batch
        return ReadBatch(spans, left_out, self._log_reader.in_ranges(spans, left_out))

    def _read_all(self, batches: Sequence[list[Range]], left_out: Set[str]) -> list[ReadBatch]:
        read: list[ReadBatch] = []
        for spans in batches:
            if self._stopped.is_set():
                break
            batch = self.taken(spans, left_out)
            runs = batch.runs or folded_by_themselves(batch.records)
            read.append(replace(batch, runs=runs))
        return read
