"""What executors on other machines must have for a rebuild: this program, and the log it reads."""

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Set
from importlib.metadata import version

import msgspec
import pyarrow as pa
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from headwater.errors import SparkUnavailableError
from headwater.log import EventLog
from headwater.pipeline.spark.session import cores, is_local

_PROGRAM = "headwater"


def require_ready(spark: SparkSession, log: EventLog, segments: Collection[str]) -> None:
    """SparkUnavailableError unless all executors have this program and see these segments.

    A task on every core is asked. An executor that joins later is not: it fails when it reads.
    """
    if is_local(spark):
        return
    tasks, own = cores(spark), version(_PROGRAM)
    question = _question(msgspec.json.encode(log.address), frozenset(segments))
    asked = spark.range(0, tasks, 1, tasks).mapInArrow(
        question, "host string, program string, lacking long, error string"
    )
    try:
        answers = asked.collect()
    except PySparkException as error:
        raise SparkUnavailableError(
            f"Spark's executors cannot run our functions: {_first_line(error)}. {_needs(own)}"
        ) from error
    for host, program, lacking, problem in answers:
        if program != own:
            found = f"has Headwater {program}" if program else f"has no Headwater: {problem}"
            raise SparkUnavailableError(f"the executor on {host} {found}. {_needs(own)}")
        if lacking:
            found = problem or f"it lacks {lacking} of {len(segments)} segments there"
            raise SparkUnavailableError(
                f"the executor on {host} does not see the log {log}: {found}. Put the log where"
                " all executors see it at the same path, or use Kafka as the log (the setting"
                " `log`); or build with a Spark of this machine (no `spark_remote`, and"
                " spark_master=local[*])"
            )


def _question(
    address: bytes, segments: Set[str]
) -> Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    """What each task runs. It is sent as it is here, whereas other functions are sent by their
    name: so it works where this program is missing, and says so."""
    program = _PROGRAM

    def answers(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import socket
        from importlib import metadata

        import pyarrow as pa

        host, found, lacking, error = socket.gethostname(), "", len(segments), ""
        try:
            found = metadata.version(program)
            from msgspec.json import decode

            from headwater.log import LogAddress, open_log

            seen = open_log(decode(address, type=LogAddress)).head()
            lacking = len(segments - seen.keys())
        except Exception as failure:  # noqa: BLE001  the driver reports it
            error = f"{type(failure).__name__}: {failure}"
        columns = {"host": host, "program": found, "lacking": lacking, "error": error}
        for batch in batches:
            yield pa.RecordBatch.from_pydict(
                {name: [value] * batch.num_rows for name, value in columns.items()}
            )

    return answers


def _needs(own: str) -> str:
    python = ".".join(map(str, sys.version_info[:2]))
    return (
        f"Install Headwater {own} with the extra `server` for Python {python} on every machine of"
        " Spark, the server of Spark Connect too, and let its PYSPARK_PYTHON name that Python"
    )


def _first_line(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    named = [line for line in lines if "Error" in line or "MISMATCH" in line]
    return (named or lines or [type(error).__name__])[-1]
