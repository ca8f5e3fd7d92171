"""A pipeline that follows a topic of Kafka: killed at any step, and with a broker that restarts."""

import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from headwater.collector import ingest
from headwater.log import EventLog, LogAddress, open_log
from headwater.log.kafka.topic import Topic
from tests.running.kafka import Broker, broker
from tests.running.kills import (
    STEPS,
    Moment,
    any_moments,
    has_caught_up,
    kill_again_and_again,
    require_whole,
    writing,
)
from tests.running.processes import Processes
from tests.running.sources import make_sources

pytestmark = [pytest.mark.kafka, pytest.mark.spark]

SLOW = [pytest.mark.slow, pytest.mark.timeout(4 * 3600)]
BETWEEN_ALL: list[Moment] = [None, *((step, batch) for batch in (1, 2) for step in STEPS)]
"""While it starts, and between every pair of steps of a first and of a second batch."""


@pytest.fixture
def following(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[Broker], tuple[EventLog, Processes]]]:
    """A new topic of a broker as the log, and processes whose log it is."""
    monkeypatch.setenv("HEADWATER_SPARK_MASTER", "local[1]")
    monkeypatch.setenv("HEADWATER_SPARK_MEMORY", "1g")
    processes = Processes(tmp_path)

    def follow(kafka: Broker) -> tuple[EventLog, Processes]:
        url = str(Topic(kafka.address, kafka.topic(partitions=3)))
        monkeypatch.setenv("HEADWATER_LOG", url)
        return open_log(LogAddress(url)), processes

    yield follow
    processes.end()


@pytest.mark.parametrize(
    "moments",
    [
        pytest.param([("commit", 1)], id="while it writes"),
        pytest.param(BETWEEN_ALL, marks=SLOW, id="between all steps"),
        pytest.param(any_moments(50), marks=SLOW, id="50 times"),
    ],
)
def test_killed_while_events_come_it_loses_nothing_and_doubles_nothing(
    spark: SparkSession,
    kafka: Broker,
    tmp_path: Path,
    following: Callable[[Broker], tuple[EventLog, Processes]],
    moments: list[Moment],
) -> None:
    data, in_batches = tmp_path / "data", len(moments) - moments.count(None)
    log, processes = following(kafka)
    sources = make_sources(tmp_path / "events", seed=43, worlds=10 * in_batches, events_per_file=3)
    with writing(log.appender, sources, moments) as coming:
        start = partial(processes.start, "pipeline", data)
        kill_again_and_again(start, data, moments, coming)
    require_whole(spark, processes, log, data, sources)


@pytest.mark.slow
def test_a_broker_that_restarts_is_waited_for_and_nothing_is_lost(
    spark: SparkSession,
    tmp_path: Path,
    following: Callable[[Broker], tuple[EventLog, Processes]],
) -> None:
    data = tmp_path / "data"
    sources = make_sources(tmp_path / "events", seed=45, worlds=20, events_per_file=40)
    first, *others = sources
    with broker() as kafka:
        log, processes = following(kafka)
        with log.appender() as appender:
            ingest([first], appender)
            one = processes.start("pipeline", data)
            one.wait_until(has_caught_up())
            kafka.stop()
            # An append waits for the broker, and so does the pipeline.
            late = threading.Thread(target=ingest, args=(others, appender))
            late.start()
            kafka.start()
            late.join()
        one.wait_until(has_caught_up(2))
        assert one.stop() == 0, one.errors()
        require_whole(spark, processes, log, data, sources)
