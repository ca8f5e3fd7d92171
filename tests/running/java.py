"""The JVMs that tests start, and what makes them quick."""

from headwater.pipeline.spark.class_archive import mapping_classes


def java_options(*more: str) -> str:
    """For JDK_JAVA_OPTIONS, with `more` in it.

    No JVM of a test lives long enough to make up for compiling well. What is compiled simply takes
    more space than Java then sets apart.
    """
    simply = ("-XX:TieredStopAtLevel=1", "-XX:ReservedCodeCacheSize=240m")
    return " ".join([*simply, *mapping_classes(), *more])
