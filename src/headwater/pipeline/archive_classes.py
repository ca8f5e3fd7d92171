"""Writing the archive of Spark's classes: `python -m headwater.pipeline.archive_classes`."""

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from pyspark.sql import SparkSession

from headwater.errors import HeadwaterError, SparkUnavailableError, in_words
from headwater.log import DirectoryLog
from headwater.model.events import accept
from headwater.model.facts import Rules
from headwater.pipeline.batch.runner import warmed_up
from headwater.pipeline.build import rebuild
from headwater.pipeline.spark.class_archive import CLASS_ARCHIVE, archiving_classes
from headwater.pipeline.spark.java import wait_for_end_of_java
from headwater.pipeline.spark.session import session
from headwater.store import open_store

DUMP_SECONDS = 120.0
"""How long Java may take to end, as it writes the archive while it ends."""


def archive_classes() -> None:
    """Archives the classes that a rebuild and batches load.

    SparkUnavailableError if Java writes no archive. What it printed then lies beside the place of
    the archive.
    """
    CLASS_ARCHIVE.parent.mkdir(parents=True, exist_ok=True)
    java_output = CLASS_ARCHIVE.with_suffix(".log")
    with TemporaryDirectory(prefix="classes-", dir=CLASS_ARCHIVE.parent) as name:
        written = Path(name, "classes")
        spark = session(
            "headwater-classes",
            master="local[1]",
            memory="1g",
            log=java_output,
            java_options=archiving_classes(written),
        )
        _use(spark, Path(name))
        spark.stop()
        code = wait_for_end_of_java(DUMP_SECONDS)
        if code != 0 or not written.exists():
            how = "did not end" if code is None else f"ended with {code}"
            raise SparkUnavailableError(
                f"Java {how} and wrote no archive; what it said is in {java_output}"
            )
        written.replace(CLASS_ARCHIVE)
    java_output.unlink()


def _use(spark: SparkSession, directory: Path) -> None:
    """Lets Java load all that a rebuild and batches need, whatever these derive."""
    event = {
        "eventTime": "2024-01-01T00:00:00Z",
        "eventType": "COMPLETE",
        "run": {"runId": "one"},
        "job": {"namespace": "classes", "name": "load"},
        "outputs": [{"namespace": "classes", "name": "loaded"}],
    }
    log = DirectoryLog(directory / "log")
    one = accept(json.dumps(event).encode())
    with log.appender() as appender:
        appender.append_many([("openlineage", one.digest, one.body)])
    with open_store(f"sqlite:///{directory}/store") as store:
        rebuild(spark, log, store, Rules(), directory / "staging")
    warmed_up(spark, directory / "live", Rules().code_from)


if __name__ == "__main__":
    try:
        archive_classes()
    except (OSError, HeadwaterError) as error:
        sys.exit(
            f"No archive of classes in {CLASS_ARCHIVE.parent}: {in_words(error)}. All works as well"
            " without one, and starts more slowly"
        )
