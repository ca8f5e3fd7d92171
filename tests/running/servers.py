"""Servers that listen: in a thread of this process, or as processes of their own."""

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx2
from starlette.types import ASGIApp

from headwater.api.server import HttpServer, listening

READY_SECONDS = 300.0
"""Half a minute is usual; a busy machine may take many times that."""


@contextmanager
def serving(app: ASGIApp) -> Iterator[str]:
    """The address of a server that runs in a thread."""
    server = HttpServer(app)
    with listening("127.0.0.1", 0) as own:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [own]})
        thread.start()
        host, port = own.getsockname()
        try:
            yield f"http://{host}:{port}"
        finally:
            server.should_exit = True
            thread.join()


def free_port() -> int:
    """A port of this machine that nothing listens on at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def listens(port: int) -> bool:
    """Whether something listens on a port of this machine."""
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


class Program(NamedTuple):
    """A `headwater` that can be started: how it is called, and the variables that it sees."""

    command: Sequence[str]
    environment: Mapping[str, str]


def _tested() -> Program:
    """The program that the tests themselves import."""
    path = os.pathsep.join(filter(None, sys.path))
    return Program((sys.executable, "-m", "headwater.cli"), os.environ | {"PYTHONPATH": path})


class Served:
    """`headwater serve` on a free port of this machine. It and its pipeline end with the block."""

    def __init__(
        self,
        data: Path,
        *options: str,
        port: int = 0,
        memory: str = "2g",
        program: Program | None = None,
    ) -> None:
        self.data = data
        command, environment = program or _tested()
        self.process = subprocess.Popen(
            [*command, "serve", "--data", str(data), "--port", str(port), *options],
            env={**environment, "HEADWATER_SPARK_MEMORY": memory},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout
        first = self.process.stdout.readline()
        self.output = [first]
        self.errors: list[str] = []
        self._readers = [
            threading.Thread(target=self._read, args=pair, daemon=True)
            for pair in ((self.process.stdout, self.output), (self.process.stderr, self.errors))
        ]
        for reader in self._readers:
            reader.start()
        listening = re.match(r"listening on (http://\S+);", first)
        if listening is None:
            self.process.wait()
            self._readers[1].join()
            raise AssertionError(f"the server did not start: {first}{''.join(self.errors)}")
        self.url = listening[1]

    @staticmethod
    def _read(stream: Sequence[str], into: list[str]) -> None:
        into.extend(stream)

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    def wait_until_ready(self) -> None:
        until = time.monotonic() + READY_SECONDS
        answer = None
        while time.monotonic() < until and self.process.poll() is None:
            answer = httpx2.get(f"{self.url}/health/ready", timeout=30)
            if answer.status_code == 200:
                return
            time.sleep(0.3)
        found = answer.text if answer else "no answer"
        raise AssertionError(f"not ready: {found}\n{''.join(self.errors[-20:])}")

    def pipeline(self) -> int | None:
        """The id of the pipeline's process, if one has claimed the store."""
        found = httpx2.get(f"{self.url}/api/v1/status", timeout=30).json()["pipeline"]["process"]
        return int(found.split()[1]) if found else None

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait(timeout=60)

    def __enter__(self) -> "Served":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            try:
                self.stop()
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        for reader in self._readers:
            reader.join()
        for stream in (self.process.stdout, self.process.stderr):
            assert stream
            stream.close()
