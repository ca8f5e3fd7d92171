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

from headwater.alerts.courier import deliver
from headwater.alerts.watch import Watch
from headwater.api.http.gate import Gate, is_loopback
from headwater.api.http.keys import Keys
from headwater.api.http.site import Limits, Site
from headwater.api.server import HttpServer, application, listening
from headwater.cli.options.settings import (
    end_note,
    event_log,
    opened_store,
    rules,
)
from headwater.cli.processes.supervised import Supervised
from headwater.config import Settings
from headwater.errors import SettingError
from headwater.garbage import collect_seldom

LOOK_SECONDS = 1.0
"""How often the server looks whether a newer version has built the store."""
PAGE_CACHE = 4 << 20
"""The page cache of each connection to the store. It is small, as a server has caches of its
own."""


def run(settings: Settings, *, with_pipeline: bool, read_only: bool) -> None:
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
        log = event_log(settings)
        site = Site(
            log,
            lambda: opened_store(settings, as_it_is=True, page_cache=PAGE_CACHE),
            None if read_only else log.appender(),
            Limits(
                max_event_bytes=settings.max_event_mb << 20,
                max_backlog_bytes=settings.max_backlog_mb << 20 or None,
                strict=settings.strict,
            ),
            end_note(settings).read,
            settings.data,
            private_targets=settings.private_targets,
        )
        open_here = loopback and not settings.unprotected
        gate = Gate(keys, loopback_only=open_here, origins=settings.origins)
        pipeline = Supervised(settings, site.note_last_pipeline) if with_pipeline else None
        collect_seldom()
        server = HttpServer(application(site, gate, origins=settings.origins))
        watch = Watch(
            settings.data,
            log,
            lambda: opened_store(settings, as_it_is=True, page_cache=PAGE_CACHE),
            deliver(settings.page, settings.private_targets),
        )
        with _stopped_once(server), asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            outdated = runner.run(_serve(site, server, own, pipeline, watch))
    if outdated:
        raise _OutdatedServer(f"the server has ended, to be started in its new version: {outdated}")


class _OutdatedServer(click.ClickException):
    exit_code = 4  # an error, so that whoever restarts what fails starts the new version


async def _serve(
    site: Site,
    server: HttpServer,
    own: socket.socket,
    pipeline: Supervised | None,
    watch: Watch,
) -> str:
    """Serves until it is told to stop, or a newer version has built the store. Returns the latter
    in words, else an empty text."""
    address = f"http://{_shown(own)}"
    click.echo(f"listening on {address}; getting ready")
    tasks = [asyncio.create_task(_announce(site, address)), asyncio.create_task(watch.keep())]
    if pipeline is not None:
        tasks.append(asyncio.create_task(pipeline.keep()))
    renew = pipeline.renew if pipeline is not None else lambda: None
    asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, renew)
    outdated = asyncio.create_task(_outdated(site, server))
    try:
        await server.serve(sockets=[own])
    finally:
        for task in (*tasks, outdated):
            task.cancel()  # does nothing to one that has ended
        await asyncio.gather(*tasks, outdated, return_exceptions=True)
        if pipeline is not None:
            await pipeline.end()
    click.echo("stopped; what was taken is in the log")
    return outdated.result() if outdated.done() and not outdated.cancelled() else ""


async def _outdated(site: Site, server: HttpServer) -> str:
    """Ends the server when a newer version has built the store, and returns that in words."""
    while not (found := await asyncio.to_thread(site.outdated)):
        await asyncio.sleep(LOOK_SECONDS)
    server.should_exit = True
    return found


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
