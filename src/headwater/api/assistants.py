"""`/mcp`: tools for assistants, by the Model Context Protocol over HTTP."""

from functools import partial
from typing import TYPE_CHECKING

from anyio import to_thread
from starlette.requests import Request
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from headwater.api.http.gate import Gate
from headwater.api.http.problems import HttpError
from headwater.api.http.site import Site
from headwater.assistants.views import Views
from headwater.errors import MissingPartError
from headwater.query.answering import answer

if TYPE_CHECKING:
    from headwater.assistants.server import Call

PATH = "/mcp"


class Assistants:
    """Answers assistants. The package for it is loaded when the first of them asks."""

    def __init__(self, site: Site, gate: Gate) -> None:
        self._site = site
        self._gate = gate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope["route_template"] = PATH
        self._gate.require(scope, "read")
        if scope["method"] != "POST":
            raise HttpError(405, "assistants ask by POST", {"Allow": "POST"})
        await to_thread.run_sync(_load)
        from headwater.assistants.server import serve_request

        views = Views(_address(scope))

        async def answered(call: "Call") -> str:
            return await self._site.ask(partial(self._answer, call, views))

        await serve_request(answered, scope, receive, send)

    def _answer(self, call: "Call", views: Views) -> str:
        """The answer of a tool, whose questions are all asked of one snapshot."""
        with self._site.context() as context:
            return call(partial(answer, context.snapshot), views)


def assistants(site: Site, gate: Gate) -> Route:
    return Route(PATH, Assistants(site, gate))


def _load() -> None:
    """Imports what takes a second, in a thread, so that other requests go on."""
    try:
        import headwater.assistants.server  # noqa: F401  # to be found loaded
    except ModuleNotFoundError as error:
        raise HttpError(501, str(MissingPartError("mcp", "mcp"))) from error


def _address(scope: Scope) -> str:
    """Where the caller reaches this server, and so its page: through a proxy, perhaps."""
    request = Request(scope)
    scheme = request.headers.get("x-forwarded-proto", request.url.scheme)
    return f"{'https' if scheme == 'https' else 'http'}://{request.url.netloc}"
