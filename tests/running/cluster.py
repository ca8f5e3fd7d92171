"""The pipeline on a cluster, in a process of its own, as a process has only one Spark session.

follow MASTER DIRECTORY STORE  applies batches to the store, then rebuilds it, and compares; then
                               tries to rebuild it in a place that executors do not share
start_again MASTER             starts Spark after an unusable master, and after the cluster has
                               ended the session

The result is printed on stdout, as JSON.
"""

import json
import os
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import patch

from pyspark.sql import SparkSession

from headwater.errors import SparkUnavailableError, StagingError
from headwater.log import DirectoryLog
from headwater.model.facts import Rules
from headwater.pipeline.batch.runner import warmed_up
from headwater.pipeline.build import rebuild
from headwater.pipeline.spark.session import discard, loss, places, session
from headwater.store import Store, differences
from tests.running.pipeline import followed
from tests.strategies import World, example_worlds, isolated

WORLDS, BATCHES, SEED = 30, 5, 61


def batches() -> list[World]:
    """Generated worlds in random order, with a tenth of the records twice."""
    chance = random.Random(SEED)
    records = [
        record
        for index, world in enumerate(example_worlds(SEED, WORLDS))
        for record in isolated(world, f"w{index:02d}-")
    ]
    records += chance.sample(records, len(records) // 10)
    chance.shuffle(records)
    return [records[start::BATCHES] for start in range(BATCHES)]


def started(master: str) -> SparkSession:
    return session("headwater-cluster", master=master, memory="1g", partitions=2)


def follow(master: str, directory: str, store_url: str) -> dict[str, Any]:
    data = Path(directory)
    data.mkdir()
    os.chdir(data)  # before Java starts, which has the same working directory then
    spark = started(master)
    runner = warmed_up(spark, data / "staging" / "live", Rules().code_from)
    with (
        followed(runner, data, batches(), store_url) as store,
        store.snapshot() as by_batches,
    ):
        rebuild(spark, DirectoryLog(data / "log"), store, Rules(), data / "staging")
        compared = differences(by_batches, store)
        refused = list(_refused(spark, data / "log", store))
    found = {
        "places": places(spark),
        "runner": type(runner).__name__,
        "tasks": _tasks(spark),
        "differences": [str(difference) for difference in compared.differences],
        "refused": refused,
    }
    spark.stop()
    return found


def _refused(spark: SparkSession, log: Path, store: Store) -> Iterator[str]:
    """What a rebuild says whose staging is a folder of each process's own: when executors are asked
    whether they share it, and when they are not, as if they had joined later."""
    before = store.meta()["built_at"]
    own = Path("/proc/self/cwd/own")
    for asked in (True, False):
        with ExitStack() as stack:
            if not asked:
                stack.enter_context(patch("headwater.pipeline.spark.staging.require_shared"))
            try:
                rebuild(spark, DirectoryLog(log), store, Rules(), own)
            except StagingError as error:
                yield str(error)
    assert store.meta()["built_at"] == before


def _tasks(spark: SparkSession) -> dict[str, int]:
    """How many tasks each executor has completed; the driver is listed as one too."""
    listed = spark.sparkContext._jsc.sc().statusStore().executorList(False)
    executors = [listed.apply(index) for index in range(listed.size())]
    return {executor.id(): executor.completedTasks() for executor in executors}


def start_again(master: str) -> dict[str, Any]:
    found: dict[str, Any] = {"refused": False, "lost": []}
    try:
        started("local-cluster[1,1,1]")  # too small for any executor
    except SparkUnavailableError:
        found["refused"] = True
    spark = started(master)
    found["lost"].append(bool(loss(spark)))
    spark.sparkContext._jsc.sc().stop()  # as Spark itself does when a cluster ends it
    found["lost"].append(bool(loss(spark)))
    discard(spark)
    spark = session("headwater-again", master=master, memory="1g")
    found["lost"].append(bool(loss(spark)))
    found["places"] = places(spark)
    found["counted"] = spark.range(3).count()
    own = os.getpid()
    children = Path(f"/proc/{own}/task/{own}/children").read_text().split()
    found["java"] = [Path(f"/proc/{pid}/comm").read_text().strip() for pid in children]
    spark.stop()
    return found


COMMANDS: dict[str, Callable[..., dict[str, Any]]] = {"follow": follow, "start_again": start_again}

if __name__ == "__main__":
    json.dump(COMMANDS[sys.argv[1]](*sys.argv[2:]), sys.stdout)
