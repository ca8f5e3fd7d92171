"""openlineage-python, unmodified, with its transport for Kafka."""

import json
from pathlib import Path

import pytest

from headwater.collector import take
from headwater.log import LogAddress, open_log, ranges
from tests.clients.environments import environment, run
from tests.running.kafka import Broker

pytestmark = pytest.mark.kafka
EMIT = Path(__file__).parent / "scripts" / "emit.py"
STEPS = 20


def test_what_openlineage_python_sends_to_a_topic_is_in_the_log(kafka: Broker) -> None:
    topic = kafka.topic()
    run(
        environment("openlineage") / "python",
        EMIT,
        "by-kafka",
        str(STEPS),
        variables={
            "OPENLINEAGE__TRANSPORT__TYPE": "kafka",
            "OPENLINEAGE__TRANSPORT__TOPIC": topic,
            "OPENLINEAGE__TRANSPORT__CONFIG": json.dumps({"bootstrap.servers": kafka.address}),
        },
    )
    log = open_log(LogAddress(f"kafka://{kafka.address}/{topic}"))
    records = [record for span in ranges({}, log.head()) for record in log.read(span)]
    assert {record.kind for record in records} == {"openlineage"}
    assert len({record.segment for record in records}) > 1
    assert [take(record.body).accepted.digest for record in records] == [
        record.digest for record in records
    ]
    ended = {
        event["job"]["name"]
        for event in (json.loads(record.body) for record in records)
        if event.get("eventType") == "COMPLETE"
    }
    assert ended == {f"job_{step}" for step in range(STEPS)}
