"""Marquez's calls from before OpenLineage, as the events that they become."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from headwater.log import head, read
from headwater.model.events import accept
from headwater.model.extract import Extractor
from headwater.model.facts import Rules
from tests.api.conftest import Scene
from tests.query.rows import Rows, uuid

Served = Callable[[], TestClient]


def logged(scene: Scene) -> list[dict[str, Any]]:
    """The events, none of which has anything odd."""
    bodies = [
        record.body
        for segment, end in head(scene.log).items()
        for record in read(scene.log, segment, 0, end)
    ]
    for body in bodies:
        assert accept(body).repairs == ()
        assert Extractor(Rules()).event(body).findings == []
    return [json.loads(body) for body in bodies]


def test_a_job_becomes_a_job_event(scene: Scene, served: Served) -> None:
    client = served()
    body = {
        "type": "STREAM",
        "inputs": [{"namespace": "kafka://b:9092", "name": "topic"}],
        "outputs": [{"namespace": "ns", "name": "table"}],
        "location": "https://github.com/me/repo/blob/1/j.py",
        "description": "what it does",
        "context": {"SQL": "SELECT 1"},
    }
    answer = client.put("/api/v1/namespaces/s3%3A%2F%2Fx/jobs/j", json=body)
    assert answer.status_code == 200
    job = answer.json()
    assert (job["id"], job["type"]) == ({"namespace": "s3://x", "name": "j"}, "STREAM")
    assert (job["inputs"], job["outputs"]) == (body["inputs"], body["outputs"])
    assert (job["location"], job["description"]) == (body["location"], "what it does")
    assert (job["latestRun"], job["tags"]) == (None, [])
    assert job["createdAt"] == job["updatedAt"]
    [event] = logged(scene)
    assert event["job"]["name"] == "j"
    facets = event["job"]["facets"]
    assert facets["jobType"]["processingType"] == "STREAMING"
    assert facets["sourceCodeLocation"]["url"] == body["location"]
    assert facets["documentation"]["description"] == "what it does"
    assert (event["inputs"], event["outputs"]) == (body["inputs"], body["outputs"])
    assert "run" not in event


def test_a_job_with_a_run_says_what_the_run_uses(scene: Scene, rows: Rows, served: Served) -> None:
    job = rows.job("j")
    rows.event(job, 10)
    rows.stated(job, "documentation", {"description": "as before"})
    client = served()
    listed = [{"namespace": "ns", "name": "a"}]
    body = {"type": "BATCH", "inputs": listed, "outputs": [], "runId": uuid(1)}
    answer = client.put("/api/v1/namespaces/ns/jobs/j", json=body).json()
    assert (answer["createdAt"], answer["description"]) == (
        "1970-01-01T00:00:00.000010Z",
        "as before",
    )
    of_job, of_run = logged(scene)
    assert "run" not in of_job
    assert (of_run["run"]["runId"], of_run["inputs"]) == (uuid(1), listed)
    assert "eventType" not in of_run


def test_a_run_is_new_until_it_is_marked(scene: Scene, rows: Rows, served: Served) -> None:
    rows.event(rows.job("j"), 10)
    client = served()
    path = "/api/v1/namespaces/ns/jobs/j/runs"
    body = {
        "id": uuid(5),
        "nominalStartTime": "2025-01-01T00:00:00Z",
        "nominalEndTime": "2025-01-02T00:00:00Z",
        "args": {"email": "me@example.com"},
    }
    answer = client.post(path, json=body)
    assert answer.status_code == 201
    assert answer.headers["location"] == f"/api/v1/jobs/runs/{uuid(5)}"
    run = answer.json()
    assert (run["id"], run["state"], run["args"]) == (uuid(5), "NEW", body["args"])
    assert (run["nominalStartTime"], run["nominalEndTime"]) == (
        body["nominalStartTime"],
        body["nominalEndTime"],
    )
    [event] = logged(scene)
    assert "eventType" not in event
    assert event["run"]["facets"]["nominalTime"]["nominalStartTime"] == body["nominalStartTime"]
    assert event["run"]["facets"]["headwater_runArgs"]["args"] == body["args"]
    made = client.post(path, json={}).json()
    assert made["id"] != uuid(5)
    assert logged(scene)[1]["run"]["runId"] == made["id"]


def test_a_reported_run_reads_and_writes_what_its_job_does(
    scene: Scene, rows: Rows, served: Served
) -> None:
    """Else, with an output reported for it, it would end as a run that reads nothing."""
    read, written = rows.dataset("read", "s3://lake"), rows.dataset("written")
    rows.uses(rows.job("j"), [read], [written])
    served().post("/api/v1/namespaces/ns/jobs/j/runs", json={"id": uuid(5)})
    [event] = logged(scene)
    assert event["inputs"] == [{"namespace": "s3://lake", "name": "read"}]
    assert event["outputs"] == [{"namespace": "ns", "name": "written"}]


@pytest.mark.parametrize(
    ("action", "event_type", "state"),
    [
        ("start", "START", "RUNNING"),
        ("complete", "COMPLETE", "COMPLETED"),
        ("fail", "FAIL", "FAILED"),
        ("abort", "ABORT", "ABORTED"),
    ],
)
def test_marks_become_events_of_the_runs_job(
    scene: Scene, rows: Rows, served: Served, action: str, event_type: str, state: str
) -> None:
    rows.run(rows.job("first"), uuid(1))
    second = rows.run(rows.job("second"), uuid(1), start=1_000_000, state="NEW")
    client = served()
    at = "2025-01-01T00:00:00.5Z"
    run = client.post(f"/api/v1/jobs/runs/{second}/{action}?at={at}").json()
    assert (run["id"], run["state"], run["updatedAt"]) == (
        second,
        state,
        "2025-01-01T00:00:00.500Z",
    )
    if action == "start":
        assert (run["startedAt"], run["endedAt"]) == (run["updatedAt"], None)
    else:
        assert run["startedAt"] == "1970-01-01T00:00:01Z"
        assert (run["endedAt"], run["durationMs"]) == (run["updatedAt"], 1_735_689_599_500)
    [event] = logged(scene)
    assert (event["eventType"], event["eventTime"]) == (event_type, "2025-01-01T00:00:00.500Z")
    assert (event["run"]["runId"], event["job"]["name"]) == (uuid(1), "second")


def test_a_finished_run_is_not_opened_again_and_its_last_end_counts(
    rows: Rows, served: Served
) -> None:
    rows.run(rows.job("j"), uuid(1), start=1_000, end=2_000)
    client = served()

    def state(action: str) -> tuple[str, str]:
        run = client.post(f"/api/v1/jobs/runs/{uuid(1)}/{action}").json()
        return run["state"], run["endedAt"]

    assert state("start?at=2025-01-01")[0] == "COMPLETED"
    assert state("fail?at=1970-01-01T00:00:00.001Z") == ("COMPLETED", "1970-01-01T00:00:00.002Z")
    assert state("fail?at=2025-01-01") == ("FAILED", "2025-01-01T00:00:00Z")
    assert state("abort")[0] == "ABORTED"


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("PUT", "/namespaces/ns/jobs/j", {}, 422),
        ("PUT", "/namespaces/ns/jobs/j", {"type": "ODD"}, 422),
        ("PUT", "/namespaces/ns/jobs/j", {"type": "BATCH", "inputs": [{"name": "x"}]}, 422),
        (
            "PUT",
            "/namespaces/ns/jobs/j",
            {"type": "BATCH", "inputs": [{"namespace": "", "name": "x"}]},
            422,
        ),
        ("POST", "/namespaces/ns/jobs/nothing/runs", {}, 404),
        ("POST", "/namespaces/ns/jobs/j/runs", {"id": uuid(1)}, 400),
        ("POST", "/namespaces/ns/jobs/j/runs", {"id": ""}, 422),
        ("POST", "/namespaces/ns/jobs/j/runs", {"nominalStartTime": "soon"}, 422),
        ("POST", f"/jobs/runs/{uuid(9)}/start", None, 404),
        ("POST", f"/jobs/runs/{uuid(1)}/start?at=soon", None, 400),
    ],
)
def test_what_cannot_be_reported_is_refused_and_not_logged(
    scene: Scene, rows: Rows, served: Served, method: str, path: str, body: Any, status: int
) -> None:
    rows.run(rows.job("j"), uuid(1))
    answer = served().request(method, f"/api/v1{path}", json=body)
    assert answer.status_code == status
    assert answer.json()["code"] == status
    assert logged(scene) == []
