"""The pipeline over a topic of Kafka: the same lineage as over a directory."""

from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from headwater.log import EventLog, LogAddress, Positions, open_log, ranges
from headwater.log.kafka.topic import Topic
from headwater.model.events import edit_line
from headwater.model.facts import Rules
from headwater.pipeline.batch.runner import ReplanningRunner
from headwater.pipeline.build import rebuild
from headwater.pipeline.live import LiveUpdater
from headwater.pipeline.verify import verify
from headwater.store import open_store
from tests.running.kafka import Broker
from tests.running.pipeline import assert_same, built, rows
from tests.stories.retractions import BAD, END, START, USUAL, retract
from tests.strategies import World, body_text

pytestmark = [pytest.mark.kafka, pytest.mark.spark]

SENT: World = [*USUAL, START, BAD, END]
"""What is told in all: by two collectors, and by a producer that writes to the topic itself."""
TAKEN_BACK: World = retract(BAD)


@pytest.fixture
def topic(kafka: Broker) -> Topic:
    return Topic(kafka.address, kafka.topic(partitions=3))


def send(topic: Topic, bodies: list[bytes]) -> None:
    """Sends events as OpenLineage's own Kafka transport does: by job, and without headers."""
    producer = topic.producer()
    for body in bodies:
        producer.produce(topic.name, body, "run:food_delivery/a")
    assert producer.flush(30) == 0


def collect(log: EventLog, records: World) -> None:
    from headwater.collector import take

    with log.appender() as appender:
        for kind, body in records:
            if kind == "edit":
                line, digest = edit_line(body)
                appender.append_many([("edit", digest, line)])
            else:
                appender.append_many(take(body_text(body).encode()).records)


def test_a_topic_gives_the_tables_that_a_directory_gives(
    spark: SparkSession, topic: Topic, tmp_path: Path
) -> None:
    log = open_log(LogAddress(str(topic)))
    collect(log, SENT[::2])
    collect(open_log(log.address), SENT[1:3])
    send(topic, [body_text(body).encode() for _, body in SENT])  # those and more, so some twice
    with open_store(f"sqlite:///{tmp_path}/topic") as store:
        summary = rebuild(spark, log, store, Rules(), tmp_path / "staging")
        assert summary.events == len(SENT)
        reached = store.positions()
        assert reached == log.head()

        send(topic, [b"no event"])
        collect(log, TAKEN_BACK)
        _apply(spark, log, reached, store_url=f"sqlite:///{tmp_path}/topic")
        aside = store.query("SELECT detail FROM findings WHERE code = 'set_aside'")
        assert [row[0].split(" at ")[0] for row in aside] == [f"{topic.name}/{_partition(topic)}"]
        scratch, staging = tmp_path / "scratch", tmp_path / "staging"
        assert verify(spark, log, store, Rules(), scratch, staging).differences == []

        with built(spark, tmp_path / "directory", [*SENT, *TAKEN_BACK]) as directory:
            found, expected = rows(store), rows(directory)
        for table in ("edits", "findings"):  # a directory has no message that is no event
            assert len(found.pop(table)) == len(expected.pop(table)) + 1
        assert_same(found, expected)


def _apply(spark: SparkSession, log: EventLog, since: Positions, store_url: str) -> None:
    with open_store(store_url) as store:
        live = LiveUpdater(log, store, Rules(), ReplanningRunner(spark, Rules().code_from))
        live.apply(ranges(since, log.head(since)), store.take_over())


def _partition(topic: Topic) -> int:
    """The partition of the message that is no event: that of its key, as all of its producer."""
    consumer = topic.consumer(group_id="look", auto_offset_reset="earliest")
    consumer.subscribe([topic.name])
    try:
        while True:
            for message in consumer.consume(100, 1):
                if message.value() == b"no event":
                    return message.partition() or 0
    finally:
        consumer.close()
