"""`update`: what came since, in transactions of bounded size."""

from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

from headwater.log import DirectoryLog, LogWriter
from headwater.model.events import accept
from headwater.model.facts import Rules
from headwater.pipeline.spark.progress import Silent
from headwater.pipeline.update import update
from headwater.store import open_store
from tests.running.pipeline import append
from tests.stories.events import run
from tests.strategies import body_text

pytestmark = pytest.mark.spark


def test_an_empty_log_gives_an_empty_store(spark: SparkSession, tmp_path: Path) -> None:
    (tmp_path / "log").mkdir()
    with open_store(f"sqlite:///{tmp_path}/store") as store:
        summary = update(
            spark, DirectoryLog(tmp_path / "log"), store, Rules(), tmp_path / "staging"
        )
        assert (summary.events, store.positions()) == (0, {})


def test_what_came_is_applied_in_transactions_of_bounded_size(
    spark: SparkSession, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    append(log, [run("0", "a", "COMPLETE", 1, ["x"], ["y"])])
    with open_store(f"sqlite:///{tmp_path}/store") as store:
        update(spark, DirectoryLog(log), store, Rules(), tmp_path / "staging")
        later = [run(str(n), "a", "COMPLETE", n + 1, ["x"], ["y"]) for n in range(1, 4)]
        with LogWriter(log) as writer:
            writer.append_many([_item(body) for _, body in later])
        commits = _Commits()
        update(
            spark, DirectoryLog(log), store, Rules(), tmp_path / "staging", commits, batch_bytes=1
        )
        assert commits.count == len(later)
        assert len(store.query("SELECT run_key FROM runs")) == len(later) + 1


def _item(body: dict[str, Any]) -> tuple[str, str, bytes]:
    accepted = accept(body_text(body).encode())
    return "openlineage", accepted.digest, accepted.body


class _Commits(Silent):
    """Counts the transactions of an update."""

    def __init__(self) -> None:
        self.count = 0

    def stage(self, name: str, number: int, of: int) -> None:
        assert 0 < number <= of
        self.count += name == "batch"
