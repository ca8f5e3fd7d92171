"""Who may do what: keys and their roles, other web pages, configured origins."""

import pytest
from starlette.testclient import TestClient

from headwater.api.http.gate import Gate
from headwater.api.server import application
from tests.api.conftest import Scene
from tests.api.posting import event


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


def test_a_request_with_two_hosts_is_refused(scene: Scene) -> None:
    """A proxy in front might have judged it by the other one."""
    with scene.client(loopback_only=True) as client:
        both = [("Host", "evil.example"), ("Host", "localhost")]
        answer = client.get("/api/v1/status", headers=both)
        assert (answer.status_code, "more than one Host" in answer.text) == (400, True)


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
