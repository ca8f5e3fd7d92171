"""A real server with its pipeline, once for all tests of clients."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import httpx2
import pytest

from headwater.api.keys import Keys
from headwater.client import Client
from tests.serving import serving_process

collect_ignore = ["scripts"]
"""Run by the clients' own environments; here they cannot even be imported."""
READY_SECONDS = 400.0
"""Half a minute, and many times that on a machine that is busy otherwise."""


class Server(NamedTuple):
    """Where the server is, and a key that may write."""

    url: str
    key: str


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("served")
    key = Keys(data).create("tests", "write")
    with serving_process(data) as served:
        _wait_until_ready(served.url, served.errors)
        yield Server(served.url, key)
        served.process.terminate()
        served.process.communicate(timeout=60)


def _wait_until_ready(url: str, errors: Path) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while not httpx2.get(f"{url}/health/ready").is_success:
        assert time.monotonic() < deadline, errors.read_text()
        time.sleep(0.5)


@pytest.fixture
def asking(server: Server) -> Iterator[Client]:
    with Client(server.url, server.key) as client:
        yield client


def catch_up(client: Client, seconds: float = 240.0) -> None:
    """Waits until all that others have sent is applied."""
    deadline = time.monotonic() + seconds
    while client.status().lag.bytes:
        assert time.monotonic() < deadline
        time.sleep(0.1)
