"""Whether a server is ready, what it lacks, and what it counts."""

import time
from collections.abc import Callable

from starlette.testclient import TestClient

from headwater.model.events import edit_line
from headwater.store import failure
from tests.api.conftest import Scene
from tests.api.posting import event
from tests.query.rows import Rows

Served = Callable[[], TestClient]


def test_ready_says_what_is_missing(scene: Scene, served: Served) -> None:
    client = served()
    assert client.get("/health/ready").json() == {
        "ready": True,
        "pipeline": "following",
        "reasons": [],
    }
    scene.pipeline.stop()
    answer = client.get("/health/ready")
    assert answer.status_code == 503
    assert "headwater pipeline" in answer.json()["reasons"][0]


def test_a_server_is_ready_when_what_was_in_the_log_at_its_start_is_visible(
    scene: Scene, served: Served
) -> None:
    line, digest = edit_line({"edit": "tag", "at": "2025-01-01T00:00:00Z", "kind": "job"})
    scene.writer.append("edit", digest, line)
    scene.pipeline.paused = True
    client = served()
    answer = client.get("/health/ready")
    assert (answer.status_code, answer.json()["pipeline"]) == (503, "following")
    assert answer.json()["reasons"] == [
        "what was in the log when the server started is being applied"
    ]
    scene.pipeline.paused = False
    deadline = time.monotonic() + 10
    while not scene.store.positions() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert client.get("/health/ready").status_code == 200
    scene.pipeline.paused = True
    assert client.post("/api/v1/lineage", json=event()).status_code == 201
    assert client.get("/health/ready").status_code == 200, "what comes later does not count"


def test_a_server_whose_pipeline_fails_is_not_ready(scene: Scene, served: Served) -> None:
    client = served()
    scene.pipeline.stop()
    with scene.store.claimed() as tell:
        tell("failing")
        answer = client.get("/health/ready")
        assert (answer.status_code, answer.json()["pipeline"]) == (503, "failing")
        with scene.store.transaction(scene.store.take_over()) as transaction:
            transaction.note(failure("StoreError: no space"))
        [reason] = client.get("/health/ready").json()["reasons"]
        assert reason.endswith("fails, and it tries again: StoreError: no space")
        tell("following")
        assert client.get("/health/ready").status_code == 200


def test_a_server_that_shares_the_store_but_not_the_log_answers(
    scene: Scene, rows: Rows, served: Served
) -> None:
    job = rows.job("load")
    rows.event(job, 1_000_000, "COMPLETE")
    client = served()
    scene.pipeline.stop()
    with scene.store.transaction(scene.store.take_over()) as transaction:
        transaction.advance({"20250101T000000-elsewhere": 1000})
    answer = client.get("/api/v1/status").json()
    assert (answer["lag"], answer["appliedBytes"]) == (None, 1000)
    assert "headwater_store_readable 1" in client.get("/metrics").text
    assert client.get("/api/v1/jobs").json()["totalCount"] == 1
    assert client.get("/api/v1/events/lineage").status_code == 503


def test_metrics_count_events_and_requests(served: Served) -> None:
    client = served()
    client.post("/api/v1/lineage", json=event())
    client.post("/api/v1/lineage", json={})
    client.get("/api/v1/jobs/runs/unknown")
    text = client.get("/metrics").text
    assert 'route="/api/v1/jobs/runs/{id}",status="404"' in text
    assert "headwater_events_accepted_total 1.0" in text
    assert "headwater_events_refused_total 1.0" in text
    assert 'route="/api/v1/lineage",status="201"' in text
    assert "headwater_lag_seconds" in text
