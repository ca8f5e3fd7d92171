"""Folding the items of a batch: by plans that are made once, or made for them; in one task, or in
several."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from headwater.model.datasets.items import DeclaredItem, NodeItem
from headwater.model.facts import Rules
from headwater.model.jobs.items import JobEventItem, NamesItem
from headwater.pipeline.batch.runner import PreparedRunner, ReplanningRunner, Runner
from headwater.pipeline.derive.items import DATASETS, JOBS, ItemRow, item_row
from headwater.pipeline.source.stored import Rows
from tests.running.pipeline import assert_same, followed, rows
from tests.semantics.batches.conftest import shuffled
from tests.strategies import apart, example_worlds

pytestmark = pytest.mark.spark

CODE_FROM = Rules().code_from
KEYS = [(1 << 60) * number for number in range(1, 8)]
"""Histories that different tasks fold, where there are several."""


def job_items(digest: str) -> Iterator[ItemRow]:
    for key in KEYS:
        yield item_row(key, JobEventItem(digest, 5, "[1]", "[]", "[]"))
        yield item_row(key, NamesItem("etl", f"Käse {key}"))


def dataset_items(digest: str) -> Iterator[ItemRow]:
    for key in KEYS:
        yield item_row(key, DeclaredItem(digest, key, 5, None, "v1", None, None))
        yield item_row(key, NodeItem(key, "db", f"Käse {key}", 1))


def made(runner: Runner, digest: str) -> dict[str, Rows]:
    found = runner.run(JOBS, list(job_items(digest)))
    found |= runner.run(DATASETS, list(dataset_items(digest)))
    return {name: sorted(rows, key=repr) for name, rows in found.items()}


@pytest.mark.parametrize("directory", ["plans", "a=b@(1) é%20#?"])
@pytest.mark.parametrize("shards", [1, 2, 3, 7])
def test_a_plan_that_is_run_again_folds_the_new_items(
    spark: SparkSession,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    directory: str,
    shards: int,
) -> None:
    monkeypatch.chdir(tmp_path)
    plans = PreparedRunner(spark, Path(directory), CODE_FROM, shards=shards, worth_sharing=4)
    anew = ReplanningRunner(spark, CODE_FROM)
    for digest in ("first", "second", "first"):
        found = made(plans, digest)
        assert found == made(anew, digest)
        assert {row["began_digest"] for row in found["job_versions"]} == {digest}
        assert sorted(row["dataset_id"] for row in found["dataset_versions"]) == KEYS
    assert plans.run(JOBS, ()) == plans.run(DATASETS, ()) == {}


@pytest.mark.parametrize("shards", [1, 2, pytest.param(3, marks=pytest.mark.slow), 7])
def test_histories_folded_in_several_tasks_are_those_of_one(
    spark: SparkSession, runner: Runner, tmp_path: Path, shards: int
) -> None:
    batches = shuffled(apart(example_worlds(seed=20, n=30)), seed=20, batches=3)
    apart_runner = PreparedRunner(spark, tmp_path / "live", CODE_FROM, shards, worth_sharing=1)
    with (
        followed(apart_runner, tmp_path / "apart", batches) as found,
        followed(runner, tmp_path / "together", batches) as expected,
    ):
        assert_same(rows(found), rows(expected))
