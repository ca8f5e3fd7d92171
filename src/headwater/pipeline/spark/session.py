"""The Spark session: local by default, on a cluster when the master says so."""

import os
import re
import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from subprocess import CalledProcessError
from typing import Any

from py4j.protocol import Py4JError
from pyspark.errors import PySparkRuntimeError
from pyspark.sql import SparkSession, is_remote
from pyspark.sql import functions as F

from headwater.errors import SparkUnavailableError
from headwater.pipeline.derive.packs import SMALL
from headwater.pipeline.spark.class_archive import mapping_classes
from headwater.pipeline.spark.java import java_end, leave_java, start_java

ANSWER_SECONDS = 1.0
"""How long the system may still list Java as running after Java has closed its connections."""

_PARTITIONS = "spark.sql.shuffle.partitions"
_QUIET = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    # Spark describes each plan that it runs for its web page. The page is switched off, so few
    # words do.
    "spark.sql.ui.explainMode": "simple",
    # PySpark would tell Java, at every step of a plan, which line of Python the step comes from.
    "spark.python.sql.dataFrameDebugging.enabled": "false",
}
"""Settings that keep a Java of our own from reporting what nobody reads."""
SETTINGS = {
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.execution.arrow.pyspark.enabled": "true",
    "spark.sql.sources.default": "parquet",
    # Stages are written, read once or twice, and removed, so speed matters more than size.
    "spark.sql.parquet.compression.codec": "snappy",
}
"""Settings of every session, on whatever Spark it runs."""
_COLLECTOR = "-XX:+UseParallelGC"
"""On few cores it costs a fifth less than the default, whose short pauses are useless here."""
_SIMPLY = ("-XX:TieredStopAtLevel=1", "-XX:ReservedCodeCacheSize=240m")
"""Java compiles simply. It only moves packs, and would spend more on compiling its code well than
that could save. Code that is compiled simply takes more space than Java then sets apart, and would
be swept out and compiled again."""
_WORKER_DAEMON = "headwater.pipeline.worker_daemon"
"""The program that forks Python workers. It is used on this machine alone, where Headwater is
certain to be installed."""
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
    java_options: Sequence[str] | None = None,
) -> SparkSession:
    """The running session, or a new one.

    `java_options` take the place of those by which Java maps classes from an archive.

    `partitions` is into how many places a rebuild brings rows together; None leaves it to Spark's
    own settings, or else to the size of the log (`headwater.pipeline.build`).

    Workers must use this interpreter, otherwise they would miss the packages installed beside it.
    What the JVM prints goes to the file `log`, if given, and does not get between our own lines.
    """
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ.setdefault("PYSPARK_DRIVER_PYTHON", sys.executable)
    options = {"spark.app.name": name, "spark.master": master, **_QUIET, **SETTINGS}
    if master.startswith("local"):
        os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
        options["spark.driver.bindAddress"] = "127.0.0.1"
        options["spark.python.daemon.module"] = _WORKER_DAEMON
    java = [*(mapping_classes() if java_options is None else java_options), *_SIMPLY]
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
    _expect_the_end_of_java(spark)
    return spark


def _expect_the_end_of_java(spark: SparkSession) -> None:
    """Keeps the server that Java reports accumulators to from printing that Java has ended.

    Whoever uses Java notices, and says what it means (`loss`).
    """
    server: Any = spark.sparkContext._accumulatorServer  # noqa: SLF001  PySpark has no other way to it
    printing = server.handle_error

    def handle(request: object, client: object) -> None:
        if not isinstance(sys.exception(), EOFError):
            printing(request, client)

    server.handle_error = handle


_PLAIN = {
    # Plans are so plain that to compile them costs more than they gain by it.
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    # Packs are large, so few of them are held at a time.
    "spark.sql.execution.arrow.maxRecordsPerBatch": str(SMALL),
    "spark.sql.parquet.columnarReaderBatchSize": str(SMALL),
}
"""Settings under which packs are moved (`derive.packs`)."""


def plain_session(spark: SparkSession) -> SparkSession:
    """A session under whose settings packs are moved: one beside `spark`, in the same process; on a
    Spark Connect server `spark` itself, which nobody else uses and which ends with the command."""
    own = spark if is_remote() else spark.newSession()
    for key, value in _PLAIN.items():
        own.conf.set(key, value)
    return own


def places(spark: SparkSession) -> int | None:
    """Into how many places rows are brought together, if the session says so."""
    configured = spark.conf.get(_PARTITIONS, None)
    return None if configured is None else int(configured)


def cores(spark: SparkSession) -> int:
    """How many tasks can run at once, on all executors that have joined by now."""
    if is_remote():  # a server does not say, but it cuts a range into as many parts
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
