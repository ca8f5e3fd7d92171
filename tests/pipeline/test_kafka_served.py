"""Servers as processes of their own over one topic of Kafka, one of which is killed."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from headwater.answers.service import Lag
from headwater.client import Client
from headwater.log.kafka.topic import Topic
from tests.running.kafka import Broker
from tests.running.servers import Program, Served

pytestmark = [pytest.mark.kafka, pytest.mark.slow]

COUNT = 40


def event(number: int) -> dict[str, Any]:
    return {
        "eventTime": f"2024-01-01T00:00:{number:02d}Z",
        "eventType": "COMPLETE",
        "run": {"runId": f"{number:08d}-0000-4000-8000-000000000000"},
        "job": {"namespace": "shop", "name": f"job {number % 7}"},
        "inputs": [{"namespace": "shop", "name": f"table {number % 5}"}],
        "outputs": [{"namespace": "shop", "name": f"table {number % 5 + 1}"}],
    }


def program(variables: dict[str, str]) -> Program:
    path = os.pathsep.join(filter(None, sys.path))
    surroundings = os.environ | {"PYTHONPATH": path} | variables
    return Program((sys.executable, "-m", "headwater.cli"), surroundings)


def post(url: str, numbers: Iterable[int]) -> None:
    with Client(url) as client:
        for number in numbers:
            client.send(event(number))


def test_collectors_and_producers_share_a_topic_and_one_pipeline_follows_it(
    kafka: Broker, tmp_path: Path
) -> None:
    topic = Topic(kafka.address, kafka.topic(partitions=3))
    store = f"sqlite:///{tmp_path}/store"
    command, variables = program({"HEADWATER_LOG": str(topic), "HEADWATER_STORE": store})
    started = Program(command, variables)
    with Served(tmp_path / "one", program=started) as one:
        one.wait_until_ready()
        with Served(tmp_path / "two", "--no-pipeline", program=started) as two:
            two.wait_until_ready()
            post(one.url, range(10))
            post(two.url, range(5, 15))
            two.process.kill()
        producer = topic.producer()
        for number in range(12, 30):
            producer.produce(topic.name, json.dumps(event(number)).encode(), "run:shop")
        producer.produce(topic.name, b"no event")
        assert producer.flush(30) == 0
        with Served(tmp_path / "three", "--no-pipeline", program=started) as three:
            three.wait_until_ready()
            post(three.url, range(30, COUNT))
            with Client(three.url) as client:
                wait_until_applied(client)
                found = client.status()
        assert found.rows["events"] == COUNT
        assert found.findings == {"set_aside": 1}
    done = subprocess.run(
        [*command, "verify", "--data", str(tmp_path / "one")],
        env=dict(variables),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout.split(":")[0]) == (0, "equal"), done.stderr


def wait_until_applied(client: Client) -> None:
    deadline = time.monotonic() + 120
    while client.status().lag != Lag():
        assert time.monotonic() < deadline
        time.sleep(0.2)
