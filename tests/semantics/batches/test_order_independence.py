"""The lineage state is a pure function of the set of accepted events.

Many generated worlds, kept apart by their namespaces, share one build: a build costs seconds
whatever its size, and worlds that do not touch cannot hide each other's faults.
"""

from collections.abc import Collection
from pathlib import Path
from typing import Any, Protocol

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyspark.sql import SparkSession

from headwater.model.event_facts import excerpt_key
from headwater.model.facts import CODE_FROM, Rules
from headwater.model.runs.stored_registers import decoded
from headwater.pipeline.batch.runner import ReplanningRunner, Runner
from headwater.store import open_store
from tests.reference import lineage
from tests.running.pipeline import Rows, assert_same, built, followed, rows
from tests.semantics.batches.conftest import SEED, WorldStores, shuffled
from tests.strategies import World, apart, arrivals, example_worlds, worlds

pytestmark = pytest.mark.spark


def _expected(found: list[World], code_from: Collection[str] = CODE_FROM) -> Rows:
    """The reference's rows; worlds may share facets, which are kept once."""
    expected: dict[str, set[tuple[Any, ...]]] = {}
    for world in found:
        for table, found_rows in lineage(world, code_from).items():
            expected.setdefault(table, set()).update(found_rows)
    return {table: sorted(found_rows, key=repr) for table, found_rows in expected.items()}


def _sorted(found: Rows) -> Rows:
    return {table: sorted(found_rows, key=repr) for table, found_rows in found.items()}


def _assert_mentions_agree(found: Rows) -> None:
    """What runs quote is there, and what is there is mentioned (the reference has neither)."""
    counts: dict[int, int] = dict(found["mentions"])
    excerpts = {key for key, _ in found["excerpts"]}
    assert min(counts.values()) > 0
    assert {key for row in found["runs"] for key in decoded(row[-1]).excerpts} <= excerpts
    assert {excerpt_key(key) for key in excerpts} <= counts.keys()


def test_a_rebuild_equals_the_reference(spark: SparkSession, tmp_path: Path) -> None:
    found = apart(example_worlds(seed=11, n=200))
    with built(spark, tmp_path, [record for world in found for record in world]) as store:
        assert_same(_sorted(rows(store, comparable=True)), _expected(found))


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("many", "batches"), [(200, (6, 3)), pytest.param(1000, (24, 12), marks=pytest.mark.slow)]
)
def test_any_order_duplication_and_batching_gives_the_rows_of_the_rebuild(
    world_stores: WorldStores, many: int, batches: tuple[int, int]
) -> None:
    live = world_stores.followed("sqlite", many, batches[0])
    other_order = world_stores.followed("postgresql", many, batches[1])
    with open_store(live.url) as store:
        step_by_step, comparable = rows(store), rows(store, comparable=True)
    _assert_mentions_agree(step_by_step)
    for other in (*world_stores.rebuilt(live), other_order):
        with open_store(other.url) as store:
            assert_same(step_by_step, rows(store))
    assert_same(_sorted(comparable), _expected(apart(example_worlds(SEED, many))))


def test_a_retraction_counts_whether_it_comes_before_or_after_its_event(
    runner: Runner, tmp_path: Path
) -> None:
    found = [
        world
        for world in apart(example_worlds(seed=13, n=800))
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
        _assert_mentions_agree(rows(last))
        assert_same(_sorted(rows(first, comparable=True)), _expected(found))


def test_a_copy_alone_changes_nothing_of_its_run(runner: Runner, tmp_path: Path) -> None:
    def sent(event_type: str, hour: int, number: int = 1) -> tuple[str, dict[str, Any]]:
        return "openlineage", {
            "eventType": event_type,
            "eventTime": f"2024-05-01T0{hour}:00:00Z",
            "run": {"runId": f"0190a5d2-7c1e-7b7a-9d5f-3c2b1a00000{number}"},
            "job": {"namespace": "etl", "name": "load"},
        }

    start, complete = sent("START", 1), sent("COMPLETE", 2)
    batches = [[start], [complete], [start, sent("START", 3, 2)]]
    with followed(runner, tmp_path, batches) as store:
        states = store.query("SELECT state FROM runs ORDER BY run_id")
    assert states == [("COMPLETED",), ("RUNNING",)]


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
    found = apart(example_worlds(seed=14, n=40))
    batches, rules = shuffled(found, seed=14, batches=2), Rules(code_from=code_from)
    expected = _expected(found, code_from)
    assert expected["job_versions"] != _expected(found)["job_versions"]
    with built(spark, tmp_path / "built", batches[0] + batches[1], rules) as store:
        assert_same(_sorted(rows(store, comparable=True)), expected)
    runner = ReplanningRunner(spark, code_from)
    with followed(runner, tmp_path / "followed", batches, rules=rules) as store:
        assert_same(_sorted(rows(store, comparable=True)), expected)


class Arriving(Protocol):
    """Gives worlds to the pipeline as Hypothesis has them arrive."""

    def __call__(self, data: st.DataObject) -> None: ...


@pytest.fixture
def arriving(runner: Runner, tmp_path_factory: pytest.TempPathFactory) -> Arriving:
    def arrive(data: st.DataObject) -> None:
        found = apart(data.draw(st.lists(worlds(max_records=10), min_size=2, max_size=5)))
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
