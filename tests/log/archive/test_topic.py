"""The archive of a topic, which forgets: a real broker removes what is archived."""

from pathlib import Path

import msgspec
import pytest
from confluent_kafka import TopicPartition

from headwater.errors import LogError
from headwater.log import EventLog, LogAddress, Range, Record, open_log, ranges, read_at
from headwater.log.archive import log as module
from headwater.log.archive.archiver import archive, drop_archived
from headwater.log.archive.log import ArchivedLog
from headwater.log.kafka.topic import Topic, topic_at
from tests.log.records import body, digest
from tests.running.kafka import Broker

pytestmark = pytest.mark.kafka

EVENT = {
    "eventTime": "2024-01-01T00:00:00Z",
    "run": {"runId": "r"},
    "job": {"namespace": "n", "name": "j"},
}
HOUR = "3600000"


@pytest.fixture
def topic(kafka: Broker) -> Topic:
    return Topic(kafka.address, kafka.topic(partitions=2, settings={"retention.ms": HOUR}))


def opened(topic: Topic, folder: Path) -> ArchivedLog:
    log = open_log(LogAddress(str(topic), archive=str(folder / "archive")))
    assert isinstance(log, ArchivedLog)
    return log


def everything(log: EventLog) -> list[Record]:
    return [record for span in ranges({}, log.head()) for record in log.read(span)]


def send(topic: Topic, *bodies: bytes | None) -> None:
    producer = topic.producer()
    for one in bodies:
        producer.produce(topic.name, one, partition=1)
    assert producer.flush(30) == 0


def remove_before(topic: Topic, offset: int) -> None:
    """Makes the broker remove the records of partition 1 before an offset, as retention does."""
    admin = topic.admin()  # it answers as long as it is kept
    for removed in admin.delete_records([TopicPartition(topic.name, 1, offset)]).values():
        removed.result(30)


def test_what_kafka_has_removed_is_read_from_the_archive(topic: Topic, tmp_path: Path) -> None:
    log = opened(topic, tmp_path)
    items = [("openlineage", digest(body(name)), body(name)) for name in "abcdef"]
    with log.appender() as appender:
        appender.append_many(items)
    send(topic, msgspec.json.encode(EVENT), b"no event", None, msgspec.json.encode(EVENT))
    before = everything(log)
    segment = f"{topic.name}/1"
    end = log.head()[segment]
    done = archive(log, whole=True, most=200)
    assert (done.records, done.failures) == (10, ())
    assert done.objects > 2
    send(topic, b"later")

    remove_before(topic, end - 1)
    for reader in (log, opened(topic, tmp_path)):
        found = everything(reader)
        assert [record for record in found if record.offset < end] == before
        assert len(found) == len(before) + 1
        assert read_at(reader, segment, 0) == next(
            record for record in before if (record.segment, record.offset) == (segment, 0)
        )
        chosen = list(range(end + 1))
        assert [one.offset for one in reader.read_each(segment, chosen)] == chosen
        assert len(list(reader.ends(Range(segment, 0, end + 1)))) == end + 1
        assert reader.damage() == []
    assert opened(topic, tmp_path).obstacles() == []
    with pytest.raises(LogError, match="by its retention"):
        drop_archived(log)


def test_what_is_removed_and_not_archived_is_an_alarm_and_an_error_that_names_it(
    topic: Topic, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LOOK_SECONDS", 0)
    log, segment = opened(topic, tmp_path), f"{topic.name}/1"
    send(topic, *[msgspec.json.encode(EVENT)] * 3)
    archive(log, whole=True)
    assert log.archive().alarms == ()
    send(topic, *[msgspec.json.encode(EVENT)] * 4)
    remove_before(topic, 5)
    lost = f"{segment} from 3 to 5 was removed from the log before it was archived"
    assert [alarm.split(":")[0] for alarm in log.archive().alarms] == [lost]
    assert log.obstacles() == [], "what is lost already is no reason to refuse what is new"
    assert archive(log, whole=True).records == 2, "what is left is archived all the same"
    for reader in (log, opened(topic, tmp_path)):
        assert lost in reader.archive().alarms[0]
        assert [finding.split(":")[0] for finding in reader.damage()] == [lost]
        assert len(list(reader.read(Range(segment, 5, 7)))) == 2
        with pytest.raises(LogError, match=f"{segment} from 3 to 5 is neither in the log nor"):
            everything(reader)


def test_records_that_are_older_than_half_of_the_retention_are_an_alarm(
    kafka: Broker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LOOK_SECONDS", 0)
    settings = {"retention.ms": HOUR, "retention.bytes": "100000"}
    topic = topic_at(f"kafka://{kafka.address}/{kafka.topic(settings=settings)}")
    log = opened(topic, tmp_path)
    content = body("old")
    with log.appender() as appender:
        appender.append_many([("openlineage", digest(content), content, 1_767_225_600_000_000)])
    [alarm] = log.obstacles()
    assert "and the log removes what is 3600 s old" in alarm
    assert archive(log).objects == 1, "it is due before it is removed"
    assert log.obstacles() == []
    send(topic, *[b"x" * 1_000] * 60)
    list(log.read(Range(f"{topic.name}/1", 0, 60)))  # sizes are judged by what was read
    [alarm] = log.obstacles()
    assert "are not archived" in alarm
    assert "keeps 100000" in alarm


def test_a_topic_that_rewrites_its_past_is_no_log_even_with_an_archive(
    kafka: Broker, tmp_path: Path
) -> None:
    topic = Topic(kafka.address, kafka.topic(settings={"cleanup.policy": "compact"}))
    [reason] = opened(topic, tmp_path).obstacles()
    assert "cleanup.policy=compact" in reason
