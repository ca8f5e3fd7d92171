"""`headwater ingest marquez+…`: everything that another server knows, in one command."""

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from click.testing import Result

from headwater.collector.marquez import source
from headwater.log import head, read
from headwater.model.canonical import content_hash
from headwater.model.order import parse_time
from tests.api.conftest import Scene
from tests.api.posting import event
from tests.collector.marquez.database import add_events, fill
from tests.query.rows import Rows, uuid

Invoke = Callable[..., Result]


def at(minute: int, **more: Any) -> dict[str, Any]:
    time = f"2025-01-01T00:{minute:02}:00Z"
    return event(eventTime=time, run={"runId": uuid(minute)}, **more)


def logged(data: Path, kind: str) -> list[dict[str, Any]]:
    return [
        json.loads(record.body)
        for segment, end in sorted(head(data / "log").items())
        for record in read(data / "log", segment, 0, end)
        if record.kind == kind
    ]


class Marquez(ThreadingHTTPServer):
    """Events as Marquez serves them: sorted by time, and without a cursor."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.events: list[dict[str, Any]] = []
        self.asked: list[tuple[str, str]] = []
        """How many events were asked for, and from when on."""
        self.answers = 1_000_000
        """How many pages are answered before it fails."""

    @property
    def url(self) -> str:
        return f"marquez+http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    server: Marquez

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(address.query).items()}
        status = 200
        answer: dict[str, Any] = {"tags": [], "sources": [], "namespaces": []}
        if address.path == "/api/v1/events/lineage":
            self.server.asked.append((query["limit"], query["after"]))
            self.server.answers -= 1
            status = 200 if self.server.answers >= 0 else 500
            after = parse_time(query["after"])[0]
            found = [e for e in self.server.events if parse_time(e["eventTime"])[0] >= after]
            found.sort(key=lambda one: one["eventTime"])
            answer = {"events": found[: int(query["limit"])], "totalCount": len(found)}
        body = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the name is given)
        pass


@pytest.fixture
def marquez(monkeypatch: pytest.MonkeyPatch) -> Iterator[Marquez]:
    """A server with nine events, of which three come at once."""
    monkeypatch.setattr(source.batches, "__defaults__", (3,))
    with Marquez() as server:
        server.events = [at(minute) for minute in range(9)]
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def test_all_events_are_taken(invoke: Invoke, marquez: Marquez, tmp_path: Path) -> None:
    result = invoke("ingest", marquez.url)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("9 events taken\nnext: ")
    assert logged(tmp_path / "data", "openlineage") == marquez.events


def test_in_a_terminal_there_is_a_bar(
    invoke: Invoke, marquez: Marquez, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "9 events" in invoke("ingest", marquez.url).stderr


def test_what_was_interrupted_goes_on_from_there(
    invoke: Invoke, marquez: Marquez, tmp_path: Path
) -> None:
    marquez.answers = 2
    result = invoke("ingest", marquez.url)
    assert result.exit_code == 1
    assert "answers /events/lineage with 500" in result.stderr
    assert "run the same command again" in result.stderr
    marquez.answers = 1_000_000
    marquez.asked.clear()
    assert invoke("ingest", marquez.url).exit_code == 0
    assert marquez.asked[0] == ("3", "2025-01-01T00:04:00Z")
    # The event at which reading goes on is in the log twice, and counts once.
    read_minutes = [one["eventTime"][14:16] for one in logged(tmp_path / "data", "openlineage")]
    assert read_minutes == ["00", "01", "02", "03", "04", "04", "05", "06", "07", "08"]


def test_the_same_command_later_reads_the_last_day_and_what_is_new(
    invoke: Invoke, marquez: Marquez
) -> None:
    assert invoke("ingest", marquez.url).exit_code == 0
    marquez.asked.clear()
    marquez.events.append(event(eventTime="2025-01-02T00:00:00Z"))
    assert invoke("ingest", marquez.url).stdout.startswith("10 events taken\n")
    assert marquez.asked[0] == ("3", "2024-12-31T00:08:00Z")
    marquez.asked.clear()
    assert invoke("ingest", marquez.url, "--again").stdout.startswith("10 events taken\n")
    assert marquez.asked[0] == ("3", "1970-01-01T00:00:00Z")


def test_events_go_to_a_server_and_are_noted_apart(
    invoke: Invoke, marquez: Marquez, tmp_path: Path
) -> None:
    scene = Scene(tmp_path / "server")
    try:
        with scene.listening() as url:
            assert invoke("ingest", marquez.url).exit_code == 0
            result = invoke("ingest", marquez.url, "--url", url)
    finally:
        scene.pipeline.stop()
        scene.store.close()
    assert (result.exit_code, result.stdout) == (0, "9 events taken\n")
    assert result.stderr == "tags and descriptions stay behind: they are taken without --url\n"
    assert logged(tmp_path / "server", "openlineage") == marquez.events


def test_a_headwater_server_is_read_with_its_labels(invoke: Invoke, tmp_path: Path) -> None:
    scene, rows = Scene(tmp_path / "server"), Rows()
    job, orders = rows.job("clean", "etl"), rows.dataset("orders", "lake")
    rows.dataset("raw", "lake")
    rows.version(orders, schema_hash=rows.schema(email="text"))
    bodies = [json.dumps(at(minute)).encode() for minute in range(3)]
    for minute, body in enumerate(bodies):
        [place] = scene.writer.append_many([("openlineage", content_hash(body), body)])
        where: dict[str, Any] = {"segment": place.segment, "position": place.offset}
        time = parse_time(at(minute)["eventTime"])[0]
        shape = "job" if minute else "run"
        rows.event(job, time, shape=shape, **{"digest": content_hash(body), **where})
    rows.edit("tag", "dataset", "lake", "orders", 5, tag="PII")
    rows.edit("tag", "dataset", "lake", "orders", 5, tag="secret", field="email")
    rows.edit("describe", "job", "etl", "clean", 5, description="Cleans")
    rows.edit("describe", "tag", "", "PII", 5, description="About people")
    rows.edit("describe", "namespace", "lake", "", 5, description="The lake", owner="platform")
    rows.write(scene.store)
    key = scene.keys.create("mover", "read")
    try:
        with scene.listening() as url:
            plain = url.removeprefix("http://")
            refused = invoke("ingest", f"marquez+{url}")
            result = invoke("ingest", f"marquez+http://{key}@{plain}")
    finally:
        scene.pipeline.stop()
        scene.store.close()
    assert refused.exit_code == 1
    assert "name it as in marquez+https://KEY@HOST" in refused.stderr
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("3 events taken, tags and descriptions: 5\n")
    assert logged(tmp_path / "data", "openlineage") == [json.loads(body) for body in bodies]
    edits = logged(tmp_path / "data", "edit")
    for edit in edits:
        del edit["at"]
    of_orders = {"edit": "tag", "kind": "dataset", "namespace": "lake", "name": "orders"}
    of_job = {"edit": "describe", "kind": "job", "namespace": "etl", "name": "clean"}
    of_lake = {"edit": "describe", "kind": "namespace", "namespace": "lake"}
    expected = [
        {"edit": "describe", "kind": "tag", "name": "PII", "description": "About people"},
        {**of_job, "description": "Cleans"},
        {**of_lake, "description": "The lake", "owner": "platform"},
        {**of_orders, "tag": "PII"},
        {**of_orders, "tag": "secret", "field": "email"},
    ]
    assert edits == expected


@pytest.mark.postgres
def test_the_database_of_marquez_is_read_with_what_its_users_said(
    invoke: Invoke, tmp_path: Path, postgres_store_url: str
) -> None:
    fill(postgres_store_url, [at(minute) for minute in (2, 0, 1)])
    result = invoke("ingest", f"marquez+{postgres_store_url}")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("3 events taken, tags and descriptions: 8\n")
    assert logged(tmp_path / "data", "openlineage") == [at(0), at(1), at(2)]
    orders = {"kind": "dataset", "namespace": "lake", "name": "orders"}
    of_job = {"edit": "tag", "kind": "job", "namespace": "etl", "tag": "daily"}
    assert logged(tmp_path / "data", "edit") == [
        {
            "edit": "describe",
            "kind": "tag",
            "name": "PII",
            "at": "2025-01-01T00:00:00Z",
            "description": "About people",
        },
        {
            "edit": "describe",
            "kind": "source",
            "name": "lake",
            "at": "2025-01-01T00:00:00Z",
            "description": "Files",
        },
        {
            "edit": "describe",
            "kind": "namespace",
            "namespace": "lake",
            "at": "2025-01-01T00:00:00Z",
            "description": "The lake",
            "owner": "data-platform",
        },
        {"edit": "describe", **orders, "at": "2025-01-01T00:00:00Z", "description": "By a user"},
        {"edit": "tag", **orders, "at": "2025-01-02T03:04:05Z", "tag": "PII"},
        {"edit": "tag", **orders, "at": "2025-01-03T00:00:00Z", "tag": "PII", "field": "email"},
        {**of_job, "name": "dag.clean", "at": "2025-01-04T00:00:00Z"},
        {**of_job, "name": "clean", "at": "2025-01-04T00:00:00Z"},
    ]
    assert "@" not in (tmp_path / "data" / "imports.json").read_text()  # nor any password
    add_events(postgres_store_url, [at(3)])
    assert invoke("ingest", f"marquez+{postgres_store_url}").exit_code == 0
    edits = logged(tmp_path / "data", "edit")
    assert edits[8:] == edits[:8]  # the same digests, so that they add nothing
    assert at(3) in logged(tmp_path / "data", "openlineage")


@pytest.mark.postgres
def test_another_database_is_told_from_one_of_marquez(
    invoke: Invoke, postgres_store_url: str
) -> None:
    result = invoke("ingest", f"marquez+{postgres_store_url}")
    assert result.exit_code == 1
    assert "expected one with the tables of Marquez" in result.stderr


def test_other_schemes_are_refused(invoke: Invoke) -> None:
    result = invoke("ingest", "marquez+ftp://user:secret@host")
    assert result.exit_code == 2
    assert "marquez+ftp://host is no place of a Marquez" in result.stderr
    assert "secret" not in result.stderr
