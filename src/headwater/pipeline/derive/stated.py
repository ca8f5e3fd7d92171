"""What the events of a log state, and the runs that they make, each thing once.

Contents of all ranges of the log about one thing meet in one place (`derive.contents`,
`derive.runs`). What comes out are rows of tables, and the items that histories are folded from
(`derive.histories`).
"""

from collections.abc import Iterable, Iterator

import msgspec
import pyarrow as pa
from pyspark.sql import DataFrame

from headwater.garbage import no_collector
from headwater.pipeline.derive.contents import Contents
from headwater.pipeline.derive.items import DATASETS, JOBS
from headwater.pipeline.derive.packs import (
    DDL,
    Pack,
    Packing,
    packs_in,
    record_batches,
    table_packs,
)
from headwater.pipeline.derive.runs import Runs

LEFT_OUT, UNSEEN_STREAMS = "left_out", "unseen_streams"
ALIASES, RENAMES, TARGETS, OVERCOUNTED = "aliases", "renames", "targets", "overcounted"
"""Kinds of packs with what the driver has to know of all places together: events that edits leave
out; runs that turned out to be streams; and what the methods of `Contents` and `Runs` with these
names return."""
NOTED = (LEFT_OUT, UNSEEN_STREAMS, ALIASES, RENAMES, TARGETS, OVERCOUNTED)


def stated(packs: DataFrame) -> DataFrame:
    """Packs with rows of tables and items of histories, of packs of contents in their places."""
    return packs.mapInArrow(_brought_together, DDL)


def _brought_together(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    with no_collector():
        yield from record_batches(_packs(*_met(packs_in(batches))))


def _met(packs: Iterable[Pack]) -> tuple[Contents, Runs]:
    """The contents and runs that have met in a place."""
    contents, runs = Contents(), Runs()
    takers = {**contents.takers, **runs.takers}
    decoders = {kind: msgspec.msgpack.Decoder(list[row]) for kind, (row, _) in takers.items()}  # type: ignore[valid-type]  # the type is a value here
    for pack in packs:
        take = takers[pack.kind][1]
        for row in decoders[pack.kind].decode(pack.pack):
            take(row)
    runs.bring_together()
    return contents, runs


def _packs(contents: Contents, runs: Runs) -> Iterator[Pack]:
    for source in (contents, runs):
        for table, rows in source.tables():
            yield from table_packs(table, rows)
    packing = Packing()
    for source in (contents, runs):
        for kind, items in ((JOBS, source.job_items()), (DATASETS, source.dataset_items())):
            for row in items:
                packing.add(0, kind, row)
                yield from packing.take_full()
    for kind, found in (
        (LEFT_OUT, contents.left_out()),
        (UNSEEN_STREAMS, runs.unseen_streams()),
        (ALIASES, contents.aliases()),
        (RENAMES, contents.renames() | runs.renames()),
        (TARGETS, contents.targets() | runs.targets()),
        (OVERCOUNTED, contents.overcounted.items()),
    ):
        for value in found:
            packing.add(0, kind, value)
    yield from packing.finish()
