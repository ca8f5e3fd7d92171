"""Plans that are made once and run again over new rows."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pyarrow as pa
import pytest
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from headwater.model.facts import Rules
from headwater.pipeline import warm_up
from headwater.pipeline.derive.steps import Stage
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


def test_a_plan_with_an_exchange_is_not_kept(spark: SparkSession, tmp_path: Path) -> None:
    with pytest.raises(ExchangeError, match="sales/tables"):
        PreparedRunner(spark.newSession(), tmp_path, [CHAIN])


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


def test_plans_pass_the_trial_and_those_that_do_not_read_new_rows_do_not(
    spark: SparkSession, runner: Runner, tmp_path: Path
) -> None:
    with warm_up.trial(spark, tmp_path / "trial", Rules()) as is_right:
        assert is_right(runner)
        assert not is_right(_Stale(runner))


class _Given:
    """Stands for the trial: counts how often it is held, and says what it is told to."""

    def __init__(self, *, passes: bool) -> None:
        self.held, self._passes = 0, passes

    @contextmanager
    def __call__(self, *_: object) -> Iterator[Callable[[Runner], bool]]:
        self.held += 1
        yield lambda _: self._passes


def test_a_trial_that_was_passed_is_not_held_again_until_what_it_depends_on_changes(
    spark: SparkSession, runner: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    passes, fails = _Given(passes=True), _Given(passes=False)
    monkeypatch.setattr(warm_up, "prepared", lambda *_: runner)

    def start(trial: _Given, rules: Rules | None = None) -> Runner:
        monkeypatch.setattr(warm_up, "trial", trial)
        return warm_up.warmed_up(spark, tmp_path, rules or Rules())

    assert isinstance(start(fails), ReplanningRunner)
    assert start(passes) is runner
    assert passes.held == 1
    assert start(fails) is runner
    assert fails.held == 1
    assert start(passes, Rules(code_from=("version",))) is runner
    assert passes.held == 2
