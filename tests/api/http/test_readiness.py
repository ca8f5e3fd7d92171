"""Whether a server is ready, what it lacks, and what it counts."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from headwater.answers.service import ArchiveState, Lag
from headwater.api.http.gate import Gate
from headwater.api.http.keys import Keys
from headwater.api.http.site import Limits, Site
from headwater.api.server import application
from headwater.log import DirectoryLog, head, log_id
from headwater.model.events import edit_line
from headwater.store import failure, open_store
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


def test_a_server_whose_store_belongs_to_another_log_is_not_ready_and_refuses_events(
    scene: Scene, served: Served
) -> None:
    scene.store.belong_to("another-log")
    client = served()
    answer = client.get("/health/ready")
    assert (answer.status_code, answer.json()["pipeline"]) == (503, "following")
    [reason] = answer.json()["reasons"]
    assert f"belongs to the log another-log, and this is the log {log_id(scene.log)}" in reason

    def refused(method: str, path: str, body: object) -> bool:
        answer = client.request(method, path, json=body)
        return answer.status_code == 503 and answer.json()["message"] == reason

    _soon(lambda: refused("POST", "/api/v1/lineage", event()))
    before = head(scene.log)
    assert refused("POST", "/api/v1/lineage/batch", [event()])
    assert refused("PUT", "/api/v1/namespaces/etl", {"ownerName": "me"})
    assert head(scene.log) == before


def test_a_server_that_only_answers_needs_no_log_and_is_ready_without_a_pipeline(
    tmp_path: Path, rows: Rows
) -> None:
    rows.job("load")
    url = f"sqlite:///{tmp_path}/store"
    with open_store(url) as store:
        rows.write(store)
    site = Site(DirectoryLog(tmp_path / "log"), lambda: open_store(url), None, Limits())
    gate = Gate(Keys(tmp_path), loopback_only=True)
    with TestClient(application(site, gate), "http://localhost") as client:
        assert client.get("/health/ready").json() == {
            "ready": True,
            "pipeline": "none",
            "reasons": [],
        }
        assert client.get("/api/v1/jobs").json()["totalCount"] == 1
        refused = client.post("/api/v1/lineage", json=event())
        assert refused.status_code == 405
        assert "only answers questions" in refused.json()["message"]
        assert client.get("/api/v1/status").status_code == 200
    assert not (tmp_path / "log").exists()


def _soon(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


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


def test_what_will_be_lost_before_it_is_archived_keeps_a_server_from_being_ready(
    scene: Scene, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = ArchiveState(place="s3://bucket", lag=Lag(7, 3, 50.0), alarms=("a is not archived",))
    client = served()
    assert client.get("/api/v1/status").json()["archive"] is None
    assert "headwater_archive" not in client.get("/metrics").text
    monkeypatch.setattr(DirectoryLog, "archive", lambda _: lost)
    monkeypatch.setattr(DirectoryLog, "obstacles", lambda log: list(log.archive().alarms))
    answer = client.get("/health/ready")
    assert (answer.status_code, answer.json()["reasons"]) == (503, ["a is not archived"])
    assert client.get("/api/v1/status").json()["archive"]["alarms"] == ["a is not archived"]
    text = client.get("/metrics").text
    for line in ("alarms 1.0", "readable 1.0", "lag_bytes 7.0", "lag_records 3.0"):
        assert f"headwater_archive_{line}" in text
