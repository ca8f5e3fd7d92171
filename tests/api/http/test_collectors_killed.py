"""A collector over a topic of Kafka, killed between every two of its steps."""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from headwater.log import LogAddress, open_log, ranges
from headwater.model.events import accept
from headwater.wire.batches import DIGEST
from tests.running.kafka import Broker
from tests.running.killed_collector import EVENT, STEPS
from tests.running.servers import Program, Served

pytestmark = pytest.mark.kafka

COUNT = 8


def event(number: int) -> dict[str, object]:
    return {
        "eventTime": "2024-01-01T00:00:00Z",
        "eventType": "COMPLETE",
        "run": {"runId": f"{number:08d}-0000-4000-8000-000000000000"},
        "job": {"namespace": "shop", "name": f"job {number}"},
    }


def collectors(data: Path, url: str, step: str) -> Iterator[Served]:
    """One that is killed at the step, and then one that is not."""
    path = os.pathsep.join(filter(None, sys.path))
    surroundings = os.environ | {"PYTHONPATH": path, "HEADWATER_LOG": url}
    for dies_at in (step, ""):
        command = (sys.executable, "-m", "tests.running.killed_collector", dies_at)
        with Served(data, "--no-pipeline", program=Program(command, surroundings)) as server:
            yield server


@pytest.mark.parametrize("step", STEPS)
def test_nothing_acknowledged_is_lost_wherever_a_collector_is_killed(
    kafka: Broker, tmp_path: Path, step: str
) -> None:
    url = f"kafka://{kafka.address}/{kafka.topic(partitions=3)}"
    left, acknowledged, killed_at = list(range(1, COUNT + 1)), list[str](), list[int]()
    for server in collectors(tmp_path, url, step):
        while left:
            try:
                answer = httpx2.post(f"{server.url}/api/v1/lineage", json=event(left[0]))
            except httpx2.TransportError:
                killed_at.append(left[0])
                break
            assert answer.status_code == 201, answer.text
            acknowledged.append(answer.headers[DIGEST])
            left.pop(0)
    assert killed_at == [EVENT + (step == "answered")]
    log = open_log(LogAddress(url))
    found = [record.digest for span in ranges({}, log.head()) for record in log.read(span)]
    sent = (json.dumps(event(number)).encode() for number in range(1, COUNT + 1))
    everything = {accept(body).digest for body in sent}
    assert set(acknowledged) == set(found) == everything
    # What was on its way when the collector died was sent again, and adds nothing.
    assert len(found) - COUNT in {"given": (0, 1), "acknowledged": (1,)}.get(step, (0,))
