"""The official client of the protocol asks a server at `/mcp`."""

import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.types import CallToolResult, TextContent

from headwater.assistants.toolbox import TOOLS
from tests.api.conftest import Scene
from tests.assistants.conftest import write

PRICES = "dataset:ns:prices"
MODES = ("legacy", "auto")
"""The protocol with sessions, which most assistants speak, and the one without."""


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    made = Scene(tmp_path)
    write(made.store)
    yield made
    made.pipeline.stop()
    made.store.close()


def asked(
    url: str, ask: Callable[[Client], Awaitable[Any]], *, mode: str = "auto", key: str | None = None
) -> Any:
    headers = {"Authorization": f"Bearer {key}"} if key else {}

    async def run() -> Any:
        async with httpx2.AsyncClient(headers=headers, timeout=30) as http:
            transport = streamable_http_client(f"{url}/mcp", http_client=http)
            async with Client(transport, mode=mode) as client:
                return await ask(client)

    return anyio.run(run)


def text(result: CallToolResult) -> str:
    [content] = result.content
    assert isinstance(content, TextContent)
    return content.text


@pytest.mark.parametrize("mode", MODES)
def test_an_assistant_finds_the_tools_and_asks_them(scene: Scene, mode: str) -> None:
    async def ask(client: Client) -> Any:
        listed = await client.list_tools()
        called = await client.call_tool("lineage", {"node": PRICES})
        return listed.tools, called, client.instructions

    with scene.listening() as url:
        tools, called, instructions = asked(url, ask, mode=mode)
    assert [tool.name for tool in tools] == [tool.name for tool in TOOLS]
    assert all(tool.annotations.read_only_hint for tool in tools)
    assert "Begin with `search`" in instructions
    assert "  writes dataset:ns:prices\n" in text(called)
    assert text(called).endswith(f"Page: {url}/lineage?node=dataset%3Ans%3Aprices&hops=2")


@pytest.mark.parametrize("mode", MODES)
def test_a_question_that_cannot_be_answered_says_why(scene: Scene, mode: str) -> None:
    async def ask(client: Client) -> Any:
        return [
            await client.call_tool("lineage", {"node": "dataset:ns:nowhere"}),
            await client.call_tool("why", {}),
        ]

    with scene.listening() as url:
        unknown, incomplete = asked(url, ask, mode=mode)
    assert unknown.is_error
    assert text(unknown).startswith("nothing is known of 'dataset:ns:nowhere'")
    assert incomplete.is_error
    assert text(incomplete).startswith("run: it is missing")


def test_a_key_that_may_read_is_enough_and_none_is_not(scene: Scene) -> None:
    key = scene.keys.create("editor", "read")

    async def ask(client: Client) -> Any:
        return await client.call_tool("search", {"text": "prices"})

    with scene.listening() as url:
        assert PRICES in text(asked(url, ask, key=key))
        refused = httpx2.post(f"{url}/mcp", json={"jsonrpc": "2.0", "id": 1, "method": "ping"})
    assert refused.status_code == 401
    assert refused.json()["message"].startswith("a key is needed")


def test_the_page_is_addressed_as_a_proxy_was(scene: Scene) -> None:
    call = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "search", "arguments": {"text": "prices"}},
    }
    headers = {
        "Accept": "application/json, text/event-stream",
        "Host": "localhost:8443",
        "X-Forwarded-Proto": "https",
    }
    with scene.client() as client:
        answer = client.post("/mcp", json=call, headers=headers)
    lines = answer.json()["result"]["content"][0]["text"]
    assert lines.endswith("Page: https://localhost:8443/datasets?text=prices")


def test_streams_are_not_offered_and_pages_of_others_may_not_ask(scene: Scene) -> None:
    with scene.client() as client:
        stream = client.get("/mcp", headers={"Accept": "text/event-stream"})
        foreign = client.post("/mcp", json={}, headers={"Origin": "https://elsewhere.example"})
    assert (stream.status_code, stream.headers["allow"]) == (405, "POST")
    assert foreign.status_code == 403


def test_a_server_without_the_package_says_what_to_install(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "headwater.assistants.server", raising=False)
    monkeypatch.setitem(sys.modules, "mcp.server.context", None)
    with scene.client() as client:
        answer = client.post("/mcp", json={})
        alive = client.get("/api/v1/status")
    assert (answer.status_code, alive.status_code) == (501, 200)
    assert "pip install 'headwater[mcp]'" in answer.json()["message"]
