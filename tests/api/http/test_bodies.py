"""How large, how slow and how many at once the bodies of requests may be."""

import gzip
import json
import socket
from collections.abc import Callable

import pytest
from starlette.testclient import TestClient

from headwater.api.http import bodies
from headwater.log import head
from tests.api.conftest import Scene
from tests.stories.broken import WHOLE

Served = Callable[[], TestClient]
GZIP = {"Content-Encoding": "gzip"}
ROUTES = [("POST", "/api/v1/lineage"), ("POST", "/api/v1/contracts/check")]


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_what_all_requests_hold_together_is_bounded(
    scene: Scene, served: Served, monkeypatch: pytest.MonkeyPatch, method: str, path: str
) -> None:
    client = served()
    monkeypatch.setattr(bodies, "MOST_BYTES", 1000)
    for _ in range(3):  # and what was held is given back
        for body, headers in ((b" " * 1001, {}), (gzip.compress(b" " * 5000), GZIP)):
            answer = client.request(method, path, content=body, headers=headers)
            assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
    assert client.post("/api/v1/lineage", content=WHOLE).status_code == 201
    assert len(head(scene.log)) == 1


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_a_body_that_does_not_come_is_given_up(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, method: str, path: str
) -> None:
    monkeypatch.setattr(bodies, "BODY_SECONDS", 0.1)
    with scene.listening() as address:
        host, _, port = address.removeprefix("http://").partition(":")
        with socket.create_connection((host, int(port)), timeout=10) as slow:
            slow.sendall(f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n".encode())
            slow.sendall(b"Content-Length: 100\r\n\r\n{")
            assert slow.recv(100).startswith(b"HTTP/1.1 408 ")


def test_a_long_body_of_many_members_is_taken(served: Served) -> None:
    """Each member begins within a slice of the ones before it, some end on its last byte."""
    text = json.dumps([json.loads(WHOLE)] * 1500).encode()
    packed = b"".join(
        gzip.compress(text[start : start + 300], 0) for start in range(0, len(text), 300)
    )
    assert len(packed) > bodies.LONG_BYTES
    answer = served().post("/api/v1/lineage/batch", content=packed, headers=GZIP)
    assert answer.status_code == 204


def test_members_without_end_are_refused(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "MOST_MEMBERS", 50)
    client, member = served(), gzip.compress(b"")
    for count, message in ((50, "not JSON"), (51, "more than 50 members")):
        answer = client.post("/api/v1/lineage", content=member * count, headers=GZIP)
        assert answer.status_code == 400
        assert message in answer.json()["message"]


@pytest.mark.parametrize("path", ["/api/v1/lineage", "/api/v1/contracts/check", "/nowhere"])
@pytest.mark.parametrize(
    "head", ["HTTP/1.1\r\nConnection: close", "HTTP/1.0"], ids=["close", "old"]
)
def test_who_sends_too_much_and_closes_gets_the_answer_and_no_reset(
    scene: Scene, path: str, head: str
) -> None:
    size = 24 << 20  # more than the buffers of a connection hold
    with scene.listening() as address:
        host, _, port = address.removeprefix("http://").partition(":")
        with socket.create_connection((host, int(port)), timeout=30) as client:
            client.sendall(f"POST {path} {head}\r\nHost: localhost\r\n".encode())
            client.sendall(f"Content-Length: {size}\r\n\r\n".encode())
            client.sendall(b" " * size)
            answer = b"".join(iter(lambda: client.recv(1 << 16), b""))
    expected = b"405" if path == "/nowhere" else b"413"
    assert answer.split(b" ", 2)[1] == expected


def test_who_waits_to_be_asked_for_a_body_is_told_at_once(scene: Scene) -> None:
    with scene.listening() as address:
        host, _, port = address.removeprefix("http://").partition(":")
        with socket.create_connection((host, int(port)), timeout=10) as client:
            client.sendall(b"POST /api/v1/lineage HTTP/1.1\r\nHost: localhost\r\n")
            client.sendall(b"Connection: close\r\nExpect: 100-continue\r\n")
            client.sendall(b"Content-Length: 99999999\r\n\r\n")
            assert client.recv(100).startswith(b"HTTP/1.1 413 ")


def test_a_body_without_end_is_not_heard_out(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "MOST_UNHEARD", 1 << 20)
    with scene.listening() as address:
        host, _, port = address.removeprefix("http://").partition(":")
        with socket.create_connection((host, int(port)), timeout=10) as client:
            client.sendall(b"POST /api/v1/lineage HTTP/1.0\r\nContent-Length: 999999999\r\n\r\n")
            with pytest.raises((ConnectionResetError, BrokenPipeError)):
                client.sendall(b" " * (64 << 20))
