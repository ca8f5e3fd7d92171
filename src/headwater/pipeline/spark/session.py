"""The Spark session: local by default, on a cluster when the master says so."""

import os
import re
import signal
import subprocess
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

from py4j.protocol import Py4JError
from pyspark import SparkContext
from pyspark.errors import PySparkRuntimeError
from pyspark.sql import SparkSession

from headwater.errors import SparkUnavailableError

JAVA_END_SECONDS = 10.0

_SETTINGS = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
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
_COLLECTOR = "-XX:+UseParallelGC"
"""On few cores it costs a fifth less than the default, whose short pauses are useless here."""
_OPTIONS = ("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS")
"""Variables that pass options to Java. It does not start if two collectors are chosen."""


def session(
    name: str = "headwater",
    *,
    master: str = "local[*]",
    memory: str = "4g",
    partitions: int = 8,
    log: Path | None = None,
) -> SparkSession:
    """The running session, or a new one.

    Workers must use this interpreter, otherwise they would miss the packages installed beside it.
    What the JVM prints goes to the file `log`, if given, and does not get between our own lines.
    """
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ.setdefault("PYSPARK_DRIVER_PYTHON", sys.executable)
    builder = SparkSession.builder.appName(name).master(master)
    if master.startswith("local"):
        os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
        builder = builder.config("spark.driver.bindAddress", "127.0.0.1")
    for key, value in _SETTINGS.items():
        builder = builder.config(key, value)
    if not any(re.search(r"-XX:\+Use\w+GC", os.environ.get(name, "")) for name in _OPTIONS):
        builder = builder.config("spark.driver.extraJavaOptions", _COLLECTOR)
    builder = builder.config("spark.driver.memory", memory)
    builder = builder.config("spark.sql.shuffle.partitions", str(partitions))
    try:
        with _errors_to(log), _undisturbed():
            spark = builder.getOrCreate()
    except (PySparkRuntimeError, Py4JError) as error:
        _leave_java()  # otherwise a half-started JVM would be taken for a session the next time
        hint = f"; what Java said is in {log}" if log else ""
        raise SparkUnavailableError(
            f"Spark did not start: it needs Java 17 or newer, found by JAVA_HOME or on the PATH, "
            f"and a master that answers (now {master}){hint}"
        ) from error
    spark.sparkContext.setLogLevel("ERROR")
    return spark


@contextmanager
def _errors_to(log: Path | None) -> Iterator[None]:
    """Processes started inside the block have `log` as their standard error, and keep it."""
    if log is None:
        yield
        return
    log.parent.mkdir(parents=True, exist_ok=True)
    own = os.dup(2)
    try:
        with log.open("wb") as file:
            os.dup2(file.fileno(), 2)
        yield
    finally:
        os.dup2(own, 2)
        os.close(own)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Delays a signal that would end us until Java has started, unless it comes twice.

    PySpark and the JVM find each other by a file. If PySpark is interrupted before that, it removes
    the file, and a JVM that cannot write it runs for ever.
    """
    signals: list[int] = []
    before = {int(number): signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    handlers = {number: handler for number, handler in before.items() if callable(handler)}

    def wait(number: int, frame: FrameType | None) -> None:
        signals.append(number)
        if len(signals) > 1:
            handlers[number](number, frame)

    if (
        threading.current_thread() is not threading.main_thread()
    ):  # only the main thread gets signals
        yield
        return
    for number in handlers:
        signal.signal(number, wait)
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for number in signals[:1]:
            signal.raise_signal(number)


_SMALL = {
    # With little data, planning and compiling cost more than the rows.
    "spark.sql.shuffle.partitions": "1",
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
    """Sets the session for little data inside the block, if `small`, and back afterwards."""
    if not small:
        yield
        return
    before = {key: spark.conf.get(key, None) for key in _SMALL}
    for key, value in _SMALL.items():
        spark.conf.set(key, value)
    try:
        yield
    finally:
        for key, old in before.items():
            if old is None:
                spark.conf.unset(key)
            else:
                spark.conf.set(key, old)


def is_lost(spark: SparkSession) -> bool:
    """Whether the session can do no more, because its JVM is gone or its cluster has ended it."""
    try:
        return bool(spark.sparkContext._jsc.sc().isStopped())  # noqa: SLF001
    except Exception:  # noqa: BLE001  how it fails depends on where the JVM died
        return True


def discard(spark: SparkSession) -> None:
    """Forgets a session that is lost, so that `session` can make another."""
    with warnings.catch_warnings(), suppress(Exception):
        warnings.simplefilter("ignore")  # that it does not stop cleanly is expected here
        spark.sparkContext.stop()
    _leave_java()


def _leave_java() -> None:
    """Ends whatever is left of a JVM. PySpark has no other way to get rid of one."""
    process = getattr(SparkContext._gateway, "proc", None)  # noqa: SLF001
    if process is not None:
        process.stdin.close()  # the JVM ends when its standard input is closed
        try:
            process.wait(JAVA_END_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    SparkContext._active_spark_context = None  # noqa: SLF001
    SparkContext._gateway = None  # noqa: SLF001
    SparkContext._jvm = None  # noqa: SLF001
    SparkSession._instantiatedSession = None  # noqa: SLF001
    SparkSession._activeSession = None  # noqa: SLF001
