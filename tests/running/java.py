"""The JVMs that tests start, and what makes them quick.

Half of what it costs to start Spark is loading its classes. A JVM that maps them from an archive
does without that. `make test` writes the archive once: `python -m tests.running.java`. Without it,
or with one that was written by another Java or for another Spark, tests are slower, not different.
"""

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

ARCHIVE = Path(__file__).parents[2] / ".venv" / "spark-classes.jsa"


def java_options(*more: str) -> str:
    """For JDK_JAVA_OPTIONS, with `more` in it."""
    # No JVM of a test lives long enough to make up for compiling well.
    options = ["-XX:TieredStopAtLevel=1", *more]
    if ARCHIVE.exists():
        # It would print that an archive does not fit, where others expect an answer.
        options += [f"-XX:SharedArchiveFile={ARCHIVE}", "-Xlog:disable"]
    return " ".join(options)


def write_archive() -> None:
    """Archives the classes that Spark loads until it has run its first plan."""
    from headwater.pipeline.spark.session import session

    with TemporaryDirectory(prefix="headwater-classes-", dir=ARCHIVE.parent) as name:
        written, log = Path(name, "classes"), Path(name, "log")
        options = f"-XX:ArchiveClassesAtExit={written} -XX:TieredStopAtLevel=1 -Xlog:disable"
        with patch.dict(os.environ, JDK_JAVA_OPTIONS=options):
            spark = session("headwater-classes", master="local[1]", memory="1g", log=log)
        spark.range(1).count()
        gateway = spark.sparkContext._gateway
        assert gateway
        spark.stop()
        gateway.proc.stdin.close()  # it ends when it hears that nobody can tell it anything
        if gateway.proc.wait() == 0 and written.exists():
            written.replace(ARCHIVE)
        else:
            said = log.read_text(errors="replace")
            sys.stderr.write(f"{said}\nThis Java archives no classes; tests do without it\n")


if __name__ == "__main__":
    write_archive()
