"""Several collectors over one topic of Kafka: what one has taken, the others answer with."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from headwater.api.http.gate import Gate
from headwater.api.http.keys import Keys
from headwater.api.http.site import Site
from headwater.api.server import application
from headwater.log import EventLog, LogAddress, open_log, ranges
from headwater.store import open_store
from headwater.wire.positions import HEADER
from tests.api.conftest import QUICK, EditPipeline
from tests.running.kafka import Broker

pytestmark = pytest.mark.kafka

EVENT = {
    "eventTime": "2024-01-01T00:00:00Z",
    "run": {"runId": "r"},
    "job": {"namespace": "n", "name": "j"},
}


@pytest.fixture
def address(kafka: Broker) -> LogAddress:
    return LogAddress(f"kafka://{kafka.address}/{kafka.topic()}")


@pytest.fixture
def collectors(address: LogAddress, tmp_path: Path) -> Iterator[list[TestClient]]:
    """Two servers with a store in common, and a pipeline that applies edits."""
    url = f"sqlite:///{tmp_path}/store"
    with ExitStack() as stack:
        pipeline = EditPipeline(open_log(address), stack.enter_context(open_store(url)))
        pipeline.start()
        stack.callback(pipeline.stop)
        yield [stack.enter_context(_served(open_log(address), url, tmp_path)) for _ in range(2)]


def _served(log: EventLog, url: str, directory: Path) -> TestClient:
    site = Site(log, lambda: open_store(url), log.appender(), QUICK)
    return TestClient(application(site, Gate(Keys(directory))), "http://localhost")


def test_what_one_collector_has_taken_is_read_through_another_by_its_position(
    collectors: list[TestClient],
) -> None:
    one, other = collectors
    made = one.put("/api/v1/tags/PII", json={"description": "of people"})
    assert made.status_code == 200, made.text
    found = other.get("/api/v1/tags", headers={HEADER: made.headers[HEADER]}).json()["tags"]
    assert {"name": "PII", "description": "of people"} in found


def test_acknowledged_events_of_all_collectors_are_in_the_topic_once(
    collectors: list[TestClient], address: LogAddress
) -> None:
    for number in range(20):
        event = {**EVENT, "run": {"runId": f"run {number}"}}
        answer = collectors[number % 2].post("/api/v1/lineage", json=event)
        assert answer.status_code == 201, answer.text
        assert answer.headers[HEADER]
    batch = [{**EVENT, "run": {"runId": f"run {number}"}} for number in range(20, 50)]
    assert collectors[0].post("/api/v1/lineage/batch", json=batch).status_code == 204
    log = open_log(address)
    bodies = [record.body for span in ranges({}, log.head()) for record in log.read(span)]
    runs = [json.loads(body)["run"]["runId"] for body in bodies]
    assert sorted(runs) == sorted(f"run {number}" for number in range(50))


def test_a_collector_is_ready_while_its_topic_can_be_written_to(
    collectors: list[TestClient],
) -> None:
    assert [collector.get("/health/ready").status_code for collector in collectors] == [200, 200]
