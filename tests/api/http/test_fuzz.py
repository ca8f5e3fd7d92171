"""A server process is sent what no one should send: it answers, and loses nothing beside that."""

import json
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import NamedTuple

import httpx2
import pytest

from headwater.log import head, read, verify
from tests.running.servers import Served
from tests.stories.broken import WHOLE, bodies, event

QUIET_SECONDS = 2.0
PATH = "/api/v1/lineage"
POST = b"POST /api/v1/lineage HTTP/1.1\r\nHost: localhost\r\n"
LENGTH = b"Content-Length: %d\r\n\r\n" % len(WHOLE)


class Beside(threading.Thread):
    """Posts good events, one after the other, for as long as it is let."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self._address = address
        self._ended = threading.Event()
        self.acknowledged: list[str] = []
        self.refused: list[int] = []

    def run(self) -> None:
        with httpx2.Client(base_url=self._address, timeout=60) as client:
            number = 0
            while not self._ended.wait(0.005):
                name = f"good-{number}"
                answer = client.post(PATH, json=event(name))
                if answer.status_code == 201:
                    self.acknowledged.append(name)
                else:
                    self.refused.append(answer.status_code)
                number += 1

    def stop(self) -> None:
        self._ended.set()
        self.join()


class Attacked(NamedTuple):
    address: str

    def connection(self) -> socket.socket:
        host, _, port = self.address.removeprefix("http://").partition(":")
        return socket.create_connection((host, int(port)), timeout=QUIET_SECONDS)

    def raw(self, request: bytes, then: Callable[[socket.socket], None] | None = None) -> bytes:
        """What comes back on a connection of its own, until that is closed or quiet."""
        answer = b""
        with (
            self.connection() as own,
            suppress(TimeoutError, ConnectionResetError, BrokenPipeError),
        ):
            own.sendall(request)
            if then is not None:
                then(own)
            while piece := own.recv(65536):
                answer += piece
        return answer


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Attacked]:
    """What was acknowledged is in the log in the end, whatever was sent beside it."""
    data = tmp_path_factory.mktemp("attacked")
    with Served(data, "--no-pipeline") as server:
        beside = Beside(server.url)
        beside.start()
        try:
            yield Attacked(server.url)
        finally:
            beside.stop()
        assert server.process.poll() is None, "it has survived"
        assert httpx2.get(f"{server.url}/health/live").status_code == 200
        assert most_memory(server.process.pid) < 1 << 30
        assert server.stop() == 0
    assert beside.refused == []
    assert len(beside.acknowledged) > 10
    assert set(beside.acknowledged) <= logged(data)
    assert verify(data / "log") == []
    assert "Traceback" not in "".join(server.errors)


def most_memory(process: int) -> int:
    """The largest amount that it ever had, in bytes."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    assert found
    return int(found[1]) << 10


def logged(data: Path) -> set[str]:
    records = (
        json.loads(record.body)
        for segment, end in head(data / "log").items()
        for record in read(data / "log", segment, 0, end)
        if record.kind == "openlineage"
    )
    return {record["job"]["name"] for record in records if isinstance(record.get("job"), dict)}


@pytest.mark.parametrize("path", [PATH, f"{PATH}/batch", "/api/v1/namespaces/broken"])
def test_no_body_gives_a_server_error(attacked: Attacked, path: str) -> None:
    method = "PUT" if "namespaces" in path else "POST"
    answers: dict[str, int] = {}
    with httpx2.Client(base_url=attacked.address, timeout=60) as client:
        for body in bodies():
            headers = {b"Content-Encoding": body.encoding} if body.encoding else {}
            answer = client.request(method, path, content=body.content, headers=headers)
            answers[body.name] = answer.status_code
            if answer.status_code >= 400:
                assert answer.json()["code"] == answer.status_code, body.name
    assert {name: status for name, status in answers.items() if status >= 500} == {}


def chunked(*pieces: bytes) -> bytes:
    return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in (*pieces, b""))


def one_byte_at_a_time(own: socket.socket) -> None:
    for place in range(len(WHOLE)):
        own.sendall(WHOLE[place : place + 1])
        time.sleep(0.001)


CHUNKED = b"Transfer-Encoding: chunked\r\n\r\n"
REQUESTS: dict[str, tuple[bytes, int | None]] = {
    "as it should be": (POST + LENGTH + WHOLE, 201),
    "in chunks": (POST + CHUNKED + chunked(WHOLE[:9], WHOLE[9:]), 201),
    "in chunks of one byte": (POST + CHUNKED + chunked(*(bytes([b]) for b in WHOLE)), 201),
    "a chunk without end": (POST + CHUNKED + b"%x\r\n" % len(WHOLE) + WHOLE[:9], None),
    "a chunk of no number": (POST + CHUNKED + b"xyz\r\n" + WHOLE, 400),
    "a chunk of -1": (POST + CHUNKED + b"-1\r\n" + WHOLE, 400),
    "a chunk larger than all": (POST + CHUNKED + b"f" * 40 + b"\r\n" + WHOLE, 400),
    "a length and chunks": (POST + b"Content-Length: 5\r\n" + CHUNKED + chunked(WHOLE), 400),
    "two lengths": (POST + b"Content-Length: 5\r\n" + LENGTH + WHOLE, 400),
    "a length too small": (POST + b"Content-Length: 9\r\n\r\n" + WHOLE, 400),
    "a length too large": (POST + b"Content-Length: 9999\r\n\r\n" + WHOLE, None),
    "a negative length": (POST + b"Content-Length: -1\r\n\r\n" + WHOLE, 400),
    "a length of no number": (POST + b"Content-Length: many\r\n\r\n" + WHOLE, 400),
    "a length of many digits": (POST + b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n", 400),
    "no length": (POST + b"\r\n" + WHOLE, 400),
    "no body": (POST + b"\r\n", 400),
    "garbage behind it": (POST + LENGTH + WHOLE + b"\x00\xffgarbage\r\n\r\n" * 100, 400),
    "three in a row": ((POST + LENGTH + WHOLE) * 3, 201),
    "garbage alone": (bytes(range(256)) * 40, 400),
    "TLS": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 500, 400),
    "HTTP/2": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\x00" * 50, 400),
    "HTTP/0.9": (b"GET /api/v1/status\r\n\r\n", None),
    "a method of its own": (POST.replace(b"POST", b"SEND") + LENGTH + WHOLE, 400),
    "a header without end": (POST + b"X-Long: " + b"x" * (1 << 20), 400),
    "a header with NUL": (POST + b"X-Odd: \x00\r\n" + LENGTH + WHOLE, 400),
    "a header over two lines": (POST + b"X-Odd: a\r\n b\r\n" + LENGTH + WHOLE, None),
    "a path with NUL": (POST.replace(b"lineage", b"line\x00age") + LENGTH + WHOLE, 400),
    "a path of bytes": (POST.replace(b"lineage", b"\xff\xfe") + LENGTH + WHOLE, None),
    "a path with all there is": (b"GET /%00%ff%2e%2e%2f%c0%af?%00=%ff&&== HTTP/1.1\r\n\r\n", None),
    "a query that is none": (
        POST.replace(b"lineage", b"lineage?strict=%ff%00") + LENGTH + WHOLE,
        400,
    ),
    "keys of bytes": (POST + b"Authorization: Bearer \xff\xfe\r\n" + LENGTH + WHOLE, 201),
    "a key without end": (POST + b"Authorization: " + b"Bearer " * 9000 + b"\r\n" + LENGTH, None),
    "waiting to be asked": (POST + b"Expect: 100-continue\r\n" + LENGTH + WHOLE, None),
    "an upgrade": (POST + b"Connection: Upgrade\r\nUpgrade: websocket\r\n" + LENGTH + WHOLE, None),
    "nothing": (b"", None),
}


@pytest.fixture(scope="module")
def answers_to(attacked: Attacked) -> dict[str, bytes]:
    """What came back of each request; all are sent at once, as it takes time to hear that no more
    comes."""
    with ThreadPoolExecutor(len(REQUESTS)) as pool:
        pieces = pool.map(attacked.raw, (request for request, _ in REQUESTS.values()))
        return dict(zip(REQUESTS, pieces, strict=True))


@pytest.mark.parametrize("name", REQUESTS)
def test_no_request_breaks_the_server(answers_to: dict[str, bytes], name: str) -> None:
    _, status = REQUESTS[name]
    answers = re.findall(rb"HTTP/1\.1 (\d{3}) ", answers_to[name])
    assert not [code for code in answers if code >= b"500"]
    if status is not None:
        assert answers[-1:] == [b"%d" % status] or answers[:1] == [b"%d" % status]


def test_a_slow_event_is_taken_and_those_that_break_off_are_not(attacked: Attacked) -> None:
    assert b" 201 " in attacked.raw(POST + LENGTH, then=one_byte_at_a_time)
    for place in range(0, len(WHOLE), 20):
        with attacked.connection() as own:
            own.sendall(POST + LENGTH + WHOLE[:place])


def test_100_mb_are_refused_however_they_come(attacked: Attacked) -> None:
    size = 100 << 20
    with httpx2.Client(base_url=attacked.address, timeout=60) as client:
        answer = client.post(PATH, content=b"x" * size)
        assert answer.status_code == 413
        streamed = client.post(PATH, content=(b"x" * (1 << 20) for _ in range(100)))
        assert streamed.status_code == 413
    announced = attacked.raw(POST + b"Content-Length: %d\r\n\r\n" % size)
    assert b" 413 " in announced


def test_many_slow_connections_keep_no_one_waiting(attacked: Attacked) -> None:
    with ExitStack() as stack:
        for _ in range(300):
            own = stack.enter_context(attacked.connection())
            own.sendall(POST + LENGTH + WHOLE[:20])
        started = time.monotonic()
        assert httpx2.post(attacked.address + PATH, content=WHOLE, timeout=30).status_code == 201
        assert time.monotonic() - started < 10
