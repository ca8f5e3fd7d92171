"""The official client of the protocol starts `headwater mcp`, and asks it."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import anyio
import pytest
from click.testing import CliRunner
from mcp import Client, StdioServerParameters
from mcp.types import CallToolResult, TextContent

from headwater.cli import main
from headwater.cli.options.settings import opened_store
from headwater.config import read_settings
from tests.api.conftest import Scene
from tests.assistants.conftest import write
from tests.query.rows import Rows

PRICES = "dataset:ns:prices"
COMMAND = (sys.executable, "-m", "headwater.cli", "mcp")
ENVIRONMENT = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    with opened_store(read_settings({"data": tmp_path / "data"})) as store:
        write(store)
    return tmp_path / "data"


def started(*options: str) -> StdioServerParameters:
    command, *arguments = COMMAND
    return StdioServerParameters(
        command=command, args=[*arguments, *options], env=ENVIRONMENT, cwd=Path.cwd()
    )


def text(result: CallToolResult) -> str:
    [content] = result.content
    assert isinstance(content, TextContent)
    return content.text


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_an_editor_starts_the_command_and_sees_what_is_new_in_the_store(
    data: Path, mode: str
) -> None:
    async def run() -> list[CallToolResult]:
        async with Client(started("--data", str(data)), mode=mode) as client:
            first = await client.call_tool("impact", {"node": PRICES})
            before = await client.call_tool("search", {"text": "margins"})
            more = Rows()
            more.dataset("margins")
            with opened_store(read_settings({"data": data})) as store:
                more.write(store)
            return [first, before, await client.call_tool("search", {"text": "margins"})]

    first, before, after = anyio.run(run)
    assert text(first).startswith(f"downstream of {PRICES}: 1 job, 1 dataset\n")
    assert "Page: http://127.0.0.1:5000/lineage?node=" in text(first)
    assert text(before).startswith("0 nodes found")
    assert text(after).startswith("1 node found")


def test_the_command_asks_a_server_with_a_key(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    write(scene.store)
    key = scene.keys.create("editor", "read")

    async def run(url: str) -> list[CallToolResult]:
        async with Client(started("--url", url, "--key", key)) as client:
            return [
                await client.call_tool("history", {"node": PRICES}),
                await client.call_tool("history", {"node": "job:ns:nowhere"}),
            ]

    try:
        with scene.listening() as url:
            known, unknown = anyio.run(run, url)
    finally:
        scene.pipeline.stop()
        scene.store.close()
    assert text(known).startswith(f"2 versions of {PRICES}")
    assert f"Page: {url}/lineage?node=" in text(known)
    assert unknown.is_error
    assert text(unknown).startswith("nothing is known of 'job:ns:nowhere'")


def test_the_command_ends_when_it_is_interrupted(data: Path) -> None:
    with subprocess.Popen(
        [*COMMAND, "--data", str(data)],
        env=os.environ | ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(b'{"jsonrpc":"2.0","id":1,"method":"nowhere"}\n')
        process.stdin.flush()
        assert process.stdout.readline()  # so it has started
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == -signal.SIGINT


def test_a_command_without_the_package_says_what_to_install(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "headwater.assistants.server", raising=False)
    monkeypatch.setitem(sys.modules, "mcp.server.context", None)
    result: Any = CliRunner().invoke(main, ["mcp", "--data", str(data)])
    assert result.exit_code == 1
    assert "pip install 'headwater[mcp]'" in result.output
