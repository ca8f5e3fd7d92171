"""Answers that are not read: for how long, and how much of them at once."""

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import httpx2
import pytest

from headwater.api.http import protocol, sending
from headwater.api.http.gate import Gate
from headwater.api.http.operations import RequestContext, Text, get
from headwater.api.server import application
from tests.api.conftest import Scene
from tests.running.servers import serving

LARGE = 20 << 20


@get("/large", tag="Tests", summary="A large answer")
def large(context: RequestContext) -> Text:
    return Text("text/plain", "x" * LARGE)


@get("/small", tag="Tests", summary="A small answer")
def small(context: RequestContext) -> Text:
    return Text("text/plain", "x" * sending.SMALL_BYTES)


ASK = b"GET /api/v1/large HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture
def address(scene: Scene) -> Iterator[str]:
    with serving(application(scene.site, Gate(scene.keys), [large, small])) as address:
        yield address


@contextmanager
def asked(address: str) -> Iterator[socket.socket]:
    """A connection of which the head of a large answer was read, and no more yet."""
    host, _, port = address.removeprefix("http://").partition(":")
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 64 << 10)
        client.settimeout(30)
        client.connect((host, int(port)))
        client.sendall(ASK)
        assert client.recv(12) == b"HTTP/1.1 200"
        yield client


def rest(client: socket.socket, pause: Callable[[], None] = lambda: None) -> int:
    """How much more comes before the connection ends; all of the answer comes but for its head."""
    read = 0
    while read < LARGE:
        pause()
        try:
            piece = client.recv(4 << 20)
        except ConnectionResetError:
            break
        if not piece:
            break
        read += len(piece)
    return read


def test_a_connection_that_does_not_read_its_answer_is_ended(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "READ_SECONDS", 0.3)
    with asked(address) as client:
        time.sleep(2)
        assert rest(client) < LARGE


def test_one_that_reads_every_piece_late_is_ended_though_none_is_too_late(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "READ_SECONDS", 3.0)
    monkeypatch.setattr(protocol, "PIECE_SECONDS", 0.01)
    with asked(address) as client:
        # A recv takes about a tenth of a piece: a piece is read within a second, and all within 20.
        assert rest(client, lambda: time.sleep(0.05)) < LARGE


def test_each_answer_of_a_connection_has_its_own_time(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "READ_SECONDS", 3.0)
    monkeypatch.setattr(protocol, "PIECE_SECONDS", 0.0)
    with asked(address) as client:
        time.sleep(2)
        assert rest(client) >= LARGE
        client.sendall(ASK)
        time.sleep(2)
        assert rest(client) >= LARGE


def test_one_that_reads_slowly_gets_it_all_however_long_that_takes(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "READ_SECONDS", 2.0)
    started = time.monotonic()
    with asked(address) as client:
        assert rest(client, lambda: time.sleep(0.02)) >= LARGE
    assert time.monotonic() - started > 2.0


def test_what_large_answers_hold_together_is_bounded_and_small_ones_are_answered(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "MOST_BYTES", LARGE * 3 // 2)

    def get_plain(path: str) -> httpx2.Response:
        plain = {"Accept-Encoding": "identity"}
        return httpx2.get(f"{address}/api/v1/{path}", headers=plain, timeout=30)

    def status(path: str) -> int:
        return get_plain(path).status_code

    with asked(address):
        refused = get_plain("large")
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "2")
        assert "large answers of 20 MiB are being sent" in refused.json()["message"]
        assert status("small") == 200
    deadline = time.monotonic() + 10
    while status("large") == 503 and time.monotonic() < deadline:
        time.sleep(0.05)  # the server has yet to notice that the connection is gone
    assert status("large") == 200


def test_one_answer_alone_may_be_larger_than_the_bound(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "MOST_BYTES", 1 << 20)
    answer = httpx2.get(f"{address}/api/v1/large", timeout=30)
    assert (answer.status_code, len(answer.content)) == (200, LARGE)
