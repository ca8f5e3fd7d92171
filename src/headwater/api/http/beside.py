"""Routes beside the API: health checks, metrics, and the OpenAPI document."""

import asyncio
import importlib.metadata
from collections.abc import Awaitable, Callable, Sequence
from functools import cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from headwater.api.http.gate import Gate
from headwater.api.http.gauges import gauges
from headwater.api.http.metrics import Metrics
from headwater.api.http.openapi import document
from headwater.api.http.operations import Operation
from headwater.api.http.problems import encoded
from headwater.api.http.site import Site


def beside(
    site: Site, gate: Gate, metrics: Metrics, operations: Sequence[Operation]
) -> list[BaseRoute]:
    @cache
    def written() -> bytes:
        """The OpenAPI document. It is made when it is first asked for, so that a start is quick."""
        return encoded(document(operations, importlib.metadata.version("headwater")))

    async def live(_: Request) -> Response:
        return _json(b'{"live":true}')

    async def ready(_: Request) -> Response:
        readiness = await site.readiness()
        response = _json(encoded(readiness), 200 if readiness.ready else 503)
        if not readiness.ready:
            response.headers["Retry-After"] = "2"
        return response

    async def measured(request: Request) -> Response:
        gate.require(request.scope, "read")
        text = await asyncio.to_thread(metrics.text, lambda: gauges(site))
        return Response(text, media_type="text/plain; version=0.0.4")

    async def openapi(_: Request) -> Response:
        return _json(await asyncio.to_thread(written))

    return [
        _route("/health/live", live),
        _route("/health/ready", ready),
        _route("/metrics", measured),
        _route("/openapi.json", openapi),
    ]


def _route(path: str, answer: Callable[[Request], Awaitable[Response]]) -> Route:
    async def endpoint(request: Request) -> Response:
        request.scope["route_template"] = path
        return await answer(request)

    return Route(path, endpoint)


def _json(content: bytes, status: int = 200) -> Response:
    return Response(content, status, media_type="application/json")
