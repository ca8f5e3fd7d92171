"""The batches to come, begun while the one in hand is derived.

The next one is folded, and the one after it is read. A fold sees one run at a time: runs of which
the batch in hand says nothing can be folded before that is in the store, the others wait for their
turn. Reading comes last, as it keeps the driver busy, which has most to do when a batch begins.
"""

from collections.abc import Iterator, Sequence, Set
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace

import pyarrow as pa

from headwater.log import Range
from headwater.pipeline.folding import NO_FOLDS, Folds, fold_ahead
from headwater.pipeline.prepared import Runner
from headwater.pipeline.reading import Reading
from headwater.store import Store

BATCHES_AHEAD = 2


@dataclass(frozen=True)
class Begun:
    """A batch of which a part is done."""

    spans: list[Range]
    left_out: Set[str]
    records: pa.Table
    folds: Folds = NO_FOLDS


class Ahead:
    """Begins what will probably be the next batches."""

    def __init__(self, reading: Reading, store: Store, runner: Runner) -> None:
        self._reading, self._store, self._runner = reading, store, runner
        self._begun: list[Begun] = []

    @contextmanager
    def beginning(
        self, batches: Sequence[list[Range]], left_out: Set[str], in_hand: Set[str]
    ) -> Iterator[None]:
        """Meanwhile begins these batches; `in_hand`: the runs of which somebody else says more.

        If what happens meanwhile fails, so that the store may be another than was thought, what was
        begun does not count.
        """
        if not batches:
            yield
            return
        with ThreadPoolExecutor(1, "ahead") as thread:
            begun = thread.submit(self._begin, batches, left_out, in_hand)
            yield
        # What fails is tried again, and told, when it is asked for.
        self._begun = [] if begun.exception() else begun.result()

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
        read = [self.taken(batches[0], left_out).records]
        folds = fold_ahead(self._runner, self._store, read[0], in_hand)
        read += (self._reading.within(spans, left_out) for spans in batches[1:])
        return [
            Begun(spans, left_out, records, folds if not number else NO_FOLDS)
            for number, (spans, records) in enumerate(zip(batches, read, strict=True))
        ]
