"""More events than the pipeline can follow, for minutes: refused in time, answered meanwhile."""

import statistics
import threading
import time
import uuid
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest

from headwater.cli import main
from headwater.store import open_store
from tests.running.servers import Served
from tests.torture.conftest import MINUTES, Trials

pytestmark = [pytest.mark.spark, pytest.mark.torture, pytest.mark.timeout(MINUTES * 60 + 1800)]

BACKLOG_MB = 4
AT_ONCE = 100
"""Events in one request."""
WINDOW = 60.0
"""Over the last so many seconds is judged how many events the pipeline follows. A batch may take a
third of that on a busy machine."""
LEAST_RATE = 20.0
JOBS = 200
GRAPH_SECONDS, PAGE_SECONDS = 1.0, 1.0
"""Within these, nineteen of twenty answers come, on two cores that Spark keeps busy."""


class Load:
    """Posts twice as many events as are taken, and posts again what was refused.

    While as much waits as may, as many are taken as the pipeline follows; and while less waits, all
    are taken, so that the rate doubles until something is refused.
    """

    def __init__(self, url: str) -> None:
        self._url = f"{url}/api/v1/lineage/batch"
        self.acknowledged: set[str] = set()
        self.tally: Counter[str] = Counter()
        self.odd: list[str] = []
        self._taken: deque[float] = deque()
        """When each of the last batches was taken."""

    def run(self, ended: threading.Event) -> None:
        number, batch, begun = 0, _batch(0), time.monotonic()
        with httpx2.Client(timeout=60) as http:
            while not ended.is_set():
                started = time.monotonic()
                answer = http.post(self._url, json=batch)
                self.tally["events offered"] += AT_ONCE
                if answer.status_code == 204:
                    self.acknowledged |= {event["run"]["runId"] for event in batch}  # type: ignore[index]
                    self._taken.append(time.monotonic())
                    number += 1
                    batch = _batch(number)
                elif (answer.status_code, answer.headers.get("retry-after")) == (503, "10"):
                    self.tally["events refused"] += AT_ONCE
                else:
                    self.odd.append(f"{answer.status_code} {answer.text[:200]}")
                pause = AT_ONCE / self._rate(begun)
                ended.wait(max(0.0, pause - (time.monotonic() - started)))

    def _rate(self, begun: float) -> float:
        """How many events per second are offered from now on."""
        now = time.monotonic()
        while self._taken and self._taken[0] < now - WINDOW:
            self._taken.popleft()
        follows = len(self._taken) * AT_ONCE / min(WINDOW, max(1.0, now - begun))
        return max(LEAST_RATE, 2 * follows)


def _batch(number: int) -> list[dict[str, object]]:
    now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    return [_event(now, (number * AT_ONCE + place) % JOBS) for place in range(AT_ONCE)]


def _event(now: str, job: int) -> dict[str, object]:
    return {
        "eventType": "COMPLETE",
        "eventTime": now,
        "run": {"runId": str(uuid.uuid4())},
        "job": {"namespace": "load", "name": f"job{job}"},
        "inputs": [{"namespace": "db", "name": f"t{job}"}],
        "outputs": [{"namespace": "db", "name": f"t{job + 1}"}],
    }


class Watching:
    """Asks for graphs and the page all the while, and looks at how much memory processes take."""

    def __init__(self, server: Served) -> None:
        self._server = server
        self.graphs: list[float] = []
        self.pages: list[float] = []
        self.memory: list[float] = []
        """MiB of the server and of the pipeline's own process together."""
        self.odd: list[str] = []

    def run(self, ended: threading.Event) -> None:
        graph = "/api/v1/lineage?nodeId=job:load:job100&depth=20"
        with httpx2.Client(base_url=self._server.url, timeout=60) as http:
            while not ended.wait(0.5):
                for path, seconds in ((graph, self.graphs), ("/health/live", self.pages)):
                    started = time.monotonic()
                    answer = http.get(path)
                    seconds.append(time.monotonic() - started)
                    if answer.status_code != 200:
                        self.odd.append(f"{path}: {answer.status_code} {answer.text[:200]}")
                pipeline = self._server.pipeline()
                if pipeline is not None:
                    self.memory.append(_resident(self._server.process.pid) + _resident(pipeline))


def _resident(process: int) -> float:
    """MiB."""
    text = Path(f"/proc/{process}/status").read_text()
    return int(text.partition("VmRSS:")[2].split()[0]) / 1024


@contextmanager
def running(*workers: Load | Watching) -> Iterator[None]:
    ended = threading.Event()
    threads = [threading.Thread(target=worker.run, args=(ended,)) for worker in workers]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        ended.set()
        for thread in threads:
            thread.join()


def _p95(seconds: list[float]) -> float:
    return statistics.quantiles(seconds, n=20)[-1]


@pytest.mark.parametrize("trials", ["long"], indirect=True)
def test_twice_what_the_pipeline_follows_is_refused_in_time_and_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trials: Trials
) -> None:
    monkeypatch.setenv("HEADWATER_MAX_BACKLOG_MB", str(BACKLOG_MB))
    with Served(tmp_path, memory="1g") as server:
        server.wait_until_ready()
        load, watching = Load(server.url), Watching(server)
        with running(load):
            time.sleep(WINDOW)  # by then as much waits as may
            load.tally, before = Counter(), len(load.acknowledged)
            with running(watching):
                most = _until(server, time.monotonic() + MINUTES * 60)
            followed = len(load.acknowledged) - before
        drained = _drained(server)
    trials.tally |= load.tally | {
        "events followed": followed,
        "percent offered of what was followed": load.tally["events offered"] * 100 // followed,
        "MiB waited at most": most >> 20,
        "seconds to drain": round(drained),
        "ms p95 of a graph": round(_p95(watching.graphs) * 1000),
        "ms p95 of /health/live": round(_p95(watching.pages) * 1000),
        "graphs": len(watching.graphs),
        "MiB at first": round(watching.memory[len(watching.memory) // 3]),
        "MiB at last": round(watching.memory[-1]),
    }
    assert (load.odd, watching.odd) == ([], [])
    assert load.tally["events offered"] > 1.5 * followed
    assert load.tally["events refused"] > 0
    assert most < 3 * BACKLOG_MB << 20
    _flat(watching.memory)
    assert _p95(watching.graphs) < GRAPH_SECONDS
    assert _p95(watching.pages) < PAGE_SECONDS
    with open_store(f"sqlite:///{tmp_path}/store.sqlite", rebuild=True) as store:
        found = {run_id for (run_id,) in store.query("SELECT run_id FROM runs")}
    assert load.acknowledged <= found
    with pytest.raises(SystemExit) as ended:
        main(["verify", "--data", str(tmp_path)])
    assert not ended.value.code


def _until(server: Served, end: float) -> int:
    """The most bytes that have waited for the pipeline until then."""
    most = 0
    while time.monotonic() < end:
        most = max(most, _waiting(server))
        time.sleep(1)
    return most


def _waiting(server: Served) -> int:
    lag = httpx2.get(f"{server.url}/api/v1/status", timeout=60).json()["lag"]
    waiting: int = lag["bytes"]
    return waiting


def _drained(server: Served) -> float:
    """How many seconds it takes until nothing waits."""
    started = time.monotonic()
    while _waiting(server):
        assert time.monotonic() - started < 600, "the pipeline did not catch up"
        time.sleep(0.5)
    return time.monotonic() - started


def _flat(memory: list[float]) -> None:
    """The last third takes about as much as the one before."""
    third = len(memory) // 3
    middle, last = statistics.median(memory[third : 2 * third]), statistics.median(memory[-third:])
    assert last < middle * 1.3 + 50, f"{middle:.0f} MiB, and then {last:.0f}"
