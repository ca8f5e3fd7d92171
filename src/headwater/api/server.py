"""Puts a server together from its parts, for uvicorn to run."""

import socket
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

import uvicorn
from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp

from headwater.api.assistants import assistants
from headwater.api.http.app import App
from headwater.api.http.beside import beside
from headwater.api.http.gate import Gate
from headwater.api.http.metrics import Metrics
from headwater.api.http.operations import Operation
from headwater.api.http.page import page
from headwater.api.http.protocol import Protocol
from headwater.api.http.site import Site
from headwater.api.routes import OPERATIONS
from headwater.errors import SettingError
from headwater.wire.batches import DIGEST
from headwater.wire.positions import HEADER

BACKLOG = 2048
"""How many connections may wait to be accepted. Producers open hundreds at once, and a refused
connection is a lost event."""
SHUTDOWN_SECONDS = 20


def application(
    site: Site,
    gate: Gate,
    operations: Sequence[Operation] = OPERATIONS,
    origins: Sequence[str] = (),
) -> ASGIApp:
    """The ASGI application; `origins` are the web pages elsewhere that may call the API."""
    metrics = Metrics()
    others = [*beside(site, gate, metrics, operations), assistants(site, gate), *page()]
    app = App(site, gate, operations, others, metrics)
    if not origins:
        return app
    return CORSMiddleware(
        app,
        allow_origins=origins,
        allow_methods=["GET", "POST", "PUT", "DELETE"],
        allow_headers=[
            "Authorization",
            "Content-Type",
            "Content-Encoding",
            "If-None-Match",
            HEADER,
        ],
        expose_headers=["ETag", HEADER, DIGEST],
    )


class HttpServer(uvicorn.Server):
    """A server on a socket that is bound already, so that a taken port is reported before all
    else."""

    def __init__(self, app: ASGIApp) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=Protocol,
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
                timeout_graceful_shutdown=SHUTDOWN_SECONDS,
            )
        )


@contextmanager
def listening(host: str, port: int) -> Iterator[socket.socket]:
    """A listening socket; SettingError if the address or port cannot be used."""
    with ExitStack() as stack:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            family, kind, protocol, _, address = found[0]
            # asyncio sends at once, without waiting for the receiver to confirm what it has, only
            # on sockets that are said to be TCP.
            own = stack.enter_context(socket.socket(family, kind, protocol))
            own.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            own.bind(address)
            own.listen(BACKLOG)
        except OSError as error:
            raise SettingError(
                f"cannot listen on {host} port {port}: {error.strerror}; name another with --host"
                " and --port"
            ) from error
        yield own
