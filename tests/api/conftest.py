"""A server in this process, over a store whose rows tests write; its pipeline applies edits
only."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.types import ASGIApp

from headwater.api.http.gate import Gate
from headwater.api.http.keys import Keys
from headwater.api.http.site import Limits, Site
from headwater.api.server import application
from headwater.log import DirectoryLog, EventLog, LogWriter, waiting
from headwater.pipeline.source.edits import read_edit
from headwater.store import Store, open_store
from headwater.store.tables import CONTRACTS, EDITS
from tests.query.rows import Rows
from tests.running.servers import serving
from tests.store.rows import values_of

QUICK = Limits(max_event_bytes=1 << 20, wait_seconds=5.0, look_again_seconds=0.3)


class EditPipeline:
    """Follows the log and applies the edits in it. It passes over events."""

    def __init__(self, log: EventLog, store: Store) -> None:
        self._log, self._store = log, store
        self._follows, self._stop = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run)
        self.paused = False

    def start(self) -> None:
        self._thread.start()
        assert self._follows.wait(10)

    def stop(self) -> None:
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        epoch = self._store.take_over()
        with self._store.claimed() as announce:
            announce("following")
            self._follows.set()
            while not self._stop.wait(0.01):
                if not self.paused:
                    self._apply(epoch)

    def _apply(self, epoch: int) -> None:
        spans = waiting(self._log, self._store.positions())
        if not spans:
            return
        records = [
            record for span in spans for record in self._log.read(span) if record.kind == "edit"
        ]
        edits = {record.digest: read_edit(record.body) for record in records}
        rows = {
            EDITS: [{"digest": digest, **edit.row} for digest, edit in edits.items()],
            CONTRACTS: [
                {"digest": digest, "registered_at": edit.row["edited_at"], **edit.contract}
                for digest, edit in edits.items()
                if edit.contract is not None
            ],
        }
        with self._store.transaction(epoch) as transaction:
            for table, made in rows.items():
                transaction.upsert(table, values_of(table, made))
            transaction.advance({span.segment: span.end for span in spans})


class Scene:
    """The parts of a server, for tests that look behind its API."""

    def __init__(self, directory: Path) -> None:
        self.log = directory / "log"
        self.url = f"sqlite:///{directory}/store"
        self.store = open_store(self.url)
        self.keys = Keys(directory)
        self.writer = LogWriter(self.log)
        event_log = DirectoryLog(self.log)
        self.site = Site(
            event_log, lambda: open_store(self.url), self.writer, QUICK, data=directory
        )
        self.pipeline = EditPipeline(event_log, self.store)

    def application(self, **options: object) -> ASGIApp:
        """A server with a running pipeline. The rows must have been written."""
        self.pipeline.start()
        return application(self.site, Gate(self.keys, **options))  # type: ignore[arg-type]  # passed on as given

    def client(self, **options: object) -> TestClient:
        return TestClient(
            self.application(**options), "http://localhost", raise_server_exceptions=False
        )

    @contextmanager
    def listening(self, **options: object) -> Iterator[str]:
        """The address of a server that listens, in a thread."""
        with serving(self.application(**options)) as address:
            yield address


@pytest.fixture
def rows() -> Rows:
    return Rows()


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    made = Scene(tmp_path)
    yield made
    made.pipeline.stop()
    made.store.close()


@pytest.fixture
def served(scene: Scene, rows: Rows) -> Iterator[Callable[[], TestClient]]:
    """Writes the rows, and serves them. Call it once, when the rows are complete."""
    clients: list[TestClient] = []

    def serve() -> TestClient:
        rows.write(scene.store)
        client = scene.client()
        client.__enter__()
        clients.append(client)
        return client

    yield serve
    for client in clients:
        client.__exit__(None, None, None)
