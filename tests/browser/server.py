"""The server that the browser tests look at: `python -m tests.browser.server DEMO_PORT LARGE_PORT`.

On the first port is the demo, on the second one component of 2,000 nodes. It ends with its parent.
"""

import asyncio
import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import uvloop

from headwater.alerts.courier import deliver
from headwater.alerts.watch import Watch
from headwater.api.http.gate import Gate
from headwater.api.http.keys import Keys
from headwater.api.http.site import Limits, Site
from headwater.api.server import HttpServer, application, listening
from headwater.log import DirectoryLog
from headwater.store import open_store
from tests.api.conftest import EditPipeline
from tests.browser.demo_store import write_demo
from tests.query.rows import Rows

LARGE = 2000
WIDTH = 40


def write_large(directory: Path) -> None:
    """Layers of datasets, each fed by jobs that read two of the layer before."""
    rows = Rows()
    layers = LARGE // (2 * WIDTH)
    before = [rows.dataset(f"lake.layer00.table{number:02}") for number in range(WIDTH)]
    for layer in range(1, layers + 1):
        after = []
        for number in range(WIDTH):
            job = rows.job(f"load.layer{layer:02}.job{number:02}")
            table = rows.dataset(f"lake.layer{layer:02}.table{number:02}")
            rows.uses(job, {before[number], before[(number * 7 + layer) % WIDTH]}, [table])
            after.append(table)
        before = after
    with open_store(f"sqlite:///{directory}/store.sqlite") as store:
        rows.write(store)


@contextmanager
def served(directory: Path) -> Iterator[tuple[HttpServer, Watch]]:
    """A server whose pipeline knows edits alone: by them contracts are registered. With it comes
    who tells its subscriptions."""
    url = f"sqlite:///{directory}/store.sqlite"
    log = DirectoryLog(directory / "log")
    site = Site(log, lambda: open_store(url), log.appender(), Limits(), data=directory)
    watch = Watch(directory, log, lambda: open_store(url), deliver("", private_targets=False))
    with open_store(url) as store:
        pipeline = EditPipeline(log, store)
        pipeline.start()
        try:
            server = HttpServer(application(site, Gate(Keys(directory), loopback_only=True)))
            yield server, watch
        finally:
            pipeline.stop()


async def serve(servers: list[tuple[tuple[HttpServer, Watch], socket.socket]]) -> None:
    tasks = [asyncio.create_task(watch.keep()) for (_, watch), _ in servers]
    try:
        await asyncio.gather(*(server.serve(sockets=[own]) for (server, _), own in servers))
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def main(demo_port: int, large_port: int) -> None:
    with ExitStack() as stack:
        directories = [
            Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="headwater-page-")))
            for _ in range(2)
        ]
        write_demo(directories[0])
        write_large(directories[1])
        servers = [
            (stack.enter_context(served(folder)), stack.enter_context(listening("127.0.0.1", port)))
            for folder, port in zip(directories, (demo_port, large_port), strict=True)
        ]
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(serve(servers))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
