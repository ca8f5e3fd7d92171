"""What all routes have in common: parameters, errors, waiting, keys."""

import gzip
import json
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from headwater.api.http.gate import Gate
from headwater.api.server import application
from headwater.errors import StoreError
from headwater.log import head, read
from headwater.model.events import accept
from headwater.wire.positions import HEADER, positions_in
from tests.api.conftest import QUICK, Scene
from tests.query.rows import Rows

Served = Callable[[], TestClient]


def event(name: str = "job", **more: Any) -> dict[str, Any]:
    return {
        "eventType": "COMPLETE",
        "eventTime": "2025-01-01T00:00:00Z",
        "run": {"runId": "11111111-2222-3333-4444-555555555555"},
        "job": {"namespace": "ns", "name": name},
        **more,
    }


def logged(scene: Scene) -> list[bytes]:
    return [
        record.body
        for segment, end in head(scene.log).items()
        for record in read(scene.log, segment, 0, end)
    ]


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
    ("body", "headers", "status", "says"),
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
    scene: Scene, served: Served, body: bytes, headers: dict[str, str], status: int, says: str
) -> None:
    answer = served().post("/api/v1/lineage", content=body, headers=headers)
    assert answer.status_code == status
    problem = answer.json()
    assert problem["code"] == status
    assert says in problem["message"]
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


def test_a_batch_of_which_nothing_is_taken_is_as_far_as_the_log_is(
    scene: Scene, served: Served
) -> None:
    client = served()
    before = client.post("/api/v1/lineage", json=event()).headers[HEADER]
    for content in (b"[]", b"", b"[1]"):
        answer = client.post("/api/v1/lineage/batch", content=content)
        assert positions_in([answer.headers[HEADER]]) == positions_in([before])
    assert len(logged(scene)) == 1


def test_a_question_waits_for_the_writes_it_names(scene: Scene, served: Served) -> None:
    client = served()
    position = client.post("/api/v1/lineage", json=event()).headers[HEADER]
    answer = client.get("/api/v1/status", headers={HEADER: position})
    assert answer.status_code == 200
    assert answer.json()["lag"]["bytes"] == 0
    scene.pipeline.paused = True
    later = client.post("/api/v1/lineage", json=event("later")).headers[HEADER]
    object.__setattr__(scene.site, "limits", QUICK.__class__(wait_seconds=0.2))
    waited = client.get(f"/api/v1/status?position={later}")
    assert waited.status_code == 504
    assert "behind" in waited.json()["message"]
    assert client.get("/api/v1/status", headers={HEADER: "?!"}).status_code == 400


def test_what_is_not_there_is_a_404_with_near_matches(rows: Rows, served: Served) -> None:
    rows.job("orders_daily")
    answer = served().get("/api/v1/lineage", params={"nodeId": "job:ns:orders_dialy"})
    assert answer.status_code == 404
    assert "job:ns:orders_daily" in answer.json()["message"]


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("", "nodeId"),
        ("nodeId=job:a:b&depth=-1", "depth"),
        ("nodeId=job:a:b&depth=x", "depth"),
        ("nodeId=job:a:b&direction=sideways", "direction"),
        ("nodeId=job:a:b&at=tomorrowish", "at"),
        ("nodeId=job:a:b&at=1706121212345", "at"),
        ("nodeId=job:a:b&at=2024-W05-3", "at"),
        ("nodeId=job:a%00:b", "nodeId"),
        ("nodeId=job:a:b&foldPrivate=perhaps", "foldPrivate"),
    ],
)
def test_a_parameter_that_cannot_be_read_is_a_400_that_names_it(
    served: Served, query: str, path: str
) -> None:
    answer = served().get(f"/api/v1/lineage?{query}")
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["path"] == path


@pytest.mark.parametrize(
    "written",
    [
        "1706691600",
        "1706691600.0",
        "2024-01-31T09:00:00Z",
        "2024-01-31T10:00:00%2B01:00",
        "2024-01-31T10:00:00+01:00",
        "2024-01-31%2010:00+0100",
        "2024-01-31%2009:00",
    ],
)
def test_a_time_may_be_written_in_many_ways(rows: Rows, served: Served, written: str) -> None:
    for at in (1_706_691_599_999_999, 1_706_691_600_000_000, 1_706_691_600_000_001):
        rows.event(rows.job("j"), at)
    client = served()
    before, after = (
        client.get(f"/api/v1/events/lineage?limit=0&{side}={written}").json()["totalCount"]
        for side in ("before", "after")
    )
    assert (before, after) == (1, 2)


def test_milliseconds_are_told_to_be_seconds(served: Served) -> None:
    answer = served().get("/api/v1/lineage?nodeId=job:a:b&at=1706121212345")
    assert "send unix seconds, 1706121212.345" in answer.json()["message"]


def test_other_paths_and_methods_have_the_shape_of_all_errors(served: Served) -> None:
    client = served()
    assert client.get("/api/v1/nothing").json() == {
        "code": 404,
        "message": "Not Found",
        "errors": [],
    }
    wrong = client.request("PATCH", "/api/v1/status")
    assert (wrong.status_code, wrong.json()["code"]) == (405, 405)
    assert wrong.headers["allow"] == "GET, HEAD"
    assert client.delete("/api/v1/lineage").headers["allow"] == "GET, HEAD, POST"
    assert client.get("/api/v1/lineage/batch").headers["allow"] == "POST"


def test_every_answer_has_the_security_headers(served: Served) -> None:
    client = served()
    for answer in (client.get("/health/live"), client.post("/api/v1/lineage", json=event())):
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "default-src 'self'" in answer.headers["content-security-policy"]


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


def test_a_server_whose_pipeline_fails_is_not_ready(scene: Scene, served: Served) -> None:
    client = served()
    scene.pipeline.stop()
    with scene.store.claimed() as tell:
        tell("failing")
        answer = client.get("/health/ready")
        assert (answer.status_code, answer.json()["pipeline"]) == (503, "failing")
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


def test_with_keys_each_may_do_what_its_role_allows(
    scene: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    read_key = scene.keys.create("dashboard", "read")
    write_key = scene.keys.create("airflow", "write")
    with scene.client() as client:
        assert client.get("/api/v1/status").status_code == 401
        assert client.get("/health/live").status_code == 200

        def asked(key: str) -> tuple[int, int]:
            headers = {"Authorization": f"Bearer {key}"}
            got = client.get("/api/v1/status", headers=headers)
            posted = client.post("/api/v1/lineage", json=event(), headers=headers)
            return got.status_code, posted.status_code

        with caplog.at_level("INFO", "headwater.access"):
            assert asked(read_key) == (200, 403)
        assert '"key": "dashboard"' in caplog.text
        assert asked(write_key) == (200, 201)
        assert asked("hw_wrong") == (401, 401)


def test_keys_are_kept_as_hashes_and_revoked_at_once(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("headwater.api.http.gate.RELOAD_SECONDS", 0.0)
    secret = scene.keys.create("dashboard", "read")
    assert secret not in (scene.log.parent / "keys.json").read_text()
    with scene.client() as client:
        headers = {"Authorization": f"Bearer {secret}"}
        assert client.get("/api/v1/status", headers=headers).status_code == 200
        scene.keys.revoke("dashboard")
        assert client.get("/api/v1/status", headers=headers).status_code == 401
        assert client.get("/api/v1/status").status_code == 401, "no key is left, so no one may"
        (scene.log.parent / "keys.json").unlink()
        assert client.get("/api/v1/status").status_code == 401, (
            "that the file is gone changes nothing"
        )


def test_other_web_pages_can_neither_write_nor_reach_us_by_a_name_of_theirs(scene: Scene) -> None:
    with scene.client(loopback_only=True) as client:
        evil = {"Origin": "https://evil.example"}
        assert client.post("/api/v1/lineage", json=event(), headers=evil).status_code == 403
        assert client.get("/api/v1/status", headers={"Host": "evil.example"}).status_code == 403
        for odd in ("http://[", "null"):
            answer = client.post("/api/v1/lineage", json=event(), headers={"Origin": odd})
            assert answer.status_code == 403
        own = {"Origin": "http://localhost:5000", "Host": "localhost:5000"}
        assert client.post("/api/v1/lineage", json=event(), headers=own).status_code == 201


def test_once_there_are_keys_a_proxy_may_pass_the_name_on_that_it_is_known_by(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("headwater.api.http.gate.RELOAD_SECONDS", 0.0)
    name = {"Host": "lineage.example"}
    with scene.client(loopback_only=True) as client:
        assert client.get("/api/v1/status", headers=name).status_code == 403
        secret = scene.keys.create("dashboard", "read")
        headers = name | {"Authorization": f"Bearer {secret}"}
        assert client.get("/api/v1/status", headers=headers).status_code == 200


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


def test_a_fault_of_the_server_has_the_shape_of_all_errors(
    scene: Scene, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(scene.writer, "submit_many", broken)
    client = served()
    for path in ("/api/v1/lineage", "/api/v1/namespaces/a"):
        method, body = ("PUT", {"ownerName": "me"}) if "namespaces" in path else ("POST", event())
        answer = client.request(method, path, json=body)
        assert (answer.status_code, answer.json()["code"]) == (500, 500)
        assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("fails", ["until", "ask"])
def test_what_is_written_is_no_error_if_it_cannot_be_shown(
    scene: Scene, served: Served, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    client = served()
    ask, asked = scene.site.ask, []

    async def failing(*given: Any) -> Any:
        asked.append(given)
        if fails == "ask" and len(asked) == 1:  # what to write has to be found out
            return await ask(*given)
        raise StoreError("the store is gone")

    monkeypatch.setattr(scene.site, fails, failing)
    answer = client.put("/api/v1/tags/pii", json={"description": "personal"})
    assert answer.status_code == 202
    assert answer.json()["position"] == answer.headers[HEADER]
    assert len(logged(scene)) == 1


def test_pages_of_configured_origins_may_call_and_others_are_not_told_so(scene: Scene) -> None:
    origin = "https://portal.example"
    gate = Gate(scene.keys, origins=[origin])
    asked = {"Access-Control-Request-Method": "POST"}
    with TestClient(application(scene.site, gate, origins=[origin])) as client:
        for name, allowed in ((origin, origin), ("https://evil.example", None)):
            answer = client.options("/api/v1/lineage", headers={"Origin": name, **asked})
            assert answer.headers.get("access-control-allow-origin") == allowed
        posted = client.post("/api/v1/lineage", json=event(), headers={"Origin": origin})
        assert posted.status_code == 201
