"""Resident memory of the pipeline over many batches of one event.

Before each sample the JVM collects garbage, so what its heap holds then is in use. The resident
memory may be larger, because Java does not give back everything that is free. Growth is the slope
of a line through the samples.
"""

import os
from collections.abc import Iterator
from itertools import islice

import numpy as np
from pyspark.sql import SparkSession

from bench.processes import KINDS, resident
from bench.progress import report
from bench.scene import Scene

SAMPLES = 10
WARM_UP = 0.2
"""The share of the batches before the first sample."""
PER_BATCHES = 1_000
COLLECTIONS = 3
"""The number of collections before a sample. Java gives memory back bit by bit."""

Row = dict[str, float]


def measure(
    spark: SparkSession, place: Scene, lines: Iterator[bytes], batches: int
) -> dict[str, list[Row]]:
    """Applies batches of one event each, and takes samples at even distances."""
    sampled = {round(at) for at in np.linspace(batches * WARM_UP, batches, SAMPLES)}
    rows: list[Row] = []
    for number, line in enumerate(islice(lines, batches), 1):
        place.applied([line])
        if number in sampled:
            rows.append({"batches": number} | _mebibytes(spark))
            report(f"{number} of {batches} batches, {rows[-1]['mib']} MiB")
    return {"memory": rows, "memory_growth": [_growth(rows)]}


def _mebibytes(spark: SparkSession) -> Row:
    jvm = spark.sparkContext._jvm  # noqa: SLF001  PySpark has no other way to reach the JVM
    assert jvm
    for _ in range(COLLECTIONS):
        jvm.java.lang.System.gc()
    java = jvm.java.lang.Runtime.getRuntime()
    found = resident(os.getpid())
    sizes = {
        "mib": sum(found.values()),
        **{f"{kind}_mib": found[kind] for kind in KINDS},
        "jvm_heap_mib": java.totalMemory() - java.freeMemory(),
    }
    return {name: round(size / 2**20, 1) for name, size in sizes.items()}


def _growth(rows: list[Row]) -> Row:
    batches = [row["batches"] for row in rows]
    slopes = {
        name: float(np.polyfit(batches, [row[name] for row in rows], 1)[0])
        for name in rows[0]
        if name != "batches"
    }
    growth = {name: round(slope * PER_BATCHES, 2) for name, slope in slopes.items()}
    return {"per_batches": PER_BATCHES} | growth
