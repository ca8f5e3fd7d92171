"""A real server with its pipeline, once for all tests of clients."""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import httpx2
import pytest

from headwater.client import Client

collect_ignore = ["scripts"]
"""Run by the clients' own environments; here they cannot even be imported."""
READY_SECONDS = 400.0
"""Half a minute, and many times that on a machine that is busy otherwise."""


class Served(NamedTuple):
    """Where the server is, and a key that may write."""

    url: str
    key: str


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    data = tmp_path_factory.mktemp("served")
    headwater = [sys.executable, "-m", "headwater.cli"]
    made = subprocess.run(
        [*headwater, "keys", "create", "tests", "--role", "write", "--data", str(data)],
        capture_output=True,
        text=True,
        check=True,
    )
    with (
        (data / "errors.txt").open("w") as errors,
        subprocess.Popen(
            [*headwater, "serve", "--port", "0", "--data", str(data)],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        ) as process,
    ):
        assert process.stdout
        url = process.stdout.readline().removeprefix("listening on ").partition(";")[0]
        try:
            _wait_until_ready(url, data / "errors.txt")
            yield Served(url, made.stdout.strip())
        finally:
            process.terminate()
            process.communicate(timeout=60)


def _wait_until_ready(url: str, errors: Path) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while not httpx2.get(f"{url}/health/ready").is_success:
        assert time.monotonic() < deadline, errors.read_text()
        time.sleep(0.5)


@pytest.fixture
def asking(served: Served) -> Iterator[Client]:
    with Client(served.url, served.key) as client:
        yield client


def catch_up(client: Client, seconds: float = 60.0) -> None:
    """Waits until all that others have sent is applied."""
    deadline = time.monotonic() + seconds
    while client.status().lag.bytes:
        assert time.monotonic() < deadline
        time.sleep(0.1)
