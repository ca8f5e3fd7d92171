"""`headwater pipeline` as a process: killed at any moment, stopped, doubled, left by its JVM."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from headwater.log import DirectoryLog, LogWriter
from headwater.store import Store
from tests.running.killed_pipeline import STEP
from tests.running.kills import (
    Moment,
    any_moments,
    digests,
    has_caught_up,
    is_following,
    kill_again_and_again,
    require_whole,
    store_in,
    writing,
)
from tests.running.processes import Processes
from tests.running.sources import all_of, make_sources, send

ROLL_BYTES = 20_000
SLOW = [pytest.mark.slow, pytest.mark.timeout(4 * 3600)]

pytestmark = pytest.mark.spark


@pytest.fixture
def processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Processes]:
    monkeypatch.setenv("HEADWATER_SPARK_MASTER", "local[1]")
    monkeypatch.setenv("HEADWATER_SPARK_MEMORY", "1g")
    started = Processes(tmp_path)
    yield started
    started.end()


A_FEW: list[Moment] = [None, ("fold", 2), ("datasets", 1), ("commit", 1)]
"""While it starts, while it reads, while it derives and while it writes. Each kill is a start of
Spark, so the other steps of deriving are left to the slow tests."""


@pytest.mark.parametrize(
    "moments",
    [
        pytest.param(A_FEW, id="a few times"),
        pytest.param(any_moments(300), marks=SLOW, id="300 times"),
    ],
)
def test_killed_again_and_again_while_events_come_it_loses_nothing_and_doubles_nothing(
    spark: SparkSession,
    tmp_path: Path,
    processes: Processes,
    moments: list[Moment],
) -> None:
    data, in_batches = tmp_path / "data", len(moments) - moments.count(None)
    log = DirectoryLog(data / "log")
    sources = make_sources(tmp_path / "events", seed=41, worlds=10 * in_batches, events_per_file=3)
    appender = partial(LogWriter, data / "log", roll_bytes=ROLL_BYTES, compress_sealed=True)
    with writing(appender, sources, moments) as coming:
        kill_again_and_again(partial(processes.start, "pipeline", data), data, moments, coming)
    require_whole(spark, processes, log, data, sources)


def test_of_two_pipelines_one_works_until_the_other_takes_over_and_each_says_why_it_does_not(
    tmp_path: Path, processes: Processes
) -> None:
    data = tmp_path / "data"
    first_part, second_part, third_part, *_ = make_sources(
        tmp_path / "events", seed=42, worlds=4, events_per_file=12
    ).items()
    send(data / "log", [first_part[0]])
    one = processes.start("pipeline", data)
    one.wait_until(has_caught_up())

    other = processes.start("pipeline", data)
    assert other.exit_code() == 3
    assert "is kept up to date by another pipeline (headwater following, process " in other.errors()
    assert "Traceback" not in other.errors()

    send(data / "log", [second_part[0]])
    one.wait_until(has_caught_up(2))
    sent = first_part[1] | second_part[1]
    with store_in(data) as store:
        assert digests(store) == sorted(sent)
        store.take_over()  # as `headwater build` does
    send(data / "log", [third_part[0]])
    assert one.exit_code() == 3
    assert "another pipeline has taken over" in one.errors()
    assert "Traceback" not in one.errors()


def test_a_pipeline_whose_java_dies_says_so_while_it_is_idle_and_starts_another(
    tmp_path: Path, processes: Processes
) -> None:
    data = tmp_path / "data"
    sources = make_sources(tmp_path / "events", seed=44, worlds=2, events_per_file=100)
    one = processes.start("pipeline", data)
    one.wait_until(is_following)
    one.lose_java()
    with store_in(data) as store:
        one.wait_until(lambda _: claimed_by(store) == "failing")
    one.wait_until(lambda lines: sum(line.startswith("following") for line in lines) == 2)
    assert "Java, which Spark runs in, has ended with signal 9; it is started" in one.errors()
    send(data / "log", sources)
    one.wait_until(has_caught_up())
    with store_in(data) as store:
        assert digests(store) == sorted(all_of(sources))
    assert one.stop() == 0, one.errors()
    assert one.output()[-1].startswith(f"stopped after {len(all_of(sources))} events in ")


def test_told_twice_to_stop_it_does_not_finish_its_batch(
    tmp_path: Path, processes: Processes
) -> None:
    data = tmp_path / "data"
    sources = make_sources(tmp_path / "events", seed=45, worlds=4, events_per_file=100)
    one = processes.start("pipeline", data)
    one.wait_until(is_following)
    send(data / "log", sources)
    one.wait_until(lambda lines: f"{STEP}fold" in lines)
    one.interrupt()
    one.wait_until(lambda lines: f"{STEP}jobs" in lines)  # its threads are at work
    one.interrupt()
    assert one.exit_code() == 0, one.errors()
    assert f"{STEP}commit" not in one.output()
    assert one.output()[-1].startswith("stopped after 0 events in 0 batches")
    assert "Traceback" not in one.errors()


def claimed_by(store: Store) -> str:
    claim = store.claim()
    return claim.doing if claim else ""
