"""A real server with its pipeline, started once for all tests of clients."""

import time
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from headwater.answers.service import Lag
from headwater.api.http.keys import Keys
from headwater.client import Client
from tests.running.servers import Served

collect_ignore = ["scripts"]
"""These run in the environments of the clients, and cannot be imported here."""


class Server(NamedTuple):
    """The address of the server, and a key that may write."""

    url: str
    key: str


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("served")
    key = Keys(data).create("tests", "write")
    with Served(data) as served:
        served.wait_until_ready()
        yield Server(served.url, key)


@pytest.fixture
def asking(server: Server) -> Iterator[Client]:
    with Client(server.url, server.key) as client:
        yield client


def catch_up(client: Client, seconds: float = 240.0) -> None:
    """Waits until everything that others have sent is applied."""
    deadline = time.monotonic() + seconds
    while client.status().lag != Lag():
        assert time.monotonic() < deadline
        time.sleep(0.1)
