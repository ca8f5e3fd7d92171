import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from headwater.cli.processes.sending import send
from headwater.errors import ServerUnreachableError, SettingError

NO_PAUSES = (0.0,) * 5


class Collector(ThreadingHTTPServer):
    """A server that notes what it gets and answers as it was told, then 201."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers: list[tuple[int, bytes]] = []
        self.requests: list[tuple[str, str | None, bytes]] = []
        self.connections = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    server: Collector
    protocol_version = "HTTP/1.1"

    def setup(self) -> None:
        super().setup()
        self.server.connections += 1

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.requests.append((self.path, self.headers["Authorization"], body))
        status, answer = self.server.answers.pop(0) if self.server.answers else (201, b"")
        if not status:  # break off
            self.close_connection = True
            return
        self.send_response(status)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the name is given)
        pass


@pytest.fixture
def server() -> Iterator[Collector]:
    with Collector() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def events(tmp_path: Path) -> Path:
    file = tmp_path / "events.ndjson"
    file.write_text('{"event": 1}\n{"event": 2}\nno event\n{"event": 3}\n')
    return file


def test_events_are_posted_verbatim_one_by_one_on_one_connection(
    server: Collector, events: Path
) -> None:
    steps: list[tuple[int, int, int]] = []
    report = send([events], server.url, progress=lambda *step: steps.append(step))
    assert [body for _, _, body in server.requests] == [
        b'{"event": 1}',
        b'{"event": 2}',
        b'{"event": 3}',
    ]
    assert {path for path, _, _ in server.requests} == {"/api/v1/lineage"}
    assert server.connections == 1
    assert (report.accepted, [refusal.line for refusal in report.refused]) == (3, [3])
    size = events.stat().st_size
    assert steps == [(size, size, 3)]


@pytest.mark.parametrize(
    ("suffix", "target"),
    [
        ("/", "/api/v1/lineage"),
        ("/lineage/", "/lineage/api/v1/lineage"),
        ("/prefix", "/prefix/api/v1/lineage"),
        ("/api/v1/lineage", "/api/v1/lineage"),
    ],
)
def test_the_url_may_have_a_prefix_or_be_the_whole_address(
    server: Collector, events: Path, suffix: str, target: str
) -> None:
    send([events], server.url + suffix)
    assert server.requests[0][0] == target


def test_key_and_strict_mode_are_passed_on(server: Collector, events: Path) -> None:
    send([events], server.url, key="secret", strict=True)
    assert server.requests[0][:2] == ("/api/v1/lineage?strict=true", "Bearer secret")


def test_a_refused_event_is_reported_with_the_servers_words_and_the_rest_is_sent(
    server: Collector, events: Path
) -> None:
    problem = {
        "code": 422,
        "message": "invalid event",
        "errors": [{"path": "$.run.runId", "message": "missing"}],
    }
    server.answers = [(422, json.dumps(problem).encode()), (400, b"not JSON at all")]
    report = send([events], server.url)
    assert [(refusal.line, refusal.reason) for refusal in report.refused] == [
        (1, "invalid event; $.run.runId: missing"),
        (2, "not JSON at all"),
        (3, "found 'no event' where an event, a JSON object, should begin"),
    ]
    assert report.accepted == 1


def test_a_server_error_or_a_broken_connection_is_tried_again(
    server: Collector, events: Path
) -> None:
    server.answers = [(503, b""), (0, b""), (500, b""), (429, b""), (201, b"")]
    report = send([events], server.url, pauses=NO_PAUSES)
    assert report.accepted == 3
    assert [body for _, _, body in server.requests[:5]] == [b'{"event": 1}'] * 5


def test_the_pauses_between_attempts_grow(
    server: Collector, events: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []
    monkeypatch.setattr("headwater.client.connection.time.sleep", slept.append)
    server.answers = [(503, b"")] * 5
    assert send([events], server.url).accepted == 3
    assert slept == [0.3, 0.6, 1.2, 2.4, 4.8]


def test_an_event_on_which_the_server_fails_again_and_again_is_reported(
    server: Collector, events: Path
) -> None:
    server.answers = [(500, b"no idea")] * 6
    report = send([events], server.url, pauses=NO_PAUSES)
    assert report.accepted == 2
    assert report.refused[0].reason == "no idea"


@pytest.mark.parametrize("status", [401, 403, 404, 503])
def test_a_server_that_takes_no_events_ends_the_sending(
    server: Collector, events: Path, status: int
) -> None:
    server.answers = [(201, b""), *[(status, b"sorry")] * 6]
    with pytest.raises(ServerUnreachableError, match=r"sorry\. 1 events were taken"):
        send([events], server.url, pauses=NO_PAUSES)


def test_a_server_that_is_not_there_is_an_error_that_says_so(events: Path) -> None:
    with Collector() as closed:
        url = closed.url
    with pytest.raises(ServerUnreachableError, match="Connection refused"):
        send([events], url, pauses=())


@pytest.mark.parametrize("url", ["localhost:5000", "ftp://host", "http://", "http://host:port"])
def test_a_url_of_another_kind_is_an_error(events: Path, url: str) -> None:
    with pytest.raises(SettingError, match="http://localhost:5000"):
        send([events], url)


def test_a_retry_is_told_with_its_reason(server: Collector, events: Path) -> None:
    server.answers = [(503, b"starting"), (0, b"")]
    reasons: list[str] = []
    send([events], server.url, pauses=(0.0, 0.01), on_retry=reasons.append)
    busy, cut_off = reasons
    assert busy == f"{server.url}: 503 starting; trying again in 0 s"
    assert cut_off.startswith(f"{server.url}: ")
    assert cut_off.endswith("; trying again in 0.01 s")
