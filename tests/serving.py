"""Servers that listen: in a thread of this process, or as processes of their own."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from starlette.types import ASGIApp

from headwater.api.server import Server, listening


@contextmanager
def serving(app: ASGIApp) -> Iterator[str]:
    """The address of a server in a thread."""
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


class Served(NamedTuple):
    """A `headwater serve`, where it listens, and the file with what it says on standard error."""

    process: subprocess.Popen[str]
    url: str
    errors: Path


@contextmanager
def serving_process(data: Path, *options: str) -> Iterator[Served]:
    """It is killed in the end, unless it was asked to end before."""
    data.mkdir(parents=True, exist_ok=True)
    errors = data / "errors.txt"  # a pipe would be full after some hundred requests
    command = [sys.executable, "-m", "headwater.cli", "serve", "--port", "0", "--data", str(data)]
    with (
        errors.open("w") as written,
        subprocess.Popen(
            [*command, *options], stdout=subprocess.PIPE, stderr=written, text=True
        ) as process,
    ):
        assert process.stdout
        url = process.stdout.readline().removeprefix("listening on ").partition(";")[0]
        try:
            yield Served(process, url, errors)
        finally:
            process.kill()
