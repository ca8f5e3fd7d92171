"""`headwater consume`: events from a topic of a real Kafka broker, into the log."""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from confluent_kafka import TopicPartition

from headwater.collector.topics import TopicConsumer
from headwater.log import DirectoryLog, Record, ranges
from headwater.log.kafka.topic import Topic
from headwater.model.events import accept
from tests.cli.conftest import Invoke
from tests.running.kafka import Broker
from tests.running.killed_consumer import BATCH, STEPS
from tests.running.processes import ROOT

pytestmark = pytest.mark.kafka


def event(number: int) -> bytes:
    return json.dumps(
        {
            "eventTime": "2024-01-01T00:00:00Z",
            "eventType": "COMPLETE",
            "run": {"runId": f"run {number}"},
            "job": {"namespace": "shop", "name": f"job {number % 5}"},
        }
    ).encode()


def digests(count: int) -> list[str]:
    return sorted(accept(event(number)).digest for number in range(count))


def send(topic: Topic, bodies: list[bytes | None]) -> None:
    producer = topic.producer()
    for number, body in enumerate(bodies):
        producer.produce(topic.name, body, f"run:shop/job {number % 5}", partition=number % 3)
    assert producer.flush(30) == 0


def taken(log: Path) -> list[Record]:
    found = DirectoryLog(log)
    return [record for span in ranges({}, found.head()) for record in found.read(span)]


@pytest.fixture
def topic(kafka: Broker) -> Topic:
    return Topic(kafka.address, kafka.topic(partitions=3))


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "data" / "log"


def consumer(topic: Topic, log: Path, reports: list[str], **options: Any) -> TopicConsumer:
    writer = DirectoryLog(log).appender()
    return TopicConsumer(topic, "headwater", writer, say=reports.append, **options)


def test_events_are_taken_once_and_what_is_no_event_is_reported_with_its_place(
    kafka: Broker, topic: Topic, log: Path, invoke: Invoke
) -> None:
    letters = Topic(kafka.address, kafka.topic(partitions=1))
    send(topic, [*map(event, range(30)), b"no event", None])
    arguments = ("consume", str(topic), "--once", "--dead-letters", letters.name)
    result = invoke(*arguments)
    assert (result.exit_code, result.stdout) == (0, "30 events taken, 30 findings, 2 refused\n")
    assert f"{topic.name}/" in result.stderr
    assert "the message has no value" in result.stderr
    assert sorted(record.digest for record in taken(log)) == digests(30)
    found = refused(letters, 2)
    assert sorted(found, key=str) == [None, b"no event"]
    again = invoke(*arguments, "--json")
    assert json.loads(again.stdout) == {"accepted": 0, "refused": 0, "findings": 0}
    assert len(taken(log)) == 30


def refused(letters: Topic, count: int) -> list[bytes | None]:
    reader = letters.consumer(group_id="reader", auto_offset_reset="earliest")
    reader.subscribe([letters.name])
    found: list[bytes | None] = []
    while len(found) < count:
        for message in reader.consume(count, 1):
            assert dict(message.headers() or ()).keys() == {"reason", "place"}
            found.append(message.value())
    reader.close()
    return found


def consumed(step: str, topic: Topic, log: Path, letters: str) -> int:
    """Consumes in a process that dies at a step; the status by which it ended."""
    killed = (sys.executable, "-m", "tests.running.killed_consumer")
    path = os.pathsep.join(filter(None, sys.path))
    done = subprocess.run(
        [*killed, step, str(topic), str(log), letters],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": path},
        check=False,
        timeout=120,
    )
    return done.returncode


@pytest.mark.parametrize("step", STEPS)
def test_nothing_is_lost_wherever_a_consumer_is_killed(topic: Topic, log: Path, step: str) -> None:
    send(topic, [event(number) for number in range(40)])
    assert consumed(step, topic, log, "") == -9
    before = len(taken(log))
    assert before == (7 if step == "read" else 14)
    assert consumed("", topic, log, "") == 0
    records = [record.digest for record in taken(log)]
    assert sorted(set(records)) == digests(40)
    copies = 7 if step in ("appended", "sent") else 0
    assert len(records) == 40 + copies, "copies of what was not committed"


@pytest.mark.parametrize("step", STEPS)
def test_what_is_refused_becomes_a_dead_letter_wherever_a_consumer_is_killed(
    kafka: Broker, topic: Topic, log: Path, step: str
) -> None:
    letters = Topic(kafka.address, kafka.topic(partitions=1))
    bad = [b"no event %d" % number for number in range(20)]
    send(topic, [body for number, other in enumerate(bad) for body in (event(number), other)])
    assert consumed(step, topic, log, letters.name) == -9
    assert consumed("", topic, log, letters.name) == 0
    assert sorted({record.digest for record in taken(log)}) == digests(20)
    partition = TopicPartition(letters.name, 0)
    _, sent = letters.consumer(group_id="count").get_watermark_offsets(partition, 30)
    assert {*refused(letters, sent)} == {*bad}
    assert sent <= len(bad) + BATCH, "of one batch, letters may be sent twice"


def test_members_of_a_group_share_a_topic_and_wait_for_a_broker_that_is_gone(
    kafka: Broker, topic: Topic, log: Path
) -> None:
    reports: list[str] = []
    stop = threading.Event()
    members = [consumer(topic, log, reports) for _ in range(2)]

    def each_has_some_of_the_partitions() -> bool:
        send(topic, [event(number) for number in range(60)])
        return all(member.report.accepted for member in members)

    threads = [
        threading.Thread(target=member.run, kwargs={"stopped": stop.is_set}) for member in members
    ]
    for thread in threads:
        thread.start()
    try:
        send(topic, [event(number) for number in range(20)])
        wait_for(lambda: len(set(map(digest_of, taken(log)))) == 20)
        kafka.stop()
        kafka.start()
        send(topic, [event(number) for number in range(60)])
        wait_for(lambda: sorted(set(map(digest_of, taken(log)))) == digests(60))
        wait_for(each_has_some_of_the_partitions)  # the second may have joined after all was taken
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def digest_of(record: Record) -> str:
    return record.digest


def wait_for(has_come: Callable[[], bool], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not has_come():
        assert time.monotonic() < deadline
        time.sleep(0.1)
