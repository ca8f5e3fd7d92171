"""Errors have one shape, whatever the route; every answer has the security headers."""

import gc
import tracemalloc
from collections.abc import Callable
from contextlib import ExitStack, closing
from http.client import HTTPConnection

import pytest
from starlette.testclient import TestClient

from headwater.api.http.gate import Gate
from headwater.api.http.problems import problem
from headwater.api.server import application
from headwater.errors import RefusedStatementError, StoreError
from tests.api.conftest import Scene
from tests.api.posting import event
from tests.query.rows import Rows
from tests.running.servers import serving

Served = Callable[[], TestClient]


def test_what_is_not_there_is_a_404_with_near_matches(rows: Rows, served: Served) -> None:
    rows.job("orders_daily")
    answer = served().get("/api/v1/lineage", params={"nodeId": "job:ns:orders_dialy"})
    assert answer.status_code == 404
    assert "job:ns:orders_daily" in answer.json()["message"]


def test_a_fault_of_ours_is_a_500_and_a_store_that_is_away_a_503() -> None:
    ours, headers = problem(RefusedStatementError("no such column"))
    assert (ours.code, headers) == (500, {})
    away, headers = problem(StoreError("the disk is gone"))
    assert (away.code, headers) == (503, {"Retry-After": "2"})


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


@pytest.mark.parametrize("path", ["/api/v1/lineage", "/api/v1/contracts/check"])
def test_a_body_that_is_refused_does_not_stay_in_memory(scene: Scene, path: str) -> None:
    """Not even where no garbage is collected, which a server seldom does."""
    body = b'{"x": "' + b"a" * 500_000
    with ExitStack() as stack:
        url = stack.enter_context(serving(application(scene.site, Gate(scene.keys))))
        client = stack.enter_context(closing(HTTPConnection(url.removeprefix("http://"))))

        def refused() -> bool:
            client.request("POST", path, body)
            answer = client.getresponse()
            answer.read()
            return answer.status in (400, 422)

        assert refused()
        gc.disable()
        tracemalloc.start()
        try:
            assert all(refused() for _ in range(10))
            held, _ = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
            gc.enable()
    assert held < 5 * len(body)
