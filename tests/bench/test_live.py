"""Live updates at their smallest: that every part runs, and says what it measured."""

import pytest
from pyspark.sql import SparkSession

from bench import hot, live
from bench.scene import Ready, sqlite_url
from headwater.model.facts import Rules
from headwater.pipeline.batch.runner import ReplanningRunner

pytestmark = [pytest.mark.spark, pytest.mark.slow]

TINY = live.Sizes(
    jobs=4,
    latency=((2, 1),),
    catching_up=5,
    histories=(8, 16),
    compared=((1, 1), (2, 1)),
    many=7,
    versions=2,
    touches=1,
    untimed=0,
    late=1,
    memory_batches=3,
)


@pytest.fixture(scope="module")
def ready(spark: SparkSession) -> Ready:
    """Without warming up, which takes longer than all that is measured here."""
    return Ready(spark, ReplanningRunner(spark, Rules().code_from))


def measured(part: str, ready: Ready) -> live.Tables:
    return live.PARTS[part](ready, sqlite_url, TINY)


def test_latency_is_told_by_size_of_batch_and_by_step(ready: Ready) -> None:
    tables = measured("latency", ready)
    [row] = tables["latency"]
    assert (row["events"], row["times"], row["batches"]) == (2, 1, 1)
    assert row["p50_seconds"] > 0
    assert {"(waiting)", "read", "fold", "commit"} <= {row["step"] for row in tables["steps"]}


def test_the_rate_counts_every_event_that_was_waiting(ready: Ready) -> None:
    [row] = measured("catching_up", ready)["catching_up"]
    assert (row["events"], row["batches"]) == (5, 1)
    assert row["events_per_second"] > 0


def test_histories_are_compared_with_the_shortest(ready: Ready) -> None:
    rows = measured("history", ready)["history"]
    assert [(row["batch_events"], row["history"]) for row in rows] == [
        *((1, "8"), (1, "16")),
        *((2, "8"), (2, "16")),
    ]
    first, second = rows[:2]
    assert first["ratio"] == 1.0
    assert second["ratio"] == pytest.approx(second["p50_seconds"] / first["p50_seconds"], abs=0.02)


@pytest.fixture
def short_past(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hot, "FEW", 5)


@pytest.mark.usefixtures("short_past")
def test_long_pasts_are_compared_with_short_ones(ready: Ready) -> None:
    rows = measured("hot", ready)["hot"]
    assert [row["history"] for row in rows] == ["5", "7"] * 4


@pytest.mark.usefixtures("short_past")
def test_late_events_are_timed_one_by_one(ready: Ready) -> None:
    tables = measured("late", ready)
    assert [(row["history"], row["times"]) for row in tables["late"]] == [("5", 1), ("7", 1)] * 5
    [alias] = tables["alias"]
    assert (alias["times"], alias["versions_of_each"]) == (1, 2)
    assert alias["rows_written"] > 2
    assert alias["datasets_ms"] > 0


def test_memory_is_sampled_for_all_processes(ready: Ready) -> None:
    tables = measured("memory", ready)
    assert tables["memory"][-1]["batches"] == 3
    for row in tables["memory"]:
        assert row["driver_mib"] > 50
        assert row["jvm_mib"] > row["jvm_heap_mib"] > 10
    assert set(tables["memory_growth"][0]) == set(tables["memory"][0]) - {"batches"} | {
        "per_batches"
    }
