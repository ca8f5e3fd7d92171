"""The server as one ASGI application: who may ask, which route answers, and the access log."""

import asyncio
import http
import json
import logging
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from headwater.api.http.answering import Answering
from headwater.api.http.bodies import Bodies
from headwater.api.http.collecting import Collecting, respond
from headwater.api.http.gate import Gate
from headwater.api.http.metrics import Metrics
from headwater.api.http.openapi import full_path
from headwater.api.http.operations import Operation
from headwater.api.http.problems import encoded, problem, status_problem, unforeseen
from headwater.api.http.sending import Sending, send_in_pieces
from headwater.api.http.site import Site
from headwater.errors import HeadwaterError
from headwater.model.order import format_time
from headwater.wire.paths import BASE

_access = logging.getLogger("headwater.access")
_logger = logging.getLogger(__name__)

SECURITY_HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "content-security-policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:;"
        " worker-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
}
_SECURITY = [(name.encode(), value.encode()) for name, value in SECURITY_HEADERS.items()]


class App:
    """The ASGI application that uvicorn runs."""

    def __init__(
        self,
        site: Site,
        gate: Gate,
        operations: Sequence[Operation],
        others: Sequence[BaseRoute] = (),
        metrics: Metrics | None = None,
    ) -> None:
        """`others` are the routes beside the API, such as health checks and the web page."""
        self._site = site
        self._gate = gate
        self._metrics = metrics or Metrics()
        bodies = Bodies(site.limits.max_event_bytes)
        collecting = Collecting(site, bodies, self._metrics)
        self._collect = {
            f"{BASE}/lineage": collecting.one,
            f"{BASE}/lineage/batch": collecting.many,
        }
        self._sending = Sending()
        answering = Answering(site, gate, bodies, self._sending)
        self._rest: ASGIApp = Starlette(
            routes=[*_routes(operations, answering, self._collect), *others],
            exception_handlers={
                HTTPException: _http_problem,
                HeadwaterError: _problem,
                Exception: _unforeseen,
            },
            lifespan=self._lifespan,
        )

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        watching = asyncio.create_task(self._site.watch())
        try:
            yield
        finally:
            watching.cancel()
            with suppress(asyncio.CancelledError):
                await watching
            await asyncio.to_thread(self._site.close)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._rest(scope, receive, send)
            return
        started = time.perf_counter()
        recorded = _RecordingSend(send)
        path = _raw_path(scope)
        scope = {**scope, "path": path}  # routes and the gate add what the access log needs
        collect = self._collect.get(path) if scope["method"] == "POST" else None
        try:
            self._gate.admit(scope)
            if collect is not None:
                self._gate.require(scope, "write")
                await collect(scope, receive, recorded)
            else:
                await self._rest(scope, receive, recorded)
        except HeadwaterError as error:
            failure, headers = problem(error)
            await respond(recorded, failure.code, encoded(failure), headers)
        except Exception:
            if recorded.status:
                raise  # a response has begun, and a second one cannot be sent
            _logger.exception("%s %s failed", scope["method"], path)
            await respond(recorded, 500, encoded(unforeseen()))
        finally:
            self._sending.release(scope)
            self._note(scope, path, recorded, time.perf_counter() - started)

    def _note(self, scope: Scope, path: str, recorded: "_RecordingSend", seconds: float) -> None:
        route = path if path in self._collect else scope.get("route_template", "other")
        self._metrics.answered(scope["method"], route, recorded.status, seconds)
        if path in self._collect and recorded.status < 300:
            return  # producers send thousands a second, and the metrics count them
        _access.info(
            json.dumps(
                {
                    "time": format_time(time.time_ns() // 1000),
                    "method": scope["method"],
                    "path": path,
                    "query": scope["query_string"].decode("latin-1"),
                    "status": recorded.status,
                    "ms": round(seconds * 1000, 1),
                    "bytes": recorded.bytes,
                    "client": (scope.get("client") or ("",))[0],
                    "key": scope.get("key_name", ""),
                }
            )
        )


class _RecordingSend:
    """Sends a response with the security headers added, and records its status and size."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.status = 0
        self.bytes = 0

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            await self._send({**message, "headers": [*message["headers"], *_SECURITY]})
        else:
            self.bytes += len(message.get("body", b""))
            await send_in_pieces(self._send, message)


def _raw_path(scope: Scope) -> str:
    """The path as it was sent. Names may contain encoded slashes, which must not split them."""
    raw: bytes = scope.get("raw_path") or scope["path"].encode()
    return raw.split(b"?")[0].decode("latin-1")


def _routes(
    operations: Sequence[Operation], answering: Answering, collecting: Collection[str]
) -> list[Route]:
    """One route for each path. Paths without parameters come first, as the first match wins."""
    by_path: defaultdict[str, dict[str, Operation]] = defaultdict(dict)
    for path in collecting:
        by_path[path] = {}
    for operation in operations:
        by_path[full_path(operation)][operation.method] = operation
    return [
        _route(path, found, answering, {"POST"} if path in collecting else set())
        for path, found in sorted(by_path.items())
    ]


def _route(
    path: str, operations: Mapping[str, Operation], answering: Answering, others: set[str]
) -> Route:
    """A route for all methods of its path: a wrong one is answered 405, not passed to the page."""
    allowed = {*operations, *others, *({"HEAD"} if "GET" in operations else ())}
    refusal = {"Allow": ", ".join(sorted(allowed))}

    async def endpoint(request: Request) -> Response:
        request.scope["route_template"] = path
        method = "GET" if request.method == "HEAD" else request.method
        if method not in operations:
            raise HTTPException(405, headers=refusal)
        return await answering.answer(operations[method], request)

    return Route(path, endpoint, methods=list(http.HTTPMethod))


def _problem(_: Request, error: Exception) -> Response:
    assert isinstance(error, HeadwaterError)
    failure, headers = problem(error)
    return _json(failure, failure.code, headers)


def _http_problem(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return _json(status_problem(error.status_code), error.status_code, dict(error.headers or {}))


def _unforeseen(request: Request, error: Exception) -> Response:
    _logger.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return _json(unforeseen(), 500, {})


def _json(answer: Any, status: int, headers: Mapping[str, str]) -> Response:
    return Response(encoded(answer), status, headers, media_type="application/json")
