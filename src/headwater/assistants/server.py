"""The tools as a server of the Model Context Protocol, over standard input and output or HTTP.

This is the only module that needs the package `mcp`. It takes a second to import, so it is imported
where an assistant is there, and nowhere else.
"""

import importlib.metadata
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeAlias

from anyio import to_thread
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.shared.exceptions import MCPError
from mcp.types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    ToolAnnotations,
)
from mcp.types import Tool as ListedTool
from starlette.types import Receive, Scope, Send

from headwater.assistants.tool import Ask, Tool
from headwater.assistants.toolbox import TOOLS
from headwater.assistants.views import Views
from headwater.errors import HeadwaterError

Call: TypeAlias = Callable[[Ask, Views], str]
"""A call of a tool with its arguments, which waits for who answers."""
Answered: TypeAlias = Callable[[Call], Awaitable[str]]
"""Runs a call beside the event loop, as questions take their time."""

INSTRUCTIONS = (
    "Headwater knows data lineage: which jobs read and write which datasets and columns, what ran,"
    " what changed, and what data contracts promise. Begin with `search` for node ids such as"
    " job:NAMESPACE:NAME, dataset:NAMESPACE:NAME or run:ID. Every answer has ids to go on with, and"
    " the address of the web page that shows it, which people like to have. For a failure: `runs`"
    " with the state FAILED, then `why`. Before a change: `impact`. Nothing here changes anything."
)

_BY_NAME = {tool.name: tool for tool in TOOLS}


async def serve_stdio(ask: Ask, views: Views) -> None:
    """Serves one assistant, which has started this process, until it closes its end."""

    async def answered(call: Call) -> str:
        return await to_thread.run_sync(call, ask, views)

    server = _server(answered)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


async def serve_request(answered: Answered, scope: Scope, receive: Receive, send: Send) -> None:
    """Answers one request over HTTP. Requests share nothing, so that no session has to be kept."""
    sessions = StreamableHTTPSessionManager(_server(answered), json_response=True, stateless=True)
    async with sessions.run():
        await sessions.handle_request(scope, receive, send)


def _server(answered: Answered) -> Server[dict[str, Any]]:
    async def list_tools(
        _: ServerRequestContext[Any], __: PaginatedRequestParams | None
    ) -> ListToolsResult:
        return ListToolsResult(tools=[_listed(tool) for tool in TOOLS])

    async def call_tool(
        _: ServerRequestContext[Any], params: CallToolRequestParams
    ) -> CallToolResult:
        tool = _BY_NAME.get(params.name)
        if tool is None:
            known = ", ".join(_BY_NAME)
            raise MCPError(INVALID_PARAMS, f"there is no tool {params.name!r}; there are {known}")
        try:
            arguments = tool.read(params.arguments or {})
            text = await answered(partial(tool.answer, arguments=arguments))
        except HeadwaterError as error:
            # The assistant reads it, and asks better.
            return CallToolResult(content=[TextContent(text=str(error))], is_error=True)
        return CallToolResult(content=[TextContent(text=text)])

    return Server(
        "headwater",
        version=importlib.metadata.version("headwater"),
        title="Headwater",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def _listed(tool: Tool) -> ListedTool:
    return ListedTool(
        name=tool.name,
        description=tool.description,
        input_schema=tool.schema(),
        annotations=ToolAnnotations(read_only_hint=True, open_world_hint=False),
    )
