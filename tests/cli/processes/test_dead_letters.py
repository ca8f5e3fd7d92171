"""What is no event in the log's topic goes to another topic, where one is named."""

import time
from pathlib import Path

import pytest

from headwater.cli.processes import dead_letters as module
from headwater.cli.processes.dead_letters import sending_dead_letters
from headwater.collector.topics import TopicConsumer
from headwater.config import Settings, read_settings
from headwater.errors import SettingError
from headwater.log import LogAddress, open_log
from headwater.log.kafka.topic import Topic
from tests.cli.conftest import Invoke
from tests.log.records import body, digest
from tests.running.kafka import Broker

EVENT = (
    b'{"eventTime":"2024-01-01T00:00:00Z","run":{"runId":"r"},"job":{"namespace":"n","name":"j"}}'
)


def settings(data: Path, log: str, letters: str) -> Settings:
    given = {"data": data, "log": log, "dead_letters": letters}
    return read_settings(given, environment={})


@pytest.mark.kafka
def test_what_is_no_event_is_sent_once_and_what_is_ours_or_an_event_is_not(
    kafka: Broker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PAUSE_SECONDS", 0.1)
    topic, letters = (Topic(kafka.address, kafka.topic(partitions=1)) for _ in range(2))
    with open_log(LogAddress(str(topic))).appender() as appender:
        appender.append_many([("edit", digest(body("a")), body("a"))])
    producer = topic.producer()
    chosen = settings(tmp_path, str(topic), letters.name)
    sent: list[tuple[bytes | None, dict[str, bytes]]] = []
    for number, value in enumerate((b"no event", None, b"neither")):
        producer.produce(topic.name, EVENT)
        producer.produce(topic.name, value, b"key")
        assert producer.flush(30) == 0
        with sending_dead_letters(chosen):  # each time it goes on from where it was
            assert len(received(letters, number + 1)) == number + 1
    sent = received(letters, 3)
    assert [value for value, _ in sent] == [b"no event", None, b"neither"]
    places = [headers["place"].decode() for _, headers in sent]
    assert places == [f"{topic.name}/0 at {offset}" for offset in (2, 4, 6)]
    assert all(headers["reason"] for _, headers in sent)


def received(topic: Topic, count: int) -> list[tuple[bytes | None, dict[str, bytes]]]:
    """At least `count` messages of a topic, and what comes within a second after them."""
    consumer = topic.consumer(group_id=str(time.time_ns()), auto_offset_reset="earliest")
    consumer.subscribe([topic.name])
    found, deadline = list[tuple[bytes | None, dict[str, bytes]]](), time.monotonic() + 60
    try:
        while time.monotonic() < deadline:
            messages = consumer.consume(100, 1.0)
            if not messages and len(found) >= count:
                break
            for message in messages:
                value, headers = message.value(), dict(message.headers() or ())
                assert value is None or isinstance(value, bytes)
                found.append((value, {key: bytes(header) for key, header in headers.items()}))  # type: ignore[arg-type]
    finally:
        consumer.close()
    return found


def test_the_topic_of_the_log_takes_no_dead_letters(tmp_path: Path) -> None:
    chosen = settings(tmp_path, "kafka://127.0.0.1:1/events", "events")
    with (
        pytest.raises(SettingError, match="the very topic that they come from"),
        sending_dead_letters(chosen),
    ):
        pytest.fail("it was let through")


@pytest.mark.parametrize("is_setting", [False, True])
def test_the_topic_that_is_consumed_takes_no_dead_letters(
    invoke: Invoke, monkeypatch: pytest.MonkeyPatch, is_setting: bool
) -> None:
    arguments = ["consume", "kafka://127.0.0.1:1/events", "--once"]
    if is_setting:
        monkeypatch.setenv("HEADWATER_DEAD_LETTERS", "events")
    else:
        arguments += ["--dead-letters", "events"]
    # Without the check it would run until a broker answers, so it is not let that far.
    monkeypatch.setattr(TopicConsumer, "run", lambda *_, **__: pytest.fail("it was let through"))
    result = invoke(*arguments)
    assert result.exit_code != 0
    assert "`dead_letters` is events, the very topic that they come from" in result.stderr


def test_without_a_topic_for_them_nothing_runs(tmp_path: Path) -> None:
    with sending_dead_letters(settings(tmp_path, "kafka://127.0.0.1:1/events", "")):
        pass
    with sending_dead_letters(settings(tmp_path, "", "letters")):
        pass
