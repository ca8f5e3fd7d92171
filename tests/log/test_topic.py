"""Where a topic is, and how it is reached; no broker is needed for that."""

import sys
from pathlib import Path

import pytest
from confluent_kafka import KafkaError

from headwater.errors import MissingPartError, SettingError
from headwater.log.kafka.topic import Topic, passes, read_properties, topic_at


def test_a_url_names_brokers_and_a_topic() -> None:
    found = topic_at("kafka://one:9092,two/lineage.events", {"security.protocol": "SSL"})
    assert found == Topic("one:9092,two", "lineage.events", {"security.protocol": "SSL"})
    assert str(found) == "kafka://one:9092,two/lineage.events"


@pytest.mark.parametrize(
    "url", ["", "one:9092/events", "kafka://one", "kafka://one/a/b", "kafka:///a"]
)
def test_what_names_no_topic_is_refused(url: str) -> None:
    with pytest.raises(SettingError, match="expected kafka://BROKER,BROKER/TOPIC"):
        topic_at(url)


def test_properties_are_read_as_kafkas_own_tools_read_them(tmp_path: Path) -> None:
    file = tmp_path / "client.properties"
    file.write_text("# secret\n\nsasl.username = me\nsasl.password=a=b,c\n")
    assert read_properties(str(file)) == {"sasl.username": "me", "sasl.password": "a=b,c"}
    assert read_properties("") == {}


def test_a_broken_file_of_properties_is_named_without_its_content(tmp_path: Path) -> None:
    file = tmp_path / "client.properties"
    with pytest.raises(SettingError, match=f"cannot read the properties for Kafka in {file}"):
        read_properties(str(file))
    file.write_text("a=b\nhunter2\n")
    with pytest.raises(SettingError, match=f"line 2 of {file} is no property") as caught:
        read_properties(str(file))
    assert "hunter2" not in str(caught.value)


def test_properties_that_kafka_does_not_know_are_an_error_of_the_settings() -> None:
    with pytest.raises(SettingError, match=r"no\.such\.property"):
        Topic("127.0.0.1:1", "events", {"no.such.property": "1"}).producer()


def test_without_its_package_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "confluent_kafka", None)
    with pytest.raises(MissingPartError, match=r"pip install 'headwater\[kafka\]'"):
        Topic("127.0.0.1:1", "events").producer()


@pytest.mark.parametrize(
    ("code", "is_passing"),
    [
        (KafkaError.LEADER_NOT_AVAILABLE, True),
        (KafkaError.UNKNOWN_LEADER_EPOCH, True),
        (KafkaError.TOPIC_AUTHORIZATION_FAILED, False),
    ],
)
def test_what_a_change_of_leaders_brings_is_waited_for(code: int, is_passing: bool) -> None:
    assert passes(KafkaError(code)) is is_passing
