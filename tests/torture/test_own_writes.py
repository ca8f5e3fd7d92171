"""Reading one's own writes: no answer misses a write that its position names.

Many clients write through one server and read through another, over servers that share a log and a
store. Servers and the pipeline are killed meanwhile. For each key there is one write, so that a
history is linearisable exactly if every read that names a write shows it, and no later read of the
same client that names it does not.
"""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path

import httpx2

from headwater.wire.positions import HEADER
from tests.running.processes import ROOT
from tests.running.servers import Served
from tests.torture.conftest import Trials

SERVERS, CLIENTS, PAGE = 2, 4, 1000


class Pipeline:
    """The pipeline's process, which can be killed and started again."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._process = self._start()

    def _start(self) -> "subprocess.Popen[bytes]":
        path = os.pathsep.join(filter(None, sys.path))
        return subprocess.Popen(
            [sys.executable, "-m", "tests.running.edit_pipeline", str(self._data)],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": path},
        )

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def restart(self) -> None:
        self.kill()
        self._process = self._start()


class Client(threading.Thread):
    """Writes tags, and reads them where it likes, with the positions of its own writes."""

    def __init__(self, name: str, ports: list[int], chance: random.Random) -> None:
        super().__init__(daemon=True)
        self._prefix, self._ports, self._chance = name, ports, chance
        self.ended = threading.Event()
        self.tally: Counter[str] = Counter()
        self.positions: dict[str, str] = {}
        """By tag that was acknowledged: the position of its write."""
        self.missed: list[str] = []

    def run(self) -> None:
        with httpx2.Client(timeout=60) as http:
            number = 0
            while not self.ended.is_set():
                number += 1
                try:
                    self._write(http, f"{self._prefix}.{number}")
                    self._read(http)
                except httpx2.TransportError:
                    self.tally["requests cut off"] += 1
                    time.sleep(0.05)

    def _url(self, path: str) -> str:
        return f"http://127.0.0.1:{self._chance.choice(self._ports)}/api/v1/{path}"

    def _write(self, http: httpx2.Client, tag: str) -> None:
        if self._chance.random() < 0.3:  # events move the log, and are no edits
            http.post(self._url("lineage"), json=_event(tag))
        answer = http.put(self._url(f"tags/{tag}"), json={"description": tag})
        if answer.status_code in (200, 202):
            self.positions[tag] = answer.headers[HEADER]
            self.tally["writes"] += 1

    def _read(self, http: httpx2.Client) -> None:
        if not self.positions:
            return
        asked = dict(self._chance.choices(list(self.positions.items()), k=2))
        asked |= dict([list(self.positions.items())[-1]])
        try:
            found = tags(http, self._url("tags"), asked.values())
        except httpx2.HTTPStatusError as error:
            status = error.response.status_code
            self.tally[f"reads answered {status}"] += 1
            if status not in (503, 504):
                self.missed.append(error.response.text)
            return
        self.tally["reads"] += 1
        self.missed += [f"{tag} at {asked[tag]}" for tag in asked.keys() - found]


def tags(http: httpx2.Client, url: str, positions: Iterable[str]) -> set[str]:
    """All tags, page by page. Tags only come, so that none is passed over between two pages."""
    found: set[str] = set()
    headers = {HEADER: ",".join(positions)}
    for offset in count(0, PAGE):
        answer = http.get(url, params={"limit": PAGE, "offset": offset}, headers=headers)
        page = [tag["name"] for tag in answer.raise_for_status().json()["tags"]]
        found.update(page)
        if len(page) < PAGE:
            break
    return found


def _event(name: str) -> dict[str, object]:
    return {
        "eventTime": "2025-01-01T00:00:00Z",
        "eventType": "COMPLETE",
        "run": {"runId": name},
        "job": {"namespace": "n", "name": name},
    }


@contextmanager
def serving(data: Path) -> Iterator[tuple[list[Served], Pipeline]]:
    with ExitStack() as stack:
        servers = [Served(data, "--no-pipeline") for _ in range(SERVERS)]
        pipeline = Pipeline(data)
        stack.callback(pipeline.kill)
        try:
            yield servers, pipeline
        finally:
            for server in servers:
                server.__exit__()


def test_no_read_misses_a_write_that_its_position_names(trials: Trials, tmp_path: Path) -> None:
    with serving(tmp_path) as (servers, pipeline):
        ports = [server.port for server in servers]
        clients = [Client(f"c{n}", ports, random.Random(n)) for n in range(CLIENTS)]
        for client in clients:
            client.start()
        for chance in trials.few(2, share=0.15):
            time.sleep(chance.uniform(0.5, 2.0))
            victim = chance.randrange(SERVERS + 1)
            if victim == SERVERS:
                pipeline.restart()
                trials.tally["pipelines killed"] += 1
            else:
                servers[victim].stop(signal.SIGKILL)
                servers[victim].__exit__()
                servers[victim] = Served(tmp_path, "--no-pipeline", port=ports[victim])
                trials.tally["servers killed"] += 1
        time.sleep(1)
        for client in clients:
            client.ended.set()
        for client in clients:
            client.join(90)
            trials.tally += client.tally
        _check(clients, servers)


def _check(clients: list[Client], servers: list[Served]) -> None:
    assert [missed for client in clients for missed in client.missed] == []
    written = {tag: position for client in clients for tag, position in client.positions.items()}
    assert written
    last = [client.positions[max(client.positions, key=_number)] for client in clients]
    with httpx2.Client(timeout=60) as http:
        for server in servers:
            found = tags(http, f"{server.url}/api/v1/tags", last)
            assert written.keys() <= found, "what was acknowledged is lost"


def _number(tag: str) -> int:
    return int(tag.rpartition(".")[2])
