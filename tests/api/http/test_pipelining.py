"""Clients that send several requests before they read an answer, or leave before it comes."""

import logging
import socket
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from headwater.api.http import protocol
from headwater.api.http.gate import Gate
from headwater.api.http.operations import RequestContext, Text, get
from headwater.api.http.protocol import HEAD_BYTES
from headwater.api.http.site import READERS
from headwater.api.server import application
from tests.api.conftest import Scene
from tests.running.servers import serving

BEGUN, GO_ON = threading.Semaphore(0), threading.Event()
LENGTH = 2 << 20


@get("/slow", tag="Tests", summary="An answer that is waited for")
def slow(context: RequestContext) -> Text:
    BEGUN.release()
    GO_ON.wait(60)
    return Text("text/plain", "slow" * LENGTH)


ASK = b"GET /api/v1/slow HTTP/1.1\r\nHost: localhost\r\n"
LIVE = b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n"


@pytest.fixture
def address(scene: Scene) -> Iterator[tuple[str, int]]:
    GO_ON.clear()
    with serving(application(scene.site, Gate(scene.keys), [slow])) as url:
        host, _, port = url.removeprefix("http://").partition(":")
        yield host, int(port)
        GO_ON.set()


@contextmanager
def connected(address: tuple[str, int]) -> Iterator[socket.socket]:
    with socket.create_connection(address, 20) as client:
        yield client


def everything(client: socket.socket) -> bytes:
    """What comes until the connection ends."""
    found = b""
    while piece := client.recv(1 << 16):
        found += piece
    return found


def test_they_get_all_answers_in_order_however_many_they_send_at_once(
    address: tuple[str, int],
) -> None:
    many = 3 * HEAD_BYTES // len(LIVE)
    GO_ON.set()
    with connected(address) as client:
        client.sendall(
            (ASK + b"\r\n") + (LIVE + b"\r\n") * many + LIVE + b"Connection: close\r\n\r\n"
        )
        found = everything(client)
    assert found.count(b"HTTP/1.1 200 OK") == many + 2
    assert found.index(b"slow") < found.index(b'{"live":true}')


def test_a_head_that_does_not_come_behind_other_requests_ends_them_all_quietly(
    address: tuple[str, int], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.3)
    with caplog.at_level(logging.ERROR), connected(address) as client:
        client.sendall((ASK + b"\r\n") * 3 + LIVE)
        assert b"the head of the request took longer than 0.3 s" in everything(client)
        GO_ON.set()
        time.sleep(0.5)
    assert caplog.messages == []


def test_who_leaves_in_the_midst_of_an_answer_leaves_no_error_behind(
    address: tuple[str, int], caplog: pytest.LogCaptureFixture
) -> None:
    GO_ON.set()
    with caplog.at_level(logging.ERROR):
        with connected(address) as client:
            client.sendall((ASK + b"\r\n") * 3)
            assert client.recv(12) == b"HTTP/1.1 200"
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        time.sleep(0.5)
    assert caplog.messages == []


def test_what_nobody_waits_for_any_more_is_not_answered(address: tuple[str, int]) -> None:
    while BEGUN.acquire(blocking=False):
        pass
    with ExitStack() as stack:
        for _ in range(READERS):
            stack.enter_context(connected(address)).sendall(ASK + b"\r\n")
        for _ in range(READERS):
            assert BEGUN.acquire(timeout=10)
        for _ in range(5):
            with connected(address) as client:
                client.sendall(ASK + b"\r\n")
                time.sleep(0.1)
        with connected(address) as client:  # once it is answered, the server knows who has left
            client.sendall(LIVE + b"Connection: close\r\n\r\n")
            assert everything(client).startswith(b"HTTP/1.1 200")
        patient = stack.enter_context(connected(address))
        patient.sendall(ASK + b"Connection: close\r\n\r\n")
        GO_ON.set()
        assert everything(patient).startswith(b"HTTP/1.1 200")
    assert BEGUN.acquire(timeout=10), "the patient one"
    assert not BEGUN.acquire(timeout=0.5), "those who left"
