"""Runs, their inputs and outputs, from the parts that ranges of the log have folded (semantics 3).

Whoever reads a range of the log folds the facts of each run in it (`model.registers`), and makes
of them what they would be if the run had no other events. For most runs that is so. The parts of
the others are merged here.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql.pandas.types import from_arrow_type

from headwater.model import runs as model
from headwater.model.jobs.items import RunItem, encoded, references, run_item
from headwater.model.registers import Registers
from headwater.pipeline.derive.columnar import columnar, stored_columns
from headwater.pipeline.derive.spread import in_one_partition, spread_by
from headwater.store.tables import RUN_IO, RUNS

_PLACE = pa.struct([("t", pa.int64()), ("r", pa.int32()), ("g", pa.string()), ("l", pa.int32())])
"""The order of an instance of a fact: the K of its event, and its place in that."""
_ORDERS = [(name, _PLACE) for name in ("pin_key", "version_key", "schema_key", "lifecycle_key")]
_RUN_IO = pa.struct([*stored_columns(RUN_IO), *_ORDERS])
PART = pa.struct(
    [
        *stored_columns(RUNS),
        ("item", pa.string()),
        ("sets", pa.list_(pa.string())),
        ("targets", pa.list_(pa.int64())),
        ("io", pa.list_(_RUN_IO)),
    ]
)
"""A run as the table has it; as an item of its job's history (`model.jobs.items`), with the sets of
column edges and the targets of explicit lineage that it refers to; and its inputs and outputs."""


def _ddl(kind: pa.StructType) -> str:
    return ", ".join(f"{field.name} {from_arrow_type(field.type).simpleString()}" for field in kind)


LISTED_DDL = _ddl(_RUN_IO)
"""The columns of inputs and outputs, with the orders of what they say."""

_BATCH_RUNS = 2_000
"""So many runs are handed on at a time."""


class Part(NamedTuple):
    """A run, as far as some of its events make it."""

    run: model.RunRow
    item: RunItem
    io: list[model.RunIoRow]

    def row(self) -> tuple[Any, ...]:
        """A row of `PART`."""
        sets, targets = references(self.item)
        return (*self.run, encoded(self.item)[1], list(sets), list(targets), self.io)


def part(run_key: str, folded: model.Folded) -> Part:
    """What these registers make of a run."""
    return _part(model.run(run_key, folded), folded)


def stored_part(run: Mapping[str, Any]) -> Part:
    """A run that is stored, with what its rows do not have."""
    registers = Registers()
    registers.merge(run["facts"])
    made = model.RunRow(*(run[name] for name in model.RunRow._fields))
    return _part(made, list(registers.items()))


def _part(made: model.RunRow, folded: model.Folded) -> Part:
    io = model.run_io(made, folded)
    return Part(made, run_item(made, io, folded), io)


def listed_table(rows: Sequence[model.RunIoRow]) -> pa.Table:
    """Inputs and outputs of runs as a table."""
    batch = pa.RecordBatch.from_struct_array(columnar(_RUN_IO, rows))
    return pa.Table.from_batches([batch])


def split_runs(records: DataFrame) -> DataFrame:
    """The keys of the runs that have several parts."""
    parts = records.where(F.col("run").isNotNull()).select("run.run_key")
    return parts.groupBy("run_key").count().where(F.col("count") > 1).select("run_key")


def runs(records: DataFrame, split: DataFrame) -> DataFrame:
    """The runs table, with the columns `registers` and `io`. `split` are the runs in parts."""
    parts = records.where(F.col("run").isNotNull()).select("run.*")
    whole = parts.join(split, on="run_key", how="left_anti").transform(in_one_partition)
    apart = (
        parts.select("run_key", "facts")
        .join(split, on="run_key", how="left_semi")
        .transform(in_one_partition)
    )
    merged = (
        spread_by(apart, "run_key").sortWithinPartitions("run_key").mapInArrow(_merge, _ddl(PART))
    )
    return whole.unionByName(merged)


def run_io(runs: DataFrame) -> DataFrame:
    """One row per run, side and dataset name, with the orders of what it says."""
    return runs.select(F.explode("io").alias("x")).select("x.*")


def _merge(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The runs whose parts are in a sorted partition."""
    rows = (
        row
        for batch in batches
        for row in zip(*(batch.column(n).to_pylist() for n in ("run_key", "facts")), strict=True)
    )
    made: list[tuple[Any, ...]] = []
    for run_key, parts in groupby(rows, key=itemgetter(0)):
        registers = Registers()
        for _, facts in parts:
            registers.merge(facts)
        made.append(part(run_key, list(registers.items())).row())
        if len(made) >= _BATCH_RUNS:
            yield _batch(made)
            made = []
    if made:
        yield _batch(made)


def _batch(rows: list[tuple[Any, ...]]) -> pa.RecordBatch:
    return pa.RecordBatch.from_struct_array(columnar(PART, rows))
