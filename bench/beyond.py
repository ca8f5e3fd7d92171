"""Through Kafka, with every part a process of its own: what an event costs each of them.

A collector takes events over HTTP into a topic, a pipeline follows it, and PostgreSQL keeps the
store: the parts that run on machines of their own when there is more than one. Here they share one
machine, with the client that posts. So the rate is that of all together, whereas the processor time
per event of each part is what it costs wherever it runs, also while others use the machine.
`bench.scale` writes the tables of docs/scale.md from the results.

steady  events at a rate that is easily kept up with, where batches are small
full    as many as the collector takes, and then until the last one is visible: batches are large
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import uvloop

from bench.generate import Options, generate
from bench.posting import post
from bench.processes import Watch
from bench.progress import report
from bench.timing import percentile
from bench.visible import RATE, post_for
from headwater.answers.service import Lag
from headwater.client import Client
from headwater.log.kafka.topic import Topic
from tests.running import postgres
from tests.running.kafka import Broker, broker
from tests.running.servers import Program, Served

PARTITIONS = 4
CONNECTIONS = 32
WARM_UP_SECONDS = 20.0
"""Java becomes faster over the first batches."""
PATIENCE_SECONDS = 1200
PARTS = ("collector", "broker", "pipeline: Python", "pipeline: Java", "pipeline: workers", "store")

Row = dict[str, Any]


class Parts:
    """The parts, each watched as a process of its own."""

    def __init__(self, watches: Mapping[str, Watch]) -> None:
        self._watches = watches

    def seconds(self, start: float, end: float) -> dict[str, float]:
        """The processor time of each part between two moments."""
        found = {name: watch.cpu(start, end) for name, watch in self._watches.items()}
        pipeline = found["pipeline"]
        return {
            "collector": sum(found["collector"].values()),
            "broker": sum(found["broker"].values()),
            "pipeline: Python": pipeline["driver"],
            "pipeline: Java": pipeline["jvm"],
            "pipeline: workers": pipeline["workers"],
            "store": sum(found["store"].values()),
        }


def run(quick: bool, *, seconds: float | None = None) -> dict[str, Any]:
    """The results as JSON. Lists are tables to print."""
    seconds = seconds or (10.0 if quick else 60.0)
    with ExitStack() as stack:
        kafka = stack.enter_context(broker())
        store = stack.enter_context(postgres.server())
        topic = Topic(kafka.address, kafka.topic(PARTITIONS))
        data = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="headwater-bench-")))
        program = _program({"HEADWATER_LOG": str(topic), "HEADWATER_STORE": store})
        pipeline = stack.enter_context(_pipeline(program, data / "pipeline"))
        server = stack.enter_context(Served(data / "server", "--no-pipeline", program=program))
        server.wait_until_ready()
        roots = {
            "collector": server.process.pid,
            "broker": kafka.pid,
            "pipeline": pipeline,
            "store": _postmaster(store),
        }
        watches = {name: stack.enter_context(Watch(root)) for name, root in roots.items()}
        bodies = generate(Options(events=10**12, jobs=1_000, duplicates=0.0))
        report("warming up")
        uvloop.run(post_for(server, 3.0 if quick else WARM_UP_SECONDS, bodies))
        _wait_until_visible(server)
        parts = Parts(watches)
        measured = [
            _steady(server, parts, bodies, seconds),
            _full(server, parts, bodies, seconds / 2),
        ]
        kept = _kept(kafka, store, server)
    return {
        "benchmark": "beyond one machine",
        "store": "postgresql without fsync",
        "partitions": PARTITIONS,
        **kept,
        "rates": [row for row, _ in measured],
        "costs": [
            {"part": part}
            | {f"{row['load']}_us_per_event": round(1e6 * cost[part]) for row, cost in measured}
            for part in PARTS
        ],
    }


def _steady(server: Served, parts: Parts, bodies: Iterator[bytes], seconds: float) -> Any:
    report(f"{RATE} events/s")
    started = time.monotonic()
    waits = uvloop.run(post_for(server, seconds, bodies)).waits
    _wait_until_visible(server)
    events = round(seconds * RATE)
    row = {
        "load": "steady",
        "events": events,
        "events_per_second": RATE,
        "visible_p50_s": round(percentile(waits, 50), 2),
        "visible_p95_s": round(percentile(waits, 95), 2),
    }
    return row, _per_event(parts, started, events)


def _full(server: Served, parts: Parts, bodies: Iterator[bytes], seconds: float) -> Any:
    report("as many as are taken")
    started = time.monotonic()
    posted = post(server.port, CONNECTIONS, seconds, bodies)
    _wait_until_visible(server)
    events = len(posted.latencies)
    row = {
        "load": "full",
        "events": events,
        "taken_per_second": round(events / posted.seconds),
        "events_per_second": round(events / (time.monotonic() - started)),
    }
    return row, _per_event(parts, started, events)


def _per_event(parts: Parts, started: float, events: int) -> dict[str, float]:
    time.sleep(1.0)  # the watch looks some tenths of a second apart
    spent = parts.seconds(started, time.monotonic())
    return {part: seconds / events for part, seconds in spent.items()}


def _wait_until_visible(server: Served) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    with Client(server.url) as client:
        while client.status().lag != Lag():
            if time.monotonic() > deadline:
                raise TimeoutError(f"events were not visible after {PATIENCE_SECONDS} seconds")
            time.sleep(0.1)


def _kept(kafka: Broker, store: str, server: Served) -> dict[str, Any]:
    """What an event takes on disk, in the topic and in the store."""
    with Client(server.url) as client, psycopg.connect(store) as connection:
        events = client.status().rows["events"]
        size = connection.execute("SELECT pg_database_size(current_database())").fetchone()
    assert size
    return {
        "topic_bytes_per_event": round(kafka.bytes_kept() / events),
        "store_bytes_per_event": round(size[0] / events),
    }


def _program(variables: dict[str, str]) -> Program:
    path = os.pathsep.join(filter(None, sys.path))
    surroundings = os.environ | {"PYTHONPATH": path, "HEADWATER_SPARK_MEMORY": "4g"} | variables
    return Program((sys.executable, "-m", "headwater.cli"), surroundings)


@contextmanager
def _pipeline(program: Program, data: Path) -> Iterator[int]:
    """The process id of a pipeline that is ready. It ends with the block."""
    data.mkdir()
    with (data / "output").open("wb") as output:
        process = subprocess.Popen(
            [*program.command, "pipeline", "--data", str(data)],
            env=dict(program.environment),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        while "following" not in (lines := (data / "output").read_text()):
            if process.poll() is not None:
                raise RuntimeError(f"the pipeline ended:\n{lines}")
            time.sleep(0.2)
        yield process.pid
    finally:
        process.terminate()
        process.wait()


def _postmaster(url: str) -> int:
    """The process that has started all others of the server."""
    with psycopg.connect(url) as connection:
        own = connection.info.backend_pid
        stat = Path(f"/proc/{own}/stat").read_text()
    return int(stat.rpartition(")")[2].split()[1])
