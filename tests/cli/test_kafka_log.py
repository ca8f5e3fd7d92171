"""Commands over a log in a topic of Kafka."""

import json
from pathlib import Path

import pytest

from headwater.log import LogAddress, open_log, ranges
from tests.cli.conftest import Invoke
from tests.running.kafka import Broker

pytestmark = pytest.mark.kafka

EVENT = {
    "eventTime": "2024-01-01T00:00:00Z",
    "run": {"runId": "0190a0b0-0000-7000-8000-000000000001"},
    "job": {"namespace": "shop", "name": "load"},
}


def test_the_setting_log_names_the_topic_that_commands_append_to(
    kafka: Broker, invoke: Invoke, tmp_path: Path
) -> None:
    url = f"kafka://{kafka.address}/{kafka.topic()}"
    properties = tmp_path / "client.properties"
    properties.write_text("client.id=headwater\n")
    named = {"HEADWATER_LOG": url, "HEADWATER_KAFKA_CONFIG": str(properties)}
    file = tmp_path / "events.json"
    file.write_text(json.dumps(EVENT))

    empty = invoke("build", env=named)
    assert (empty.exit_code, empty.stderr.startswith(f"Error: no events in {url}")) == (1, True)

    result = invoke("ingest", file, env=named)
    assert (result.exit_code, result.stdout.split("\n")[0]) == (0, "1 event taken")
    log = open_log(LogAddress(url))
    [record] = [record for span in ranges({}, log.head()) for record in log.read(span)]
    assert json.loads(record.body) == EVENT
    assert not (tmp_path / "data" / "log").exists()
