"""The Spark session: local by default, on a cluster when the master says so."""

import os
import re
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from subprocess import CalledProcessError

from py4j.protocol import Py4JError
from pyspark.errors import PySparkRuntimeError
from pyspark.sql import SparkSession, is_remote
from pyspark.sql import functions as F

from headwater.errors import SparkUnavailableError
from headwater.pipeline.spark.class_archive import mapping_classes
from headwater.pipeline.spark.java import java_end, leave_java, start_java

ANSWER_SECONDS = 1.0
"""So long after Java has closed its connections the system may still count it among the living."""

TASKS_PER_CORE = 4
"""Into so many parts for each core rows are shuffled: a core that is done early takes another, and
none holds too much in memory. Spark joins parts that turn out to be small."""

_PARTITIONS = "spark.sql.shuffle.partitions"
_QUIET = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    # Spark describes each plan that it runs to the page that is switched off: in few words, then.
    "spark.sql.ui.explainMode": "simple",
    # PySpark would tell Java, at every step of a plan, from which line of Python it comes.
    "spark.python.sql.dataFrameDebugging.enabled": "false",
}
"""Settings that keep a Java of our own from talking more than anybody listens."""
SETTINGS = {
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.execution.arrow.pyspark.enabled": "true",
    "spark.sql.sources.default": "parquet",
    # Facet values and event rows are wide. Small batches keep the memory of Python workers small.
    "spark.sql.execution.arrow.maxRecordsPerBatch": "5000",
    # Stages are written, read once or twice, and removed, so speed matters more than size.
    "spark.sql.parquet.compression.codec": "snappy",
    # Small tables (names, aliases) are broadcast. Everything else is joined by sorting.
    "spark.sql.autoBroadcastJoinThreshold": str(32 << 20),
}
"""Settings of every session, on whatever Spark it runs."""
_COLLECTOR = "-XX:+UseParallelGC"
"""On few cores it costs a fifth less than the default, whose short pauses are useless here."""
_SIMPLY = ("-XX:TieredStopAtLevel=1", "-XX:ReservedCodeCacheSize=240m")
"""Java compiles simply. A third of what a small build takes is spent on compiling well. What is
compiled simply takes more space than Java then sets apart, and would be swept out and compiled
again."""
_LOCAL = re.compile(r"local(\[.*\])?")
"""Masters whose executor is a thread of the driver's own process."""
_OPTIONS = ("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS")
"""Variables that pass options to Java. It does not start if two collectors are chosen."""


def session(
    name: str = "headwater",
    *,
    master: str = "local[*]",
    memory: str = "4g",
    partitions: int | None = None,
    log: Path | None = None,
    brief: bool = False,
    java_options: Sequence[str] | None = None,
) -> SparkSession:
    """The running session, or a new one. A `brief` one ends before it pays to compile well.

    `java_options` take the place of those by which Java maps classes from an archive.

    `partitions` is into how many parts a rebuild shuffles rows; None leaves it to Spark's own
    settings, or else to the number of cores (`tuned`).

    Workers must use this interpreter, otherwise they would miss the packages installed beside it.
    What the JVM prints goes to the file `log`, if given, and does not get between our own lines.
    """
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ.setdefault("PYSPARK_DRIVER_PYTHON", sys.executable)
    options = {"spark.app.name": name, "spark.master": master, **_QUIET, **SETTINGS}
    if master.startswith("local"):
        os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
        options["spark.driver.bindAddress"] = "127.0.0.1"
    java = list(mapping_classes() if java_options is None else java_options)
    java += _SIMPLY if brief else ()
    if not any(re.search(r"-XX:\+Use\w+GC", os.environ.get(name, "")) for name in _OPTIONS):
        java.append(_COLLECTOR)
    if java:
        options["spark.driver.extraJavaOptions"] = " ".join(java)
    options["spark.driver.memory"] = memory
    if partitions is not None:
        options[_PARTITIONS] = str(partitions)
    try:
        start_java(options, log)
        spark = SparkSession.builder.config(map={**options}).getOrCreate()
    except (CalledProcessError, PySparkRuntimeError, Py4JError) as error:
        leave_java()  # otherwise a half-started JVM would be taken for a session the next time
        hint = f"; what Java said is in {log}" if log else ""
        raise SparkUnavailableError(
            "Spark did not start: it needs Java 17 or newer, found by JAVA_HOME or on the PATH or"
            " installed by `pip install 'headwater[java]'`, "
            f"and a master that answers (now {master}){hint}"
        ) from error
    except BaseException:
        leave_java()
        raise
    spark.sparkContext.setLogLevel("ERROR")
    return spark


_SMALL = {
    # With little data, planning and compiling cost more than the rows.
    _PARTITIONS: "1",
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
}


_TOGETHER = {
    "spark.sql.autoBroadcastJoinThreshold": "-1",
    "spark.sql.files.maxPartitionBytes": str(1 << 62),
    "spark.sql.files.minPartitionNum": "1",
    # Files look very long when plans are made, and large ones would be spread over partitions.
    "spark.sql.sources.fileCompressionFactor": "1e-15",
    # This rule would push the join below the union that puts the rows into one partition.
    "spark.sql.optimizer.excludedRules": (
        "org.apache.spark.sql.catalyst.optimizer.PushDownLeftSemiAntiJoin"
    ),
}
"""Settings that keep all rows of a plan in one partition from beginning to end."""


def live_session(spark: SparkSession) -> SparkSession:
    """A session beside `spark`, in the same process, with settings for batches.

    All rows of a batch are in one partition, and none are broadcast. So plans have no exchanges,
    and can be run again (`headwater.pipeline.plans.prepared`).
    """
    own = spark.newSession()
    for key, value in (_SMALL | _TOGETHER).items():
        own.conf.set(key, value)
    return own


@contextmanager
def tuned(spark: SparkSession, *, small: bool) -> Iterator[None]:
    """Sets the session for little data, or for much, inside the block, and back afterwards."""
    settings = _SMALL if small else _large(spark)
    before = {key: spark.conf.get(key, None) for key in settings}
    for key, value in settings.items():
        spark.conf.set(key, value)
    try:
        yield
    finally:
        for key, old in before.items():
            if old is None:
                spark.conf.unset(key)
            else:
                spark.conf.set(key, old)


def _large(spark: SparkSession) -> dict[str, str]:
    """The settings for much data. What Spark's own settings say about partitions counts."""
    if spark.conf.get(_PARTITIONS, None) is not None:
        return {}
    return {_PARTITIONS: str(TASKS_PER_CORE * cores(spark))}


def cores(spark: SparkSession) -> int:
    """How many tasks can run at once, on all executors that have joined by now."""
    if is_remote():  # it does not tell, but cuts a range into so many parts
        return spark.range(1 << 16).select(F.spark_partition_id()).distinct().count()
    return spark.sparkContext.defaultParallelism


def is_local(spark: SparkSession) -> bool:
    """Whether the executor is a thread of the driver's own process, so that it sees what we see."""
    return not is_remote() and bool(_LOCAL.fullmatch(str(spark.conf.get("spark.master"))))


def loss(spark: SparkSession) -> str:
    """Why the session can do no more, in words: its JVM is gone, or its cluster has ended it."""
    if end := java_end():
        return end
    try:
        has_stopped = bool(spark.sparkContext._jsc.sc().isStopped())  # noqa: SLF001
    except Exception:  # noqa: BLE001  how it fails depends on where the JVM died
        return java_end(within=ANSWER_SECONDS) or "Java, which Spark runs in, does not answer"
    return "Spark has stopped" if has_stopped else ""


def discard(spark: SparkSession) -> None:
    """Forgets a session that is lost, so that `session` can make another."""
    with warnings.catch_warnings(), suppress(Exception):
        warnings.simplefilter("ignore")  # that it does not stop cleanly is expected here
        spark.sparkContext.stop()
    leave_java()
