"""A server that listens, in a thread of this process."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from starlette.types import ASGIApp

from headwater.api.server import Server, listening


@contextmanager
def serving(app: ASGIApp) -> Iterator[str]:
    """Its address."""
    server = Server(app)
    with listening("127.0.0.1", 0) as own:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [own]})
        thread.start()
        host, port = own.getsockname()
        try:
            yield f"http://{host}:{port}"
        finally:
            server.should_exit = True
            thread.join()
