"""From POST to visible, at a steady rate, through a whole server: collector, pipeline and API.

For some events, the position that they were given is sent with a question, and the answer shows
that they are visible. Once a second the graph around the job of such an event is requested as well,
as by somebody who looks on. The memory of server and pipeline is sampled meanwhile; `--seconds
3600` does so for an hour. Java takes all it is allowed to before it collects garbage, so what
counts is that the later samples are alike.
"""

import asyncio
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx2
import msgspec
import uvloop

from bench.generate import Options, generate
from bench.posting import send
from bench.processes import resident
from bench.timing import percentile
from tests.running.servers import Served

RATE = 100
SAMPLED = 20
"""One of so many events is asked for."""
SAMPLES = 12
"""The number of samples of memory."""
NOT_YET = 504


def run(quick: bool, *, seconds: float | None = None) -> dict[str, Any]:
    """The results as JSON. `rows` and `memory` are tables to print."""
    seconds = seconds or (15.0 if quick else 180.0)
    with tempfile.TemporaryDirectory(prefix="headwater-bench-") as name:
        started = time.perf_counter()
        with Served(Path(name), memory="4g") as server:
            server.wait_until_ready()
            ready = time.perf_counter() - started
            bodies = generate(Options(events=10**12, jobs=1_000, duplicates=0.0))
            uvloop.run(post_for(server, 10.0, bodies))  # the first batches are slower
            timings = Timings([], [])
            memory = [_memory(server, 0.0)]
            for number in range(1, SAMPLES + 1):
                some = uvloop.run(post_for(server, seconds / SAMPLES, bodies))
                timings = Timings(timings.waits + some.waits, timings.graphs + some.graphs)
                memory.append(_memory(server, seconds * number / SAMPLES))
    return {
        "benchmark": "from POST to visible",
        "rate": RATE,
        "ready_seconds": round(ready, 1),
        "rows": [
            {
                "seconds": seconds,
                "asked": len(timings.waits),
                "p50_s": round(percentile(timings.waits, 50), 2),
                "p95_s": round(percentile(timings.waits, 95), 2),
                "most_s": round(max(timings.waits), 2),
                "graphs": len(timings.graphs),
                "graph_p50_ms": round(percentile(timings.graphs, 50) * 1000, 1),
                "graph_p99_ms": round(percentile(timings.graphs, 99) * 1000, 1),
            }
        ],
        "memory": memory,
    }


def _memory(server: Served, seconds: float) -> dict[str, int]:
    found = resident(server.process.pid)
    return {"seconds": round(seconds)} | {f"{kind}_mib": found[kind] >> 20 for kind in found}


class Timings(NamedTuple):
    """What was measured while events were posted."""

    waits: list[float]
    """Seconds from the POST of each sampled event to its answer, even if that is a 504."""
    graphs: list[float]
    """Seconds that each graph took."""


async def post_for(server: Served, seconds: float, bodies: Iterator[bytes]) -> Timings:
    timings = Timings([], [])
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    started = time.perf_counter()
    async with (
        httpx2.AsyncClient(base_url=server.url, timeout=60) as client,
        asyncio.TaskGroup() as tasks,
    ):

        async def ask(sent: float, position: str) -> bool:
            """Whether the event is visible."""
            answer = await client.get(
                "/api/v1/events/lineage",
                params={"limit": 1},
                headers={"Lineage-Position": position},
            )
            timings.waits.append(time.perf_counter() - sent)
            if answer.status_code == NOT_YET:
                return False
            answer.raise_for_status()
            return True

        async def look(sent: float, position: str, event: dict[str, Any]) -> None:
            if not await ask(sent, position):
                return
            node = f"job:{event['job']['namespace']}:{event['job']['name']}"
            started = time.perf_counter()
            answer = await client.get("/api/v1/lineage", params={"nodeId": node, "maxNodes": 300})
            answer.raise_for_status()
            timings.graphs.append(time.perf_counter() - started)

        for number in range(round(seconds * RATE)):
            await asyncio.sleep(max(0.0, started + number / RATE - time.perf_counter()))
            sent = time.perf_counter()
            body = next(bodies)
            position = await send(reader, writer, body)
            if not number % RATE and "job" in (event := msgspec.json.decode(body)):
                tasks.create_task(look(sent, position, event))
            elif not number % SAMPLED:
                tasks.create_task(ask(sent, position))
    writer.close()
    return timings
