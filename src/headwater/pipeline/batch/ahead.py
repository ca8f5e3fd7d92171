"""Beginning the next batches while the current one is derived.

The next batch is folded, and the one after it is read. A fold looks at one run at a time. So runs
that the current batch does not touch can be folded before the current batch is in the store, and
the others wait for their turn. Reading comes last, because it occupies the driver, which has most
to do when a batch begins.
"""

import logging
from collections.abc import Iterator, Sequence, Set
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from threading import Event

import pyarrow as pa

from headwater.errors import in_words
from headwater.log import Range
from headwater.pipeline.batch.folding import NO_FOLDS, Folds, fold_ahead
from headwater.pipeline.plans.prepared import Runner
from headwater.pipeline.source.log_reader import LogReader
from headwater.store import Store

BATCHES_AHEAD = 2

_logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class BegunBatch:
    """A batch that is read, and of which some runs may be folded."""

    spans: list[Range]
    left_out: Set[str]
    records: pa.Table
    folds: Folds = NO_FOLDS


class BatchesAhead:
    """Begins what will probably be the next batches."""

    def __init__(self, log_reader: LogReader, store: Store, runner: Runner) -> None:
        self._log_reader, self._store, self._runner = log_reader, store, runner
        self._begun: list[BegunBatch] = []
        self._stopped = Event()

    @contextmanager
    def beginning(
        self, batches: Sequence[list[Range]], left_out: Set[str], in_hand: Set[str]
    ) -> Iterator[None]:
        """Begins these batches in the background while the block runs.

        `in_hand` are the runs that the current batch touches. If the block fails, the store may be
        in another state than expected, and what was begun is discarded.
        """
        self._stopped.clear()
        with ThreadPoolExecutor(1, "ahead") as thread:
            begun = thread.submit(self._begin, batches, left_out, in_hand)
            try:
                yield
            except BaseException:
                self._stopped.set()
                raise
        self._begun = []
        try:
            self._begun = begun.result()
        except Exception as error:  # noqa: BLE001  if it persists, the batch fails in its turn
            _logger.warning("the next batch could not be begun: %s", in_words(error))

    def taken(self, spans: list[Range], left_out: Set[str]) -> BegunBatch:
        """A batch as far as it was begun. If it was not, it is read now."""
        wanted = (spans, left_out)
        found = next((b for b in self._begun if (b.spans, b.left_out) == wanted), None)
        # Folds are valid for the very next batch only. Records that were read stay valid.
        self._begun = [replace(b, folds=NO_FOLDS) for b in self._begun if b is not found]
        return found or BegunBatch(spans, left_out, self._log_reader.in_ranges(spans, left_out))

    def _begin(
        self, batches: Sequence[list[Range]], left_out: Set[str], in_hand: Set[str]
    ) -> list[BegunBatch]:
        begun: list[BegunBatch] = []
        for spans in batches:
            if self._stopped.is_set():
                break
            one = self.taken(spans, left_out)
            if not begun:
                folds = fold_ahead(self._runner, self._store, one.records, in_hand)
                one = replace(one, folds=folds)
            begun.append(one)
        return begun
