"""Writing the archive of Spark's classes: `python -m headwater.pipeline.archive_classes`."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from headwater.errors import HeadwaterError, SparkUnavailableError, in_words
from headwater.model.facts import Rules
from headwater.pipeline.plans.prepared import PreparedRunner
from headwater.pipeline.spark.class_archive import CLASS_ARCHIVE, archiving_classes
from headwater.pipeline.spark.java import wait_for_end_of_java
from headwater.pipeline.spark.session import session
from headwater.pipeline.warm_up import warmed_up

DUMP_SECONDS = 120.0
"""So long Java may take to end, as it writes the archive then."""


def archive_classes() -> None:
    """Archives the classes that a rebuild and batches load.

    SparkUnavailableError if Java writes no archive. What it said is then beside where the archive
    would be.
    """
    CLASS_ARCHIVE.parent.mkdir(parents=True, exist_ok=True)
    said = CLASS_ARCHIVE.with_suffix(".log")
    with TemporaryDirectory(prefix="classes-", dir=CLASS_ARCHIVE.parent) as name:
        written = Path(name, "classes")
        spark = session(
            "headwater-classes",
            master="local[1]",
            memory="1g",
            log=said,
            brief=True,
            java_options=archiving_classes(written),
        )
        if not isinstance(warmed_up(spark, Path(name, "live"), Rules()), PreparedRunner):
            raise SparkUnavailableError("plans did not pass their trial, so not all is loaded")
        spark.stop()
        code = wait_for_end_of_java(DUMP_SECONDS)
        if code != 0 or not written.exists():
            how = "did not end" if code is None else f"ended with {code}"
            raise SparkUnavailableError(
                f"Java {how} and wrote no archive; what it said is in {said}"
            )
        written.replace(CLASS_ARCHIVE)
    said.unlink()


if __name__ == "__main__":
    try:
        archive_classes()
    except (OSError, HeadwaterError) as error:
        sys.exit(
            f"No archive of classes in {CLASS_ARCHIVE.parent}: {in_words(error)}. All works as well"
            " without one, and starts more slowly"
        )
