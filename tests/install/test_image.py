"""The image, built with buildah on Debian's packages, and run as its own settings say."""

import json
import os
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.install.conftest import ROOT, dumped
from tests.running.processes import children
from tests.running.servers import Program, Served

pytestmark = pytest.mark.install

BASE = "localhost/headwater-base"
IMAGE = "localhost/headwater"
STORAGE = """[storage]
driver = "vfs"
graphroot = "{folder}/images"
runroot = "{folder}/running"
"""
"""A place of their own for images, in a form that needs nothing of the machine."""


class Container(NamedTuple):
    """A container of the image, and what the image says about how to run it."""

    name: str
    settings: Mapping[str, Any]
    environment: Mapping[str, str]

    def command(self, *arguments: str) -> tuple[str, ...]:
        """Run in the container, with the network of this machine."""
        return ("buildah", "run", "--isolation", "chroot", self.name, "--", *arguments)

    def output(self, *arguments: str) -> str:
        return subprocess.check_output(
            self.command(*arguments), env={**self.environment}, text=True, timeout=60
        )


@pytest.fixture(scope="module")
def container() -> Iterator[Container]:
    with tempfile.TemporaryDirectory() as folder:
        storage = Path(folder) / "storage.conf"
        storage.write_text(STORAGE.format(folder=folder))
        environment = os.environ | {
            "CONTAINERS_STORAGE_CONF": str(storage),
            "IMAGE_TOOL": "buildah",
            "IMAGE": IMAGE,
            "BASE_IMAGE": BASE,
        }

        def output_of(*command: str) -> str:
            return subprocess.check_output(command, env=environment, cwd=ROOT, text=True)

        output_of("scripts/base_image.sh", BASE)
        output_of("scripts/image.sh")
        settings = json.loads(output_of("buildah", "inspect", "--type", "image", IMAGE))
        name = output_of("buildah", "from", "--pull-never", IMAGE).strip()
        yield Container(name, settings["Docker"]["config"], environment)
        output_of("buildah", "rm", name)


@pytest.fixture(scope="module")
def served(container: Container) -> Iterator[Served]:
    settings = container.settings
    assert settings["Cmd"] == ["serve"]
    program = Program(container.command(*settings["Entrypoint"]), container.environment)
    with Served(Path("/data"), "--demo", "--host", "127.0.0.1", program=program) as served:
        served.wait_until_ready()
        yield served
        # buildah does not pass signals on, and would leave the server behind.
        [server] = [pid for pid in started_by(served.process.pid) if _is_server(pid)]
        os.kill(server, signal.SIGTERM)
        assert served.process.wait(timeout=60) == 0


def started_by(pid: int) -> Iterator[int]:
    """The processes that a process has started, and those that these have started."""
    for child in children(pid):
        yield child
        yield from started_by(child)


def _is_server(pid: int) -> bool:
    words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    return b"serve" in words and Path(os.fsdecode(words[0])).name.startswith("python")


def test_the_page_opens_and_shows_the_demo(served: Served, tmp_path: Path) -> None:
    assert "fct_product_margins" in dumped(f"{served.url}/", tmp_path)


def test_it_says_whether_it_is_healthy(container: Container, served: Served) -> None:
    [kind, *check] = container.settings["Healthcheck"]["Test"]
    assert kind == "CMD"
    container.output("env", f"HEADWATER_PORT={served.port}", *check)
    with pytest.raises(subprocess.CalledProcessError):
        container.output("env", "HEADWATER_PORT=1", *check)


def test_it_is_not_root_and_cannot_change_itself(container: Container) -> None:
    assert container.output("id", "-u").strip() == "10001"
    assert list(container.settings["Volumes"]) == ["/data"]
    with pytest.raises(subprocess.CalledProcessError):
        container.output("touch", "/opt/headwater/bin/headwater")
    container.output("touch", "/data/written")


def test_beyond_its_machine_it_wants_keys(container: Container) -> None:
    asked = container.command(*container.settings["Entrypoint"], "serve", "--port", "0")
    refused = subprocess.run(
        asked, env={**container.environment}, capture_output=True, text=True, check=False
    )
    assert refused.returncode != 0
    assert "headwater keys create" in refused.stderr
