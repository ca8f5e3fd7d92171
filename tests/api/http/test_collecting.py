"""Events that are posted: what is taken, what is refused, and how that is told."""

import gzip
import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from headwater.api.http.site import Limits
from headwater.model.events import accept
from headwater.wire.positions import HEADER
from tests.api.conftest import Scene
from tests.api.posting import event, logged

Served = Callable[[], TestClient]


def test_an_event_is_in_the_log_when_201_is_answered(scene: Scene, served: Served) -> None:
    answer = served().post("/api/v1/lineage", json=event())
    assert (answer.status_code, answer.content) == (201, b"")
    assert [json.loads(body) for body in logged(scene)] == [event()]


def test_an_event_is_answered_with_its_digest(scene: Scene, served: Served) -> None:
    answer = served().post("/api/v1/lineage", json=event())
    [body] = logged(scene)
    assert answer.headers["Lineage-Digest"] == accept(body).digest


def test_a_gzip_body_is_taken(scene: Scene, served: Served) -> None:
    body = gzip.compress(json.dumps(event()).encode())
    headers = {"Content-Encoding": "gzip"}
    assert served().post("/api/v1/lineage", content=body, headers=headers).status_code == 201
    assert [json.loads(body) for body in logged(scene)] == [event()]


@pytest.mark.parametrize(
    ("body", "headers", "status", "message"),
    [
        (b"{", {}, 400, "not JSON"),
        (b"\xff\xfe{}", {}, 400, "not JSON"),
        (b"[" * 100_000, {}, 400, "JSON"),
        (b"{}", {}, 422, "neither"),
        (b'{"run":{},"job":{"namespace":"a"}}', {}, 422, "run.runId"),
        (b"{}", {"Content-Encoding": "br"}, 415, "gzip"),
        (b"{}", {"Content-Encoding": "gzip"}, 400, "gzip"),
        (gzip.compress(b" " * (2 << 20), mtime=0), {"Content-Encoding": "gzip"}, 413, "larger"),
        (b" " * (2 << 20), {}, 413, "larger"),
        (gzip.compress(b"{}", mtime=0)[:-6], {"Content-Encoding": "gzip"}, 400, "cut off"),
    ],
    ids=range(10),
)
def test_what_cannot_be_taken_is_told_in_one_shape(
    scene: Scene, served: Served, body: bytes, headers: dict[str, str], status: int, message: str
) -> None:
    answer = served().post("/api/v1/lineage", content=body, headers=headers)
    assert answer.status_code == status
    problem = answer.json()
    assert problem["code"] == status
    assert message in problem["message"]
    assert logged(scene) == []


def test_every_fault_of_an_event_is_named_with_its_path(served: Served) -> None:
    body = {"run": {"runId": ""}, "job": {"name": 7}}
    problem = served().post("/api/v1/lineage", json=body).json()
    assert [error["path"] for error in problem["errors"]] == [
        "run.runId",
        "job.namespace",
        "job.name",
        "eventTime",
    ]


def test_strict_mode_refuses_what_is_odd(scene: Scene, served: Served) -> None:
    odd = event(inputs=[{"namespace": "ns"}])
    client = served()
    assert client.post("/api/v1/lineage?strict=True", json=odd).status_code == 422
    assert client.post("/api/v1/lineage", json=odd).status_code == 201
    assert len(logged(scene)) == 1
    future = event(eventTime="2999-01-01T00:00:00Z")
    refused = client.post("/api/v1/lineage?strict=true", json=future)
    assert (refused.status_code, refused.json()["errors"][0]["path"]) == (422, "eventTime")
    assert client.post("/api/v1/lineage?strict=ture", json=event()).status_code == 400


def test_events_beside_what_is_none_are_taken(scene: Scene, served: Served) -> None:
    body = json.dumps([None, event("a"), [event("b")], event("c")])
    answer = served().post("/api/v1/lineage/batch", content=body)
    assert answer.json()["summary"]["received"] == 4
    assert [failed["index"] for failed in answer.json()["failed_events"]] == [0, 2]
    assert [json.loads(body)["job"]["name"] for body in logged(scene)] == ["a", "c"]


def test_a_batch_that_takes_too_long_to_read_is_refused_whole(
    scene: Scene, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("headwater.api.http.collecting.READ_SECONDS", -1.0)
    answer = served().post("/api/v1/lineage/batch", json=[event()])
    assert answer.status_code == 413
    assert logged(scene) == []


def test_a_batch_of_little_but_strays_is_refused_whole(scene: Scene, served: Served) -> None:
    body = json.dumps(event()) + "\nx" * 20_000
    answer = served().post("/api/v1/lineage/batch", content=body)
    assert answer.status_code == 422
    assert "none was taken; the first is number 1: found 'x'" in answer.json()["message"]
    assert logged(scene) == []


@pytest.mark.parametrize("separator", ["array", "lines"])
def test_of_a_batch_what_can_be_taken_is_taken(
    scene: Scene, served: Served, separator: str
) -> None:
    events: list[Any] = [event("a"), {"job": {}}, event("b")]
    body = json.dumps(events) if separator == "array" else "\n".join(map(json.dumps, events))
    answer = served().post("/api/v1/lineage/batch", content=body)
    assert answer.status_code == 200
    assert answer.json()["summary"] == {
        "received": 3,
        "successful": 2,
        "failed": 1,
        "retriable": 0,
        "non_retriable": 1,
    }
    [failed] = answer.json()["failed_events"]
    assert (failed["index"], failed["retriable"]) == (1, False)
    assert [json.loads(body)["job"]["name"] for body in logged(scene)] == ["a", "b"]


def test_a_batch_that_is_taken_whole_is_a_204_with_a_position(served: Served) -> None:
    client = served()
    answer = client.post("/api/v1/lineage/batch", json=[event("a"), event("b")])
    assert (answer.status_code, answer.content) == (204, b"")
    assert answer.headers[HEADER]


def test_a_log_that_cannot_be_written_is_a_503_to_be_tried_again(
    scene: Scene, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = served()

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(scene.writer._disk, "write", full)
        answer = client.post("/api/v1/lineage", json=event())
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
    assert "disk is full" in answer.json()["message"]
    assert client.post("/api/v1/lineage", json=event()).status_code == 201
    assert len(logged(scene)) == 1


def test_events_are_refused_while_too_much_waits_for_the_pipeline_and_edits_are_not(
    scene: Scene, served: Served
) -> None:
    client = served()
    object.__setattr__(scene.site, "limits", Limits(max_backlog_bytes=2 << 20, wait_seconds=0.1))
    scene.pipeline.paused = True
    large = event(job={"namespace": "ns", "name": "j", "facets": {"x": {"y": "z" * (700 << 10)}}})
    statuses = [client.post("/api/v1/lineage", json=large).status_code for _ in range(4)]
    assert statuses == [201, 201, 201, 503]
    for path in ("lineage", "lineage/batch"):
        refused = client.post(f"/api/v1/{path}", json=event("small"))
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "10")
        assert "2 MiB of the log wait for the pipeline" in refused.json()["message"]
    assert len(logged(scene)) == 3
    assert client.put("/api/v1/tags/pii", json={"description": "personal"}).status_code == 202
    scene.pipeline.paused = False
    deadline = time.monotonic() + 20
    while client.post("/api/v1/lineage", json=event("small")).status_code == 503:
        assert time.monotonic() < deadline, "what waited was applied, and events are still refused"
        time.sleep(0.1)
