"""Seeds: rows that stand for the part of a history before its window.

A batch derives a history only inside a window (`headwater.pipeline.histories.windows`). Seeds, made
from stored rows, stand for what was before. A history without a seed is derived from its beginning.
"""

from dataclasses import dataclass

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

DATASET_WINDOWS = "dataset_id bigint, since bigint, until bigint, family_id bigint"


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
