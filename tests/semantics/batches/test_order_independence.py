"""The lineage state is a pure function of the set of accepted events.

Many generated worlds, kept apart by their namespaces, share one build: a build costs seconds
whatever its size, and worlds that do not touch cannot hide each other's faults.
"""

import random
from collections.abc import Callable, Collection
from functools import cache
from pathlib import Path
from typing import Any, Protocol

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

SEED = 12

Rebuilt = Callable[[int], Rows]


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
    found = _apart(example_worlds(seed=11, n=200))
    with built(spark, tmp_path, [record for world in found for record in world]) as store:
        assert_same(_sorted(rows(store, comparable=True)), _expected(found))


@pytest.fixture(scope="module")
def rebuilt(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Rebuilt:
    """The rows of a rebuild of so many worlds; made once, whatever the stores to compare."""

    @cache
    def rows_of(many: int) -> Rows:
        [records] = _shuffled(_apart(example_worlds(SEED, many)), seed=many, batches=1)
        with built(spark, tmp_path_factory.mktemp("rebuilt"), records) as store:
            return rows(store)

    return rows_of


@pytest.mark.parametrize(
    ("kind", "many", "batches"),
    [
        ("sqlite", 200, 6),
        pytest.param("postgresql", 200, 3, marks=pytest.mark.postgres),
        pytest.param("sqlite", 1000, 24, marks=pytest.mark.slow),
        pytest.param("postgresql", 1000, 12, marks=[pytest.mark.postgres, pytest.mark.slow]),
    ],
)
def test_any_order_duplication_and_batching_gives_the_rows_of_the_rebuild(
    runner: Runner,
    rebuilt: Rebuilt,
    tmp_path: Path,
    kind: str,
    many: int,
    batches: int,
    request: pytest.FixtureRequest,
) -> None:
    url = request.getfixturevalue("postgres_store_url") if kind == "postgresql" else None
    found = _apart(example_worlds(SEED, many))
    arriving = _shuffled(found, seed=batches, batches=batches)
    with followed(runner, tmp_path / "followed", arriving, url) as store:
        step_by_step, comparable = rows(store), rows(store, comparable=True)
    assert_same(step_by_step, rebuilt(many))
    assert_same(_sorted(comparable), _expected(found))


def test_a_retraction_counts_whether_it_comes_before_or_after_its_event(
    runner: Runner, tmp_path: Path
) -> None:
    found = [
        world
        for world in _apart(example_worlds(seed=13, n=800))
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


@pytest.mark.parametrize(
    "code_from",
    [
        ("source",),
        pytest.param(("version",), marks=pytest.mark.slow),
        pytest.param((), marks=pytest.mark.slow),
    ],
)
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


class Arriving(Protocol):
    """Gives worlds to the pipeline as Hypothesis has them arrive."""

    def __call__(self, data: st.DataObject) -> None: ...


@pytest.fixture
def arriving(runner: Runner, tmp_path_factory: pytest.TempPathFactory) -> Arriving:
    def arrive(data: st.DataObject) -> None:
        found = _apart(data.draw(st.lists(worlds(max_records=10), min_size=2, max_size=5)))
        batches: list[World] = [[], [], [], []]
        for world in found:
            for index, batch in enumerate(data.draw(arrivals(world))):
                batches[index].extend(batch)
        present = [batch for batch in batches if batch]
        with followed(runner, tmp_path_factory.mktemp("arrivals"), present) as store:
            assert_same(_sorted(rows(store, comparable=True)), _expected(found))

    return arrive


FOUND = settings(
    derandomize=True,
    suppress_health_check=[
        HealthCheck.data_too_large,
        HealthCheck.function_scoped_fixture,
        HealthCheck.too_slow,
    ],
)


@settings(FOUND, max_examples=5)
@given(data=st.data())
def test_arrivals_that_hypothesis_finds_give_the_rows_of_the_reference(
    arriving: Arriving, data: st.DataObject
) -> None:
    arriving(data)


@pytest.mark.slow
@settings(FOUND, max_examples=100)
@given(data=st.data())
def test_many_arrivals_that_hypothesis_finds_give_the_rows_of_the_reference(
    arriving: Arriving, data: st.DataObject
) -> None:
    arriving(data)
