"""The pipeline on a cluster, in a process of its own: there is one Spark session to a process.

cluster_process MASTER DIRECTORY STORE   applies batches, verifies the store, rebuilds it, and says
                                         on stdout, as JSON, what was found
"""

import json
import os
import random
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pyarrow as pa
from pyspark.sql import SparkSession

from headwater.model.facts import Rules
from headwater.pipeline.build import rebuild
from headwater.pipeline.session import session
from headwater.pipeline.verify import verify
from headwater.pipeline.warm_up import warmed_up
from tests.engine import followed
from tests.strategies import World, example_worlds, isolated

WORLDS, BATCHES, SEED = 30, 5, 61


def batches() -> list[World]:
    """Generated worlds in any order, a tenth of it twice; what is taken back needs a rebuild."""
    chance = random.Random(SEED)
    records = [
        record
        for index, world in enumerate(example_worlds(SEED, WORLDS))
        for record in isolated(world, f"w{index:02d}-")
        if record[1].get("edit") != "retract"
    ]
    records += chance.sample(records, len(records) // 10)
    chance.shuffle(records)
    return [records[start::BATCHES] for start in range(BATCHES)]


def tasks(spark: SparkSession) -> dict[str, int]:
    """How many tasks each executor has completed; the driver is listed as one too."""
    listed = spark.sparkContext._jsc.sc().statusStore().executorList(False)
    executors = [listed.apply(index) for index in range(listed.size())]
    return {executor.id(): executor.completedTasks() for executor in executors}


def java_of_workers(spark: SparkSession) -> list[int]:
    """The processes that started Python workers."""

    def grandparent(_: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        said = Path(f"/proc/{os.getppid()}/stat").read_text()
        yield pa.RecordBatch.from_pydict({"pid": [int(said.rpartition(")")[2].split()[1])]})

    found = spark.range(0, 8, 1, 8).mapInArrow(grandparent, "pid bigint").distinct().collect()
    return sorted(row["pid"] for row in found)


def main(master: str, directory: Path, store_url: str) -> None:
    spark = session("headwater-cluster", master=master, memory="1g", partitions=2)
    assert spark._jvm
    driver = spark._jvm.java.lang.ProcessHandle.current().pid()
    log, staging = directory / "log", directory / "staging"
    runner = warmed_up(spark, staging / "live")
    before = tasks(spark)
    with followed(spark, runner, directory, batches(), store_url) as store:
        by_batches = tasks(spark)
        compared = verify(spark, log, store, Rules(), directory / "scratch")
        rebuild(spark, log, store, Rules(), staging)
    found = {
        "runner": type(runner).__name__,
        "tasks": {executor: count - before[executor] for executor, count in by_batches.items()},
        "driver": driver,
        "java_of_workers": java_of_workers(spark),
        "differences": [str(difference) for difference in compared.differences],
    }
    spark.stop()
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3])
