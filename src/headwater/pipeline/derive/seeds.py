"""Seeds: rows that stand for the part of a history before its window.

A batch derives a history only inside a window (`headwater.pipeline.histories.windows`). Seeds, made
from stored rows, stand for what was before. A history without a seed is derived from its beginning.
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
    " is_seed boolean, listed_before int, stated_before int"
)
FLOWS = (
    "job_id bigint, target_id bigint, source_id bigint, basis string, set_hash string,"
    " is_flow int, ends_with_target int, ends_with_source int"
)
PARENTS = "job_id bigint, parent_id bigint"
CONTROL = "job_id bigint, origin bigint, destination bigint"


@dataclass(frozen=True)
class Seeds:
    """The windows of jobs, and the seeds for what was before them."""

    windows: DataFrame
    entries: DataFrame
    """The entry that began the version in force, with what is effective just before the window."""
    flows: DataFrame
    """The statements that hold just before the window, source by source."""
    parents: DataFrame
    control: DataFrame

    def within(self, rows: DataFrame, time: str) -> DataFrame:
        """The rows that lie in their job's window. Rows need a `job_id`."""
        inside = (F.col(time) >= F.col("since")) & (F.col(time) < F.col("until"))
        windowed = rows.join(self.windows, on="job_id", how="left")
        return windowed.where(F.col("since").isNull() | inside).drop("since", "until")

    def wholly(self, rows: DataFrame) -> DataFrame:
        """The rows of jobs whose window has no end. Rows need a `job_id`."""
        ending = self.windows.where(F.col("until") != FOREVER).select("job_id")
        return rows.join(ending, on="job_id", how="left_anti")


@dataclass(frozen=True)
class DatasetSeeds:
    """The windows of datasets, and what is known of them outside."""

    windows: DataFrame
    """The datasets of a family are derived together (`model.dataset_families`)."""
    known: DataFrame
    """Items that describe the rest of the history (`model.dataset_history`)."""

    def within(self, items: DataFrame) -> DataFrame:
        """The items that lie in their dataset's window. Items need a `dataset_id`.

        All items of a stream are kept, because what it writes depends on what it states before and
        after.
        """
        windowed = items.join(self.windows.drop("family_id"), on="dataset_id", how="left")
        inside = (F.col("time") >= F.col("since")) & (F.col("time") < F.col("until"))
        is_kept = F.col("since").isNull() | inside | (F.col("kind") == "stream")
        return windowed.where(is_kept).drop("since", "until")
