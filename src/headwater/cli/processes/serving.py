"""Running a server, and the pipeline beside it, until they are stopped."""

import asyncio
import logging
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import click
import uvloop

from headwater.api.http.gate import Gate, is_loopback
from headwater.api.http.keys import Keys
from headwater.api.http.site import Limits, Site
from headwater.api.server import HttpServer, application, collect_seldom, listening
from headwater.cli.options.settings import (
    end_note,
    log_directory,
    log_writer,
    opened_store,
    rules,
)
from headwater.cli.processes.supervised import Supervised
from headwater.config import Settings
from headwater.errors import SettingError

PAGE_CACHE = 4 << 20
"""The page cache of each connection to the store. It is small, as a server has caches of its
own."""


def run(settings: Settings, *, with_pipeline: bool) -> None:
    rules(settings)  # invalid settings raise now, and not on each request
    keys = Keys(settings.data)
    loopback = is_loopback(settings.host)
    if not loopback and keys.read() is None and not settings.unprotected:
        raise SettingError(
            f"without keys everyone who reaches {settings.host} could read and write: make one"
            " with `headwater keys create NAME`, listen on 127.0.0.1, or set"
            " HEADWATER_UNPROTECTED=true"
        )
    with _logging(), listening(settings.host, settings.port) as own:
        site = Site(
            log_directory(settings),
            lambda: opened_store(settings, page_cache=PAGE_CACHE),
            log_writer(settings),
            Limits(max_event_bytes=settings.max_event_mb << 20, strict=settings.strict),
            end_note(settings).read,
        )
        open_here = loopback and not settings.unprotected
        gate = Gate(keys, loopback_only=open_here, origins=settings.origins)
        pipeline = Supervised(settings, site.note_last_pipeline) if with_pipeline else None
        collect_seldom()
        server = HttpServer(application(site, gate, origins=settings.origins))
        with _stopped_once(server), asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(_serve(site, server, own, pipeline))


async def _serve(
    site: Site, server: HttpServer, own: socket.socket, pipeline: Supervised | None
) -> None:
    address = f"http://{_shown(own)}"
    click.echo(f"listening on {address}; getting ready")
    tasks = [asyncio.create_task(_announce(site, address))]
    if pipeline is not None:
        tasks.append(asyncio.create_task(pipeline.keep()))
    try:
        await server.serve(sockets=[own])
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if pipeline is not None:
            await pipeline.end()
    click.echo("stopped; what was taken is in the log")


async def _announce(site: Site, address: str) -> None:
    """Prints when the server becomes ready, and when it is no longer so."""
    started, before = time.monotonic(), None
    while True:
        readiness = await site.readiness()
        ready, reasons = readiness.ready, "; ".join(readiness.reasons)
        now = f"ready: {address}" if ready else f"not ready: {reasons}"
        if now != before and (before is not None or ready):
            click.echo(f"{now} (after {time.monotonic() - started:.0f} s)")
        before = now
        await asyncio.sleep(0.5)


def _shown(own: socket.socket) -> str:
    host, port = own.getsockname()[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


@contextmanager
def _stopped_once(server: HttpServer) -> Iterator[None]:
    """Keeps signals from ending this process before the pipeline, as uvicorn raises them again."""

    def stop(*_: object) -> None:
        if not server.should_exit:
            raise KeyboardInterrupt

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def _logging() -> Iterator[None]:
    """Logs warnings and the access log, one line of JSON per request, to standard error."""
    with ExitStack() as stack:
        for name, line in (
            ("headwater", "%(asctime)s %(name)s %(message)s"),
            ("headwater.access", "%(message)s"),
        ):
            stack.enter_context(_logged(logging.getLogger(name), line))
        yield


@contextmanager
def _logged(logger: logging.Logger, line: str) -> Iterator[None]:
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter(line))
    before = logger.propagate, logger.level
    logger.addHandler(handler)
    logger.propagate = False
    logger.setLevel(logging.INFO)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.propagate, level = before
        logger.setLevel(level)
