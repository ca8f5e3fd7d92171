"""What is particular to the log in a topic: other producers, retention, brokers that are away."""

import subprocess
import sys
import time

import msgspec
import pytest
from confluent_kafka import TopicPartition

from headwater.errors import LogError, LogUnwritableError
from headwater.log import Record, lag, ranges, read_at, waiting
from headwater.log.kafka import appender as appending
from headwater.log.kafka import log as kafka_log
from headwater.log.kafka.log import KafkaLog
from headwater.log.kafka.topic import Topic
from tests.log.records import body, digest
from tests.running.kafka import Broker
from tests.running.processes import ROOT

pytestmark = pytest.mark.kafka

EVENT = {
    "eventTime": "2024-01-01T00:00:00Z",
    "run": {"runId": "r"},
    "job": {"namespace": "n", "name": "j"},
}


@pytest.fixture
def topic(kafka: Broker) -> Topic:
    return Topic(kafka.address, kafka.topic())


@pytest.fixture
def log(topic: Topic) -> KafkaLog:
    return KafkaLog(topic)


def send(topic: Topic, *bodies: bytes | None) -> None:
    """Sends messages as a producer does that knows nothing of us."""
    producer = topic.producer()
    for one in bodies:
        producer.produce(topic.name, one, "run:n/j", partition=1)
    assert producer.flush(30) == 0


def append(log: KafkaLog, *names: str) -> None:
    with log.appender() as appender:
        appender.append_many([("openlineage", digest(body(name)), body(name)) for name in names])


def everything(log: KafkaLog) -> list[Record]:
    return [record for span in ranges({}, log.head()) for record in log.read(span)]


def test_what_others_send_is_read_beside_our_own_and_nothing_stops_the_reader(
    topic: Topic, log: KafkaLog
) -> None:
    append(log, "ours")
    send(topic, msgspec.json.encode(EVENT), b"no event", None)
    found = everything(log)
    assert sorted(record.kind for record in found) == ["edit", "edit", "openlineage", "openlineage"]
    [theirs] = [record for record in found if b"runId" in record.body]
    assert theirs.received > 1_700_000_000_000_000
    assert read_at(log, theirs.segment, theirs.offset) == theirs


def test_offsets_without_a_message_are_passed_over(topic: Topic, log: KafkaLog) -> None:
    """A transaction takes an offset for its end; what it has aborted is never read."""
    producer = topic.producer(transactional_id=topic.name)
    producer.init_transactions(30)
    for end in (producer.abort_transaction, producer.commit_transaction):
        producer.begin_transaction()
        for partition in (0, 1):
            producer.produce(topic.name, msgspec.json.encode(EVENT), partition=partition)
        producer.flush(30)  # else what is aborted is never sent
        end(30)
    until = log.head()
    segments = [f"{topic.name}/{partition}" for partition in (0, 1)]
    assert until == dict.fromkeys(segments, 4)
    assert [record.offset for record in everything(log)] == [2, 2]
    assert len(waiting(log, {})) == 2
    assert 0 < lag(log, {}, until).seconds < 600
    at_its_end = dict.fromkeys(segments, 3)
    assert len(waiting(log, at_its_end)) == 2
    assert lag(log, at_its_end, until).seconds == 0


def test_a_transaction_that_is_open_is_not_in_the_log_yet(topic: Topic, log: KafkaLog) -> None:
    producer = topic.producer(transactional_id=topic.name)
    producer.init_transactions(30)
    send(topic, msgspec.json.encode(EVENT))
    producer.begin_transaction()
    producer.produce(topic.name, msgspec.json.encode(EVENT), partition=1)
    producer.flush(30)
    send(topic, msgspec.json.encode(EVENT))
    assert [record.offset for record in everything(log)] == [0]
    producer.commit_transaction(30)
    deadline = time.monotonic() + 30
    while len(everything(log)) < 3 and time.monotonic() < deadline:
        time.sleep(0.05)  # the broker tells each partition of the end after it has acknowledged it
    assert [record.offset for record in everything(log)] == [0, 1, 2]


def test_sizes_are_judged_by_what_was_appended_too(topic: Topic, log: KafkaLog) -> None:
    with log.appender() as appender:
        appender.append_many([("openlineage", digest(one), one) for one in [body("x", 50_000)] * 3])
    assert sum(map(log.size, ranges({}, log.head()))) > 150_000
    other = KafkaLog(topic)
    assert sum(map(other.size, ranges({}, other.head()))) == 3 * kafka_log.ASSUMED_BYTES


def test_a_topic_that_forgets_is_no_log(kafka: Broker) -> None:
    name = kafka.topic(settings={"retention.ms": "60000", "cleanup.policy": "compact"})
    found = KafkaLog(Topic(kafka.address, name)).obstacles()
    assert [reason.split(";")[0] for reason in found] == [
        f"the topic {name} has retention.ms=60000, so that it forgets records",
        f"the topic {name} has cleanup.policy=compact, so that it forgets records",
    ]


def test_records_that_kafka_has_removed_are_missed(topic: Topic, log: KafkaLog) -> None:
    send(topic, *[msgspec.json.encode(EVENT)] * 5)
    admin = topic.admin()
    for removed in admin.delete_records([TopicPartition(topic.name, 1, 3)]).values():
        removed.result(30)
    segment = f"{topic.name}/1"
    assert log.damage() == [f"{segment} begins at 3: Kafka has removed the records before it"]
    with pytest.raises(LogError, match=rf"cannot read {segment} from 0 on: .*headwater consume"):
        everything(log)
    with pytest.raises(LogError, match=f"cannot read {segment}"):
        read_at(log, segment, 1)
    assert read_at(log, segment, 3).offset == 3


def test_what_killed_collectors_had_acknowledged_is_in_the_topic_once(
    topic: Topic, log: KafkaLog
) -> None:
    started = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.running.killed_appender", str(topic), prefix],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        for prefix in "ab"
    ]
    acknowledged: list[str] = []
    for process, lines in zip(started, (12, 33), strict=True):
        assert process.stdout is not None
        acknowledged += [process.stdout.readline() for _ in range(lines)]
        process.kill()
        acknowledged += process.stdout.readlines()
        process.stdout.close()
        process.wait()
    whole = {line.strip() for line in acknowledged if line.endswith("\n")}
    found = [record.digest for record in everything(log)]
    assert len(whole) >= 45
    assert whole <= set(found)
    assert len(found) == len(set(found))


def test_a_topic_that_is_not_there_is_named(kafka: Broker) -> None:
    log = KafkaLog(Topic(kafka.address, "absent"))
    with pytest.raises(LogError, match=r"cannot read .*/absent: .*Unknown topic"):
        log.head()
    assert "absent" in log.obstacles()[0]


def test_brokers_that_are_away_are_an_error_until_they_are_back(
    kafka: Broker, topic: Topic, log: KafkaLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    append(log, "before")
    [span] = ranges({}, log.head())
    monkeypatch.setattr(kafka_log, "ANSWER_SECONDS", 1.0)
    monkeypatch.setattr(appending, "SEND_SECONDS", 1)
    kafka.stop()
    try:
        with pytest.raises(LogError, match="do not answer"):
            log.head()
        with pytest.raises(LogError, match="send nothing"):
            list(KafkaLog(topic).read(span))
        assert log.obstacles()
        with pytest.raises(LogUnwritableError, match=r"cannot append .* then try again"):
            append(log, "lost")
    finally:
        kafka.start()
    monkeypatch.undo()
    append(log, "after")
    assert len(everything(log)) == 2
