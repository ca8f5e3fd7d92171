"""The archive of Spark's classes, which Java maps instead of loading them one by one.

Loading classes is a good part of what a start of Spark and a small build cost
(docs/decisions/0023-speed.md). The archive fits the Java and the Spark that it was written by, and
Java passes over one that does not fit. `python -m headwater.pipeline.archive_classes` writes it.
"""

import sys
from pathlib import Path

CLASS_ARCHIVE = Path(sys.prefix) / "share" / "headwater" / "spark-classes.jsa"
"""Where the archive lies: in the environment that has Spark in it."""

_QUIETLY = "-Xlog:cds=off,cds+dynamic=off,class+path=off"
"""Java would print on standard output that an archive does not fit, where others expect answers."""


def mapping_classes() -> list[str]:
    """The options by which Java uses the archive, if there is one."""
    return [f'-XX:SharedArchiveFile="{CLASS_ARCHIVE}"', _QUIETLY] if CLASS_ARCHIVE.exists() else []


def archiving_classes(file: Path) -> list[str]:
    """The options by which Java writes all classes that it has loaded to a file when it ends."""
    return [f'-XX:ArchiveClassesAtExit="{file}"', _QUIETLY]
