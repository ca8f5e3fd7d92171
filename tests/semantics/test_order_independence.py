"""The lineage state is a pure function of the set of accepted events.

Many generated worlds, kept apart by their namespaces, share one build: a build costs seconds
whatever its size, and worlds that do not touch cannot hide each other's faults.
"""

import random
from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyspark.sql import SparkSession

from headwater.model.facts import CODE_FROM, Rules
from headwater.pipeline.plans.prepared import Runner
from headwater.pipeline.warm_up import planned_anew
from tests.reference import lineage
from tests.running.pipeline import Rows, assert_same, built, followed, rows
from tests.strategies import World, arrivals, example_worlds, isolated, worlds

pytestmark = pytest.mark.spark

WORLDS = 200


def _apart(found: list[World]) -> list[World]:
    return [isolated(world, f"w{index:04d}-") for index, world in enumerate(found)]


def _expected(found: list[World], code_from: Collection[str] = CODE_FROM) -> Rows:
    """The reference's rows; worlds may share facets, which are kept once."""
    expected: dict[str, set[tuple[Any, ...]]] = {}
    for world in found:
        for table, told in lineage(world, code_from).items():
            expected.setdefault(table, set()).update(told)
    return {table: sorted(told, key=repr) for table, told in expected.items()}


def _sorted(found: Rows) -> Rows:
    return {table: sorted(told, key=repr) for table, told in found.items()}


def _shuffled(found: list[World], seed: int, batches: int) -> list[World]:
    """All records in any order, a tenth of them twice, dealt out in batches."""
    chance = random.Random(seed)
    records = [record for world in found for record in world]
    records += chance.sample(records, len(records) // 10)
    chance.shuffle(records)
    return [records[start::batches] for start in range(batches)]


def test_a_rebuild_equals_the_reference(spark: SparkSession, tmp_path: Path) -> None:
    found = _apart(example_worlds(seed=11, n=WORLDS))
    with built(spark, tmp_path, [record for world in found for record in world]) as store:
        assert_same(_sorted(rows(store, comparable=True)), _expected(found))


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def test_any_order_duplication_and_batching_gives_the_rows_of_the_rebuild(
    spark: SparkSession,
    runner: Runner,
    tmp_path: Path,
    kind: str,
    request: pytest.FixtureRequest,
) -> None:
    url = request.getfixturevalue("postgres_store_url") if kind == "postgresql" else None
    many = WORLDS if kind == "sqlite" else WORLDS // 4
    found = _apart(example_worlds(seed=12, n=many))
    batches = _shuffled(found, seed=12, batches=12)
    with followed(runner, tmp_path / "followed", batches, url) as store:
        step_by_step, comparable = rows(store), rows(store, comparable=True)
    at_once = [record for batch in reversed(batches) for record in batch]
    with built(spark, tmp_path / "built", at_once) as store:
        assert_same(step_by_step, rows(store))
    assert_same(_sorted(comparable), _expected(found))


def test_a_retraction_counts_whether_it_comes_before_or_after_its_event(
    spark: SparkSession, runner: Runner, tmp_path: Path
) -> None:
    found = [
        world
        for world in _apart(example_worlds(seed=13, n=4 * WORLDS))
        if any(body.get("edit") == "retract" for _, body in world)
    ][:40]
    records = [record for world in found for record in world]
    retractions = [record for record in records if record[1].get("edit") == "retract"]
    others = [record for record in records if record[1].get("edit") != "retract"]
    with (
        followed(runner, tmp_path / "first", [others[:5], retractions, others[5:]]) as first,
        followed(runner, tmp_path / "last", [others, retractions]) as last,
    ):
        assert_same(rows(first), rows(last))
        assert_same(_sorted(rows(first, comparable=True)), _expected(found))


@pytest.mark.parametrize("code_from", [("source",), ("version",), ()])
def test_what_of_the_code_makes_versions_is_a_setting(
    spark: SparkSession, tmp_path: Path, code_from: tuple[str, ...]
) -> None:
    found = _apart(example_worlds(seed=14, n=40))
    batches, rules = _shuffled(found, seed=14, batches=2), Rules(code_from=code_from)
    expected = _expected(found, code_from)
    assert expected["job_versions"] != _expected(found)["job_versions"]
    with built(spark, tmp_path / "built", batches[0] + batches[1], rules) as store:
        assert_same(_sorted(rows(store, comparable=True)), expected)
    runner = planned_anew(spark)
    with followed(runner, tmp_path / "followed", batches, rules=rules) as store:
        assert_same(_sorted(rows(store, comparable=True)), expected)


@settings(
    max_examples=12,
    derandomize=True,
    suppress_health_check=[HealthCheck.data_too_large, HealthCheck.too_slow],
)
@given(data=st.data())
def test_arrivals_that_hypothesis_finds_give_the_rows_of_the_reference(
    spark: SparkSession,
    runner: Runner,
    tmp_path_factory: pytest.TempPathFactory,
    data: st.DataObject,
) -> None:
    found = _apart(data.draw(st.lists(worlds(max_records=10), min_size=2, max_size=5)))
    arriving = [data.draw(arrivals(world)) for world in found]
    batches: list[World] = [[], [], [], []]
    for world in arriving:
        for index, batch in enumerate(world):
            batches[index].extend(batch)
    present = [batch for batch in batches if batch]
    with followed(runner, tmp_path_factory.mktemp("arrivals"), present) as store:
        assert_same(_sorted(rows(store, comparable=True)), _expected(found))
