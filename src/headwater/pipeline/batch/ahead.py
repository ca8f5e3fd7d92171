"""Reading the next batches while the current one is derived."""

import logging
from collections.abc import Iterator, Sequence, Set
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Event

from headwater.errors import in_words
from headwater.log import Range
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

    def taken(self, spans: list[Range], left_out: Set[str]) -> list[ReadRecord]:
        """The records of a batch. They are read now if they were not read before."""
        for batch in self._read:
            if (batch.spans, batch.left_out) == (spans, left_out):
                return batch.records
        return self._log_reader.in_ranges(spans, left_out)

    def _read_all(self, batches: Sequence[list[Range]], left_out: Set[str]) -> list[ReadBatch]:
        read: list[ReadBatch] = []
        for spans in batches:
            if self._stopped.is_set():
                break
            read.append(ReadBatch(spans, left_out, self.taken(spans, left_out)))
        return read
