"""A server put together from its parts, and run by uvicorn."""

from collections.abc import Sequence

import uvicorn

from headwater.api.app import App
from headwater.api.beside import beside
from headwater.api.gate import Gate
from headwater.api.metrics import Metrics
from headwater.api.operations import Operation
from headwater.api.routes import OPERATIONS
from headwater.api.site import Site

BACKLOG = 2048
"""Clients open a hundred connections at once, and a refused one is a lost event."""
SHUTDOWN_SECONDS = 20


def application(site: Site, gate: Gate, operations: Sequence[Operation] = OPERATIONS) -> App:
    metrics = Metrics()
    return App(site, gate, operations, beside(site, gate, metrics, operations), metrics)


class Server(uvicorn.Server):
    """Tells when it listens."""

    def __init__(self, app: App, host: str, port: int) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                host=host,
                port=port,
                backlog=BACKLOG,
                log_config=None,
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=SHUTDOWN_SECONDS,
            )
        )

    @property
    def address(self) -> str:
        """Once it listens; with port 0 it chose one itself."""
        host, port = self.servers[0].sockets[0].getsockname()[:2]
        return f"http://{f'[{host}]' if ':' in host else host}:{port}"
