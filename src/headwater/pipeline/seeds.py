"""What stands for the part of a history that a batch leaves as it is.

A batch changes a job's history from some moment on, its *cut*. What was before is not derived anew:
seeds stand for it, made from stored rows. A job without a cut is derived from its beginning.
"""

from dataclasses import dataclass

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

JOB_CUTS = "job_id bigint, since bigint"
DATASET_CUTS = "dataset_id bigint, since bigint"
ENTRIES = (
    "job_id bigint, entry_time bigint, rank int, run_key string, digest string, basis string,"
    " inputs array<bigint>, outputs array<bigint>, completed boolean, code_version string,"
    " code_url string, extraction_failed int, is_seed boolean"
)
FLOWS = (
    "job_id bigint, target_id bigint, source_id bigint, basis string, set_hash string,"
    " is_flow int, ends_with_target int, ends_with_source int"
)
PARENTS = "job_id bigint, parent_id bigint"
CONTROL = "job_id bigint, origin bigint, destination bigint"


@dataclass(frozen=True)
class Seeds:
    """Of jobs with a cut."""

    cuts: DataFrame
    entries: DataFrame
    """The entry that began the version in force, with what is effective just before the cut."""
    flows: DataFrame
    """Statements that hold just before the cut, source by source."""
    parents: DataFrame
    control: DataFrame

    def since(self, rows: DataFrame, time: str) -> DataFrame:
        """Of rows with a `job_id`, those at or after their job's cut."""
        return (
            rows.join(self.cuts, on="job_id", how="left")
            .where(F.col("since").isNull() | (F.col(time) >= F.col("since")))
            .drop("since")
        )


@dataclass(frozen=True)
class DatasetSeeds:
    """Of datasets with a cut."""

    cuts: DataFrame
    known: DataFrame
    """Items of the kinds `known`, `gone` and `stated` (`model.dataset_history`)."""

    def since(self, items: DataFrame) -> DataFrame:
        """Of items with a `dataset_id`, those at or after their dataset's cut.

        Of a stream all are kept: what it writes depends on what it stated before.
        """
        return (
            items.join(self.cuts, on="dataset_id", how="left")
            .where(
                F.col("since").isNull()
                | (F.col("time") >= F.col("since"))
                | (F.col("kind") == "stream")
            )
            .drop("since")
        )
