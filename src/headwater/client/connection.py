"""Requests to one server: retries, errors as exceptions, and waiting for one's own writes."""

import time
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from http import HTTPStatus
from threading import Lock
from typing import Any, TypeVar
from urllib.parse import quote

import httpx2
import msgspec

from headwater.answers.moments import read_instant
from headwater.api.http.openapi import BASE, Pending
from headwater.api.http.operations import PLAIN
from headwater.api.http.positions import HEADER, positions_in, token
from headwater.api.http.problems import Problem
from headwater.collector import server_address
from headwater.errors import (
    BadRequestError,
    ConflictError,
    Fault,
    HeadwaterError,
    NotAllowedError,
    NotFoundError,
    RequestError,
    ServerError,
    ServerUnreachableError,
    UnprocessableError,
)
from headwater.log import Positions

A = TypeVar("A")
PAUSES = (0.3, 0.6, 1.2, 2.4, 4.8)
"""Seconds before each further attempt. All that is written may be written again."""
TIMEOUT = 100.0
"""Longer than a server waits and thinks."""
CONNECT_SECONDS = 5.0

_DOTS = {".": "%2E", "..": "%2E%2E"}
"""Parts of a path that mean something else there."""
_TRY_AGAIN = (502, 503)
_REQUESTS: dict[int, type[RequestError]] = {
    400: BadRequestError,
    409: ConflictError,
    422: UnprocessableError,
}
_OTHERS: dict[int, type[HeadwaterError]] = {
    401: NotAllowedError,
    403: NotAllowedError,
    404: NotFoundError,
    502: ServerUnreachableError,
    503: ServerUnreachableError,
}


class Connection:
    """What a client has to a server. It may be shared by threads."""

    def __init__(
        self,
        url: str,
        key: str | None,
        timeout: float,
        pauses: Sequence[float],
        transport: httpx2.BaseTransport | None,
    ) -> None:
        server_address(url)
        self.url = url.rstrip("/")
        self._timeout = timeout
        self._pauses = pauses
        self._http = httpx2.Client(
            headers={"User-Agent": "headwater"}
            | ({"Authorization": f"Bearer {key}"} if key else {}),
            timeout=httpx2.Timeout(timeout, connect=CONNECT_SECONDS),
            transport=transport,
        )
        self._written: Positions = {}
        """What was written and is not known to be applied."""
        self._lock = Lock()

    def close(self) -> None:
        self._http.close()

    def position(self) -> str | None:
        with self._lock:
            return token(self._written) if self._written else None

    def ask(
        self,
        path: str,
        kind: type[A],
        asked: Mapping[str, Any] | None = None,
        *,
        positions: Iterable[str] = (),
        plain: bool = False,
    ) -> A:
        """An answer to a question, once this client's writes, and those at `positions`, count."""
        accept = f"{PLAIN}, application/json" if plain else "application/json"
        return self._decoded(self._asked(path, asked or {}, accept, positions), kind)

    def ask_text(self, path: str, asked: Mapping[str, Any], media: str) -> str:
        """An answer that is not JSON."""
        return self._asked(path, asked, media, ()).text

    def _asked(
        self, path: str, asked: Mapping[str, Any], accept: str, positions: Iterable[str]
    ) -> httpx2.Response:
        with self._lock:
            wanted = self._written
        tokens = [*([token(wanted)] if wanted else ()), *positions]
        response = self._request(
            "GET",
            path,
            params=_parameters(asked),
            headers={"Accept": accept, **({HEADER: ",".join(tokens)} if tokens else {})},
        )
        with self._lock:
            if self._written is wanted:
                self._written = {}
        return response

    def write(
        self,
        method: str,
        path: str,
        content: bytes | None = None,
        media: str = "application/json",
    ) -> tuple[httpx2.Response, str]:
        """The answer, and the position of what was written; '' if nothing was."""
        headers = {} if content is None else {"Content-Type": media}
        response = self._request(method, path, content=content, headers=headers)
        position = response.headers.get(HEADER, "")
        if position:
            with self._lock:
                self._written = positions_in([token(self._written), position])
        return response, position

    def change(
        self,
        method: str,
        path: str,
        kind: type[A],
        content: bytes | None = None,
        media: str = "application/json",
    ) -> A:
        """The answer to a write, as it is once that is applied; ServerError if that takes too
        long: the next question waits for it."""
        response, _ = self.write(method, path, content, media)
        if response.status_code == HTTPStatus.ACCEPTED:
            raise ServerError(f"{self._decoded(response, Pending).message}; wait for it, and ask")
        return self._decoded(response, kind)

    def _request(self, method: str, path: str, **options: Any) -> httpx2.Response:
        response, trouble = self._attempt(method, path, options)
        for pause in self._pauses:
            if response is not None and response.status_code not in _TRY_AGAIN:
                break
            time.sleep(pause)
            response, trouble = self._attempt(method, path, options)
        if response is None:
            raise ServerUnreachableError(f"{self.url} does not answer: {trouble}; is it running?")
        if not response.is_success:
            raise _error(response)
        return response

    def _attempt(
        self, method: str, path: str, options: dict[str, Any]
    ) -> tuple[httpx2.Response | None, str]:
        try:
            return self._http.request(method, self.url + BASE + path, **options), ""
        except httpx2.InvalidURL as error:
            raise BadRequestError(f"this cannot be asked for by a URL: {error}") from error
        except (httpx2.ReadTimeout, httpx2.WriteTimeout) as error:
            raise ServerUnreachableError(
                f"{self.url} took longer than {self._timeout:g} s to answer; ask for less, or give"
                " the client a longer timeout"
            ) from error
        except httpx2.TransportError as error:
            return None, str(error) or type(error).__name__

    def _decoded(self, response: httpx2.Response, kind: type[A]) -> A:
        try:
            decoder: msgspec.json.Decoder[A] = _decoder(kind)  # type: ignore[arg-type]  # a class, which is hashable
            return decoder.decode(response.content)
        except msgspec.MsgspecError as error:
            raise ServerError(
                f"the answer of {self.url} cannot be read: {error}; it may be no Headwater server,"
                " or one of another version"
            ) from error


def path(*parts: str) -> str:
    """
    >>> path("namespaces", "s3://lake", "datasets", "orders/raw")
    '/namespaces/s3%3A%2F%2Flake/datasets/orders%2Fraw'
    """
    return "".join(f"/{_DOTS.get(part) or quote(part, safe='')}" for part in parts)


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind, dec_hook=read_instant)


def _parameters(asked: Mapping[str, Any]) -> list[tuple[str, str]]:
    """None is not given, a list is given again and again."""
    return [
        (name, str(value).lower() if isinstance(value, bool) else str(value))
        for name, given in asked.items()
        for value in (given if isinstance(given, tuple | list) else (given,))
        if value is not None
    ]


def _error(response: httpx2.Response) -> HeadwaterError:
    """The server's problem as the exception that the same question to a store raises."""
    status = response.status_code
    try:
        problem = msgspec.json.decode(response.content, type=Problem)
    except msgspec.MsgspecError:
        said = " ".join(response.text[:200].split()) or response.reason_phrase
        problem = Problem(status, said)
    if status in _REQUESTS:
        faults = tuple(Fault(detail.path, detail.message) for detail in problem.errors)
        return _REQUESTS[status](problem.message, faults)
    return _OTHERS.get(status, ServerError)(problem.message)
