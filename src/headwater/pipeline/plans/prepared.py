"""Running a chain of stages over small tables, by plans made once or planned anew each time.

For a batch of a few events, planning is nearly all that Spark does. A DataFrame over files at fixed
paths, which are read when it runs, can be run again and again with a plan that is made once. That
works only for plans without exchanges, because Spark keeps what an exchange has computed. Spark
also keeps the length that a file had when the plan was made, and reads only up to there. So each
plan is made for a file that is longer than any that will come. Spark promises none of this, so
whoever uses it first tests that it works (`headwater.pipeline.warm_up`).
"""

import os
from collections.abc import Callable, Collection, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from threading import Lock
from typing import Protocol, TypeAlias
from urllib.parse import unquote, urlsplit

import msgspec
import pyarrow as pa
from pyarrow import parquet
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql import types as T
from pyspark.sql.pandas.types import to_arrow_schema

from headwater.pipeline.derive.steps import Stage
from headwater.pipeline.source.stored import Rows

LONGER_THAN_ANY = 1 << 36
"""The length in bytes of the file that a plan is made for. Such a file takes no space on disk."""

Frames = Mapping[str, DataFrame]
"""The leaves of a chain, as its steps see them."""


@dataclass(frozen=True)
class Chain:
    """Stages that follow each other, computed from `leaves`: tables by name, with types as DDL."""

    name: str
    leaves: Mapping[str, str]
    derive: Callable[[Frames, Stage], None]


Leaf: TypeAlias = Rows | pa.Table
Leaves = Mapping[str, Leaf]
"""The rows of the leaves of a chain."""


class Runner(Protocol):
    """Runs chains: takes the rows of the leaves, and returns the rows of every stage."""

    def run(self, chain: Chain, leaves: Leaves) -> dict[str, pa.Table]: ...


class ExchangeError(Exception):
    """A plan that Spark would not run again as a whole."""


class PreparedRunner:
    """Runs chains by plans that are made once, here. Nobody else uses the files in `directory`."""

    def __init__(self, spark: SparkSession, directory: Path, chains: Iterable[Chain]) -> None:
        self._spark = spark
        self._directory = directory.resolve()
        self._types: dict[Path, pa.Schema] = {}
        # Planning one chain keeps one core busy.
        with ThreadPoolExecutor(os.cpu_count(), "plans") as threads:
            planned = {chain.name: threads.submit(self._planned, chain) for chain in chains}
            self._plans = {name: plans.result() for name, plans in planned.items()}
        self._read = {
            Path(unquote(urlsplit(file).path))
            for plans in self._plans.values()
            for plan in plans.values()
            for file in plan.inputFiles()
        }
        for path in self._types:
            path.unlink()
        self._in_use = {chain: Lock() for chain in self._plans}
        """One lock per chain, because its files hold the rows of one run at a time."""

    def run(self, chain: Chain, leaves: Leaves) -> dict[str, pa.Table]:
        with self._in_use[chain.name]:
            for name in chain.leaves:
                self._put(chain, name, leaves[name])
            found = {}
            for name, plan in self._plans[chain.name].items():
                found[name] = plan.toArrow()
                self._put(chain, name, found[name])
            return found

    def _planned(self, chain: Chain) -> dict[str, DataFrame]:
        plans: dict[str, DataFrame] = {}

        def stage(name: str, rows: DataFrame) -> DataFrame:
            _require_no_exchange(f"{chain.name}/{name}", rows)
            plans[name] = rows
            return self._leaf(chain, name, rows.schema)

        chain.derive(
            {name: self._leaf(chain, name, ddl) for name, ddl in chain.leaves.items()}, stage
        )
        return plans

    def _leaf(self, chain: Chain, name: str, schema: T.StructType | str) -> DataFrame:
        path = self._path(chain, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            file.truncate(LONGER_THAN_ANY)
        rows = self._spark.read.schema(schema).parquet(str(path)).coalesce(1)
        self._types[path] = to_arrow_schema(rows.schema)
        return rows

    def _path(self, chain: Chain, name: str) -> Path:
        return self._directory / chain.name / f"{name}.parquet"

    def _put(self, chain: Chain, name: str, rows: Leaf) -> None:
        path = self._path(chain, name)
        if path in self._read:
            table = _table(rows, self._types[path])
            # The file is read once or twice, and at once: compression and indexes would not pay.
            parquet.write_table(
                table, path, compression="none", use_dictionary=False, write_statistics=False
            )


class ReplanningRunner:
    """Runs chains by plans made for the rows at hand, where plans cannot be kept or do not pay."""

    def __init__(self, spark: SparkSession) -> None:
        self._spark = spark
        self._types: dict[str, pa.Schema] = {}

    def run(self, chain: Chain, leaves: Leaves) -> dict[str, pa.Table]:
        found: dict[str, pa.Table] = {}

        def stage(name: str, rows: DataFrame) -> DataFrame:
            found[name] = rows.toArrow()
            return self._spark.createDataFrame(_solid(found[name]), schema=rows.schema)

        chain.derive(
            {name: self._leaf(ddl, leaves[name]) for name, ddl in chain.leaves.items()}, stage
        )
        return found

    def _leaf(self, ddl: str, rows: Leaf) -> DataFrame:
        if ddl not in self._types:
            self._types[ddl] = to_arrow_schema(self._spark.createDataFrame([], ddl).schema)
        schema = self._types[ddl]
        return self._spark.createDataFrame(_solid(_table(rows, schema)), schema=ddl)


def packed(tables: Mapping[str, DataFrame]) -> DataFrame:
    """The rows of several tables in one: the table's name, and the row as JSON.

    Each table is a task of its own.
    """
    frames = (
        rows.select(F.lit(name).alias("table"), F.to_json(F.struct("*")).alias("row"))
        for name, rows in tables.items()
    )
    return reduce(DataFrame.union, frames)


def unpacked(table: pa.Table, names: Collection[str]) -> dict[str, Rows]:
    """The rows that `packed` has packed, by table. Nulls are left out."""
    found: dict[str, Rows] = {name: [] for name in names}
    for row in table.to_pylist():
        found[row["table"]].append(msgspec.json.decode(row["row"]))
    return found


def _table(rows: Leaf, schema: pa.Schema) -> pa.Table:
    if isinstance(rows, pa.Table):
        return rows.select(schema.names)
    return pa.Table.from_pylist(rows, schema)


def _solid(table: pa.Table) -> pa.Table:
    """The table, with a chunk in each column even if it has no rows. Spark accepts no other."""
    return table if table.num_rows else table.schema.empty_table()


def _require_no_exchange(name: str, rows: DataFrame) -> None:
    # `explain` would print it, and threads share one standard output.
    plan = rows._jdf.queryExecution().executedPlan().toString()  # noqa: SLF001
    if "Exchange" in plan:
        raise ExchangeError(f"the plan of {name} has an exchange, so it cannot be run again")
