"""The batches to come, begun while the one in hand is derived.

The next one is folded, and the one after it is read. A fold sees one run at a time: runs of which
the batch in hand says nothing can be folded before that is in the store, the others wait for their
turn. Reading comes last, as it keeps the driver busy, which has most to do when a batch begins.
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
class Begun:
    """A batch of which a part is done."""

    spans: list[Range]
    left_out: Set[str]
    records: pa.Table
    folds: Folds = NO_FOLDS


class Ahead:
    """Begins what will probably be the next batches."""

    def __init__(self, reading: LogReader, store: Store, runner: Runner) -> None:
        self._reading, self._store, self._runner = reading, store, runner
        self._begun: list[Begun] = []
        self._stopped = Event()

    @contextmanager
    def beginning(
        self, batches: Sequence[list[Range]], left_out: Set[str], in_hand: Set[str]
    ) -> Iterator[None]:
        """Meanwhile begins these batches; `in_hand`: the runs of which somebody else says more.

        If what happens meanwhile fails, so that the store may be another than was thought, what was
        begun does not count.
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
        except Exception as error:  # noqa: BLE001  if it lasts, it fails the batch in its turn
            _logger.warning("the next batch could not be begun: %s", in_words(error))

    def taken(self, spans: list[Range], left_out: Set[str]) -> Begun:
        """A batch, as far as it was begun; read, if it was not."""
        asked = (spans, left_out)
        found = next((b for b in self._begun if (b.spans, b.left_out) == asked), None)
        # Folds hold for the very next batch; what was read holds.
        self._begun = [replace(b, folds=NO_FOLDS) for b in self._begun if b is not found]
        return found or Begun(spans, left_out, self._reading.within(spans, left_out))

    def _begin(
        self, batches: Sequence[list[Range]], left_out: Set[str], in_hand: Set[str]
    ) -> list[Begun]:
        begun: list[Begun] = []
        for spans in batches:
            if self._stopped.is_set():
                break
            one = self.taken(spans, left_out)
            if not begun:
                folds = fold_ahead(self._runner, self._store, one.records, in_hand)
                one = replace(one, folds=folds)
            begun.append(one)
        return begun
