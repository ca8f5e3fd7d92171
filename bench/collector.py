"""Durable ingest over HTTP: events of about 3 KB into the log of a server without a pipeline.

Clients and server share the machine. So the most meaningful figure is the server's processor time
per event: a million microseconds divided by it is the rate that one core can take.
"""

import tempfile
from pathlib import Path
from typing import Any

from bench.posting import events, post
from bench.processes import Watch
from bench.timing import percentile
from headwater.log import head
from tests.running.servers import Served

CONNECTIONS = (1, 64, 256)
AIM = 5_000


def run(quick: bool) -> dict[str, Any]:
    """The results as JSON. `rows` is the table to print."""
    seconds, kept = (2.0, 500) if quick else (15.0, 20_000)
    bodies = events(kept)
    with tempfile.TemporaryDirectory(prefix="headwater-bench-") as name:
        with Served(Path(name), "--no-pipeline") as server:
            post(server.port, 8, 1.0, bodies)  # a warm-up, after which all code is loaded
            rows = [_measured(server, count, seconds, bodies) for count in CONNECTIONS]
        size = sum(head(Path(name) / "log").values())
    return {
        "benchmark": "durable ingest",
        "aim_per_core": AIM,
        "log_bytes": size,
        "rows": rows,
    }


def _measured(server: Served, connections: int, seconds: float, bodies: Any) -> dict[str, Any]:
    with Watch(server.process.pid) as watch:
        posted = post(server.port, connections, seconds, bodies)
    count = len(posted.latencies)
    cpu = watch.samples[-1].cpu["driver"] - watch.samples[0].cpu["driver"]
    return {
        "connections": connections,
        "events": count,
        "events_per_second": round(count / posted.seconds),
        "p50_ms": round(percentile(posted.latencies, 50) * 1000, 2),
        "p99_ms": round(percentile(posted.latencies, 99) * 1000, 2),
        "server_cpu_us_per_event": round(cpu / count * 1e6),
        "events_per_core_second": round(count / cpu),
    }
