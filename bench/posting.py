"""Clients that post events over plain sockets. They share the machine, so they are very light."""

import asyncio
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle

import uvloop

from bench.generate import Options, generate

_POST = (
    b"POST /api/v1/lineage HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    b"Content-Length: %d\r\n\r\n%b"
)
_POSITION = b"lineage-position: "


@dataclass
class Posted:
    """What posting took."""

    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)
    """For each event, the seconds from sending it to its 201."""


def events(count: int, seed: int = 0) -> Iterator[bytes]:
    """Events without end. After `count` of them they repeat."""
    return cycle(list(generate(Options(events=count, jobs=min(count, 1000), seed=seed))))


def post(port: int, connections: int, seconds: float, bodies: Iterator[bytes]) -> Posted:
    """Posts as many events as possible from this many connections at once."""
    return uvloop.run(_post(port, connections, seconds, bodies))


async def _post(port: int, connections: int, seconds: float, bodies: Iterator[bytes]) -> Posted:
    posted = Posted()
    started = time.perf_counter()
    until = started + seconds

    async def one() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        while time.perf_counter() < until:
            sent = time.perf_counter()
            await send(reader, writer, next(bodies))
            posted.latencies.append(time.perf_counter() - sent)
        writer.close()

    await asyncio.gather(*(one() for _ in range(connections)))
    posted.seconds = time.perf_counter() - started
    return posted


async def send(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, body: bytes) -> str:
    """Posts one event, and returns the position that it was given."""
    writer.write(_POST % (len(body), body))
    head = await reader.readuntil(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 201"):
        raise RuntimeError(f"an event was not taken: {head.decode()}")
    return head.split(_POSITION, 1)[1].split(b"\r\n", 1)[0].decode()
