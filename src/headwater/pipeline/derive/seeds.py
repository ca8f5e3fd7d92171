"""What stands for the part of a history that comes before its window.

A batch derives a history in a window (`headwater.pipeline.histories.windows`). Seeds, made from
stored rows, stand for what was before. A history without seeds is derived from its beginning.
"""

from dataclasses import dataclass

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from headwater.store.tables import FOREVER

JOB_WINDOWS = "job_id bigint, since bigint, until bigint"
DATASET_WINDOWS = "dataset_id bigint, since bigint, until bigint, family_id bigint"
ENTRIES = (
    "job_id bigint, entry_time bigint, rank int, run_key string, digest string, basis string,"
    " inputs array<bigint>, outputs array<bigint>, completed boolean, code_version string,"
    " code_url string, code_sql string, code_source string, extraction_failed int,"
    " is_seed boolean, listed_before int, spoken_before int"
)
FLOWS = (
    "job_id bigint, target_id bigint, source_id bigint, basis string, set_hash string,"
    " is_flow int, ends_with_target int, ends_with_source int"
)
PARENTS = "job_id bigint, parent_id bigint"
CONTROL = "job_id bigint, origin bigint, destination bigint"


@dataclass(frozen=True)
class Seeds:
    """Of jobs."""

    windows: DataFrame
    entries: DataFrame
    """The entry that began the version in force, with what is effective just before the window."""
    flows: DataFrame
    """Statements that hold just before the window, source by source."""
    parents: DataFrame
    control: DataFrame

    def within(self, rows: DataFrame, time: str) -> DataFrame:
        """Of rows with a `job_id`, those in their job's window."""
        inside = (F.col(time) >= F.col("since")) & (F.col(time) < F.col("until"))
        windowed = rows.join(self.windows, on="job_id", how="left")
        return windowed.where(F.col("since").isNull() | inside).drop("since", "until")

    def wholly(self, rows: DataFrame) -> DataFrame:
        """Of rows with a `job_id`, those of jobs whose window has no end."""
        ending = self.windows.where(F.col("until") != FOREVER).select("job_id")
        return rows.join(ending, on="job_id", how="left_anti")


@dataclass(frozen=True)
class DatasetSeeds:
    """Of datasets."""

    windows: DataFrame
    """Those of a family are derived together (`model.dataset_families`)."""
    known: DataFrame
    """Items that tell what is known of the rest (`model.dataset_history`)."""

    def within(self, items: DataFrame) -> DataFrame:
        """Of items with a `dataset_id`, those in their dataset's window.

        Of a stream all are kept: what it writes depends on what it states before and after.
        """
        windowed = items.join(self.windows.drop("family_id"), on="dataset_id", how="left")
        inside = (F.col("time") >= F.col("since")) & (F.col("time") < F.col("until"))
        is_kept = F.col("since").isNull() | inside | (F.col("kind") == "stream")
        return windowed.where(is_kept).drop("since", "until")
