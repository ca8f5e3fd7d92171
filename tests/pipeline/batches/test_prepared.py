"""Plans that are made once and run again over new rows."""

import json
from collections.abc import Mapping
from pathlib import Path

import pyarrow as pa
import pytest
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from headwater.model.facts import Rules
from headwater.pipeline import warm_up
from headwater.pipeline.derive.steps import Stage
from headwater.pipeline.plans.chains import FOLD
from headwater.pipeline.plans.prepared import (
    Chain,
    ExchangeError,
    Leaves,
    PreparedRunner,
    ReplanningRunner,
    Runner,
    packed,
    unpacked,
)
from headwater.pipeline.source.log_source import ARROW_SCHEMA
from headwater.pipeline.source.stored import Rows
from headwater.pipeline.spark.session import live_session

pytestmark = pytest.mark.spark


def _derive(leaves: Mapping[str, DataFrame], stage: Stage) -> None:
    summed = stage("summed", leaves["sold"].groupBy("shop").agg(F.sum("price").alias("total")))
    named = summed.join(leaves["shops"], on="shop", how="left")
    stage("tables", packed({"named": named, "shops": leaves["shops"]}))


CHAIN = Chain(
    "sales", {"sold": "shop bigint, price bigint", "shops": "shop bigint, name string"}, _derive
)
FIRST: Leaves = {
    "sold": [{"shop": 1, "price": 2}, {"shop": 1, "price": 3}],
    "shops": [{"shop": 1, "name": "Käse"}],
}
SECOND: Leaves = {
    "sold": pa.table({"shop": [1, 2], "price": [7, None]}),
    "shops": [{"shop": 2, "name": None}],
}


def _told(runner: Runner, leaves: Leaves) -> tuple[Rows, Rows]:
    made = runner.run(CHAIN, leaves)
    rows = unpacked(made["tables"], ("named", "shops"))
    return sorted(rows["named"], key=lambda row: row["shop"]), rows["shops"]


@pytest.mark.parametrize("directory", ["plans", "a=b@(1) é%20#?"])
def test_a_plan_that_is_run_again_reads_the_new_rows(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, directory: str
) -> None:
    monkeypatch.chdir(tmp_path)
    own = live_session(spark)
    plans = PreparedRunner(own, Path(directory), [CHAIN])
    for leaves in (FIRST, SECOND, {"sold": [], "shops": []}, FIRST):
        assert _told(plans, leaves) == _told(ReplanningRunner(own), leaves)
    assert _told(plans, FIRST) == (
        [{"shop": 1, "total": 5, "name": "Käse"}],
        [{"shop": 1, "name": "Käse"}],
    )


def test_facts_of_any_length_are_folded(runner: Runner) -> None:
    long = "x" * 21_000_000
    key = {"t": 1, "r": 0, "g": "digest", "l": 0}
    register = {"e": "run", "n": 0, "p": "", "f": "x", "d": 0, "v": long, "k": key}
    stored = {"run_key": "a", "facts": json.dumps([register])}
    facts = ARROW_SCHEMA.empty_table()
    [run] = runner.run(FOLD, {"facts": facts, "stored_runs": [stored]})["runs"].to_pylist()
    assert [found["v"] for found in json.loads(run["facts"])] == [long]


def test_a_plan_with_an_exchange_is_not_kept(spark: SparkSession, tmp_path: Path) -> None:
    with pytest.raises(ExchangeError, match="sales/tables"):
        PreparedRunner(spark.newSession(), tmp_path, [CHAIN])


def test_the_plans_of_a_batch_can_be_run_again(runner: Runner) -> None:
    assert isinstance(runner, PreparedRunner)


class _Stale:
    """Gives the rows of the first batch for ever, as a kept exchange would."""

    def __init__(self, runner: Runner) -> None:
        self._runner = runner
        self._first: dict[str, dict[str, pa.Table]] = {}

    def run(self, chain: Chain, leaves: Leaves) -> dict[str, pa.Table]:
        return self._first.setdefault(chain.name, self._runner.run(chain, leaves))


class _Broken:
    """As a version of Spark that keeps more of the files than we think would be."""

    def __init__(self, *_: object) -> None: ...

    def run(self, chain: Chain, leaves: Leaves) -> dict[str, pa.Table]:
        raise RuntimeError(f"{chain.name}: no footer of {len(leaves)} files is where it should be")


def test_plans_that_cannot_be_run_are_done_without(
    spark: SparkSession,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(warm_up, "PreparedRunner", _Broken)
    monkeypatch.setattr(warm_up, "rebuild", lambda *_: None)  # it does not come to comparing
    assert isinstance(warm_up.warmed_up(spark, tmp_path, Rules()), ReplanningRunner)
    assert "no footer" in caplog.text


def test_plans_that_do_not_read_new_rows_are_found_out(
    spark: SparkSession, runner: Runner, tmp_path: Path
) -> None:
    with warm_up.trial(spark, tmp_path / "trial", Rules()) as is_right:
        assert not is_right(_Stale(runner))
