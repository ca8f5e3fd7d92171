"""Load and faults together: what was acknowledged is in the lineage, whatever broke meanwhile."""

import os
import random
import resource
import signal
import sqlite3
import threading
import time
import uuid
from collections.abc import Callable
from pathlib import Path

import httpx2
import pytest

from headwater.cli import main
from headwater.store import open_store
from tests.running.servers import Served

SECONDS = float(os.environ.get("SOAK_SECONDS", "600"))
POSTERS = 4
PAUSE = 0.02
REST = 10.0
"""Between one fault and the next."""
FAULT = 5.0
"""How long a fault lasts."""

pytestmark = [pytest.mark.spark, pytest.mark.slow, pytest.mark.timeout(SECONDS + 1800)]


class Posting:
    """Clients that post events without end, and send again what was not acknowledged."""

    def __init__(self, port: int) -> None:
        self._url = f"http://127.0.0.1:{port}/api/v1/lineage"
        self._ended = threading.Event()
        self._threads = [threading.Thread(target=self._post) for _ in range(POSTERS)]
        self.acknowledged: set[str] = set()
        self.answers: dict[int, int] = {}

    def __enter__(self) -> "Posting":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        for thread in self._threads:
            thread.join()

    def _post(self) -> None:
        with httpx2.Client(timeout=10) as client:
            while not self._ended.wait(PAUSE):
                run_id = str(uuid.uuid4())
                body = _event(run_id)
                while not self._ended.is_set():
                    try:
                        status = client.post(self._url, json=body).status_code
                    except httpx2.HTTPError:
                        status = 0
                    self.answers[status] = self.answers.get(status, 0) + 1
                    if status == 201:
                        self.acknowledged.add(run_id)
                        break
                    assert status in (0, 503), f"a client would give up on {status}"
                    time.sleep(0.2)


def _event(run_id: str) -> dict[str, object]:
    job = random.randrange(50)
    return {
        "eventType": "COMPLETE",
        "eventTime": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "run": {"runId": run_id},
        "job": {"namespace": "load", "name": f"job{job}"},
        "inputs": [{"namespace": "db", "name": f"t{job}"}],
        "outputs": [{"namespace": "db", "name": f"t{job + 1}"}],
    }


class Faults:
    """Each breaks something for a while, and puts it right again."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self.server = Served(data, memory="1g")
        self.happened: dict[str, int] = {}

    def all(self) -> list[Callable[[], None]]:
        return [
            self.pipeline_killed,
            self.store_locked,
            self.disk_full,
            self.server_stopped,
            self.server_killed,
        ]

    def cause(self, fault: Callable[[], None]) -> None:
        fault()
        self.happened[fault.__name__] = self.happened.get(fault.__name__, 0) + 1

    def pipeline_killed(self) -> None:
        number = self.server.pipeline()
        if number is not None:
            os.kill(number, signal.SIGKILL)

    def store_locked(self) -> None:
        directory = self._data / "store.sqlite"
        live = directory / (directory / "CURRENT").read_text().strip()
        connection = sqlite3.connect(live, isolation_level=None, timeout=30)
        try:
            connection.execute("BEGIN IMMEDIATE")
            time.sleep(FAULT)
        finally:
            connection.close()

    def disk_full(self) -> None:
        """No file can grow beyond what the log's largest has: as on a full disk, writes fail."""
        pid = self.server.process.pid
        before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, before[1]))
        try:
            time.sleep(FAULT)
        finally:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, before)

    def server_stopped(self) -> None:
        self._restart(signal.SIGTERM)

    def server_killed(self) -> None:
        self._restart(signal.SIGKILL)

    def _restart(self, number: signal.Signals) -> None:
        port = self.server.port
        self.server.stop(number)
        self.server.__exit__()
        self.server = Served(self._data, port=port, memory="1g")


def test_every_acknowledged_event_is_in_the_lineage_after_load_and_faults(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    faults = Faults(tmp_path)
    chosen = random.Random(0)
    until = time.monotonic() + SECONDS
    try:
        faults.server.wait_until_ready()
        with Posting(faults.server.port) as posting:
            while time.monotonic() < until:
                time.sleep(REST)
                faults.cause(chosen.choice(faults.all()))
        faults.server.wait_until_ready()
        _wait_for_all(faults.server)
    finally:
        faults.server.__exit__()
    with open_store(f"sqlite:///{tmp_path}/store.sqlite", rebuild=True) as store:
        found = {run_id for (run_id,) in store.query("SELECT run_id FROM runs")}
    record_property("acknowledged", len(posting.acknowledged))
    record_property("answers", posting.answers)
    record_property("faults", faults.happened)
    assert posting.acknowledged
    assert posting.acknowledged <= found
    with pytest.raises(SystemExit) as ended:
        main(["verify", "--data", str(tmp_path)])
    assert not ended.value.code


def _wait_for_all(server: Served) -> None:
    until = time.monotonic() + 600
    while time.monotonic() < until:
        if not httpx2.get(f"{server.url}/api/v1/status", timeout=60).json()["lag"]["bytes"]:
            return
        time.sleep(1)
    raise AssertionError("the pipeline did not catch up")
