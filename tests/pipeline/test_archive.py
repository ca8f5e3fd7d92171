"""A rebuild from an archive and what is left of the log: the lineage of one directory."""

from pathlib import Path

import pytest
from confluent_kafka import TopicPartition
from pyspark.sql import SparkSession

from headwater.collector import take
from headwater.log import DirectoryLog, EventLog, LogAddress, Positions, open_log
from headwater.log.archive.archiver import archive
from headwater.log.archive.log import ArchivedLog
from headwater.log.kafka.topic import Topic
from headwater.model.facts import Rules
from headwater.pipeline.build import rebuild
from headwater.pipeline.verify import verify
from headwater.store import open_store
from tests.running.kafka import Broker
from tests.running.pipeline import assert_same, rows
from tests.strategies import apart, body_text, example_worlds

pytestmark = [pytest.mark.kafka, pytest.mark.spark]


def event_bodies() -> list[bytes]:
    """The bodies of a hundred events or so."""
    worlds = apart(example_worlds(19, 12))
    events = (body for world in worlds for kind, body in world if kind == "openlineage")
    return [body_text(body).encode() for body in events]


def collect(log: EventLog, bodies: list[bytes]) -> None:
    with log.appender() as appender:
        for body in bodies:
            appender.append_many(take(body).records)


def forget(topic: Topic, reached: Positions) -> None:
    """Makes the broker remove the records up to some positions, as retention does."""
    places = [
        TopicPartition(topic.name, int(segment.rpartition("/")[2]), end)
        for segment, end in reached.items()
    ]
    admin = topic.admin()  # it answers as long as it is kept
    for removed in admin.delete_records(places).values():
        removed.result(30)


def test_a_rebuild_from_archive_and_tail_gives_the_tables_of_one_directory(
    spark: SparkSession, kafka: Broker, tmp_path: Path
) -> None:
    topic = Topic(kafka.address, kafka.topic(partitions=2, settings={"retention.ms": "3600000"}))
    log = open_log(LogAddress(str(topic), archive=str(tmp_path / "archive")))
    assert isinstance(log, ArchivedLog)
    bodies = event_bodies()
    collect(log, bodies[:30])
    producer = topic.producer()
    for body in bodies[30:60]:  # as producers do that know nothing of us
        producer.produce(topic.name, body)
    assert producer.flush(30) == 0
    done = archive(log, whole=True, most=5_000)
    assert (done.objects > 4, done.failures) == (True, ())
    reached = log.head()
    collect(log, bodies[60:])
    forget(topic, reached)
    assert {segment: log.log.first(segment) for segment in reached} == reached

    plain = DirectoryLog(tmp_path / "directory")
    collect(plain, bodies)
    staging = tmp_path / "staging"
    with (
        open_store(f"sqlite:///{tmp_path}/from-archive") as store,
        open_store(f"sqlite:///{tmp_path}/from-directory") as expected,
    ):
        summary = rebuild(spark, log, store, Rules(), staging)
        assert summary.events == rebuild(spark, plain, expected, Rules(), staging).events > 60
        assert store.positions() == log.head()
        assert_same(rows(store), rows(expected))
        scratch = tmp_path / "scratch"
        assert verify(spark, log, store, Rules(), scratch, staging).differences == []
