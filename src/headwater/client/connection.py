"""Requests to one server: retries, errors as exceptions, and waiting for one's own writes."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from http import HTTPStatus
from threading import Lock
from typing import Any, TypeVar

import httpx2
import msgspec

from headwater.answers.moments import read_instant
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
from headwater.wire.media import JSON, PLAIN
from headwater.wire.paths import BASE, server_address
from headwater.wire.positions import HEADER, Pending, positions_in, token
from headwater.wire.problems import Problem

A = TypeVar("A")
PAUSES = (0.3, 0.6, 1.2, 2.4, 4.8)
"""Seconds before each further attempt, as OpenLineage's own clients wait."""
TIMEOUT = 100.0
"""Longer than a server waits and thinks."""
CONNECT_SECONDS = 5.0

_ASK_AGAIN = (429, 502, 503)
_WRITE_AGAIN = (429, *range(500, 600))
"""All that is written may be written again, so a fault of the server is worth another attempt."""
_REQUESTS: dict[int, type[RequestError]] = {
    400: BadRequestError,
    409: ConflictError,
    422: UnprocessableError,
}
_OTHERS: dict[int, type[HeadwaterError]] = {
    401: NotAllowedError,
    403: NotAllowedError,
    404: NotFoundError,
    405: NotFoundError,
    429: ServerUnreachableError,
    502: ServerUnreachableError,
    503: ServerUnreachableError,
    504: ServerUnreachableError,
}


class Connection:
    """What a client has to a server. It may be shared by threads."""

    def __init__(
        self,
        url: str,
        key: str | None,
        timeout: float,
        pauses: Sequence[float],
        on_retry: Callable[[str], None] | None,
        transport: httpx2.BaseTransport | None,
    ) -> None:
        self.url = server_address(url)
        self._timeout = timeout
        self._pauses = pauses
        self._on_retry = on_retry
        self._http = httpx2.Client(
            headers={"User-Agent": "headwater"}
            | ({"Authorization": f"Bearer {key}"} if key else {}),
            timeout=httpx2.Timeout(timeout, connect=CONNECT_SECONDS),
            transport=transport,
        )
        self._written: dict[str, int] = {}
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
        accept = f"{PLAIN}, {JSON}" if plain else JSON
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
        media: str = JSON,
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
        media: str = JSON,
    ) -> A:
        """The answer to a write, as it is once that is applied; ServerError if that takes too
        long: the next question waits for it."""
        response, _ = self.write(method, path, content, media)
        if response.status_code == HTTPStatus.ACCEPTED:
            raise ServerError(f"{self._decoded(response, Pending).message}; wait for it, and ask")
        return self._decoded(response, kind)

    def _request(self, method: str, path: str, **options: Any) -> httpx2.Response:
        try_again = _ASK_AGAIN if method == "GET" else _WRITE_AGAIN
        response, trouble = self._attempt(method, path, options)
        for pause in self._pauses:
            if response is not None and response.status_code not in try_again:
                break
            if self._on_retry:
                self._on_retry(f"{self.url}: {trouble}; trying again in {pause:g} s")
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
        """The answer, if there is one, and what the trouble is, if there is one."""
        try:
            response = self._http.request(method, self.url + BASE + path, **options)
        except httpx2.InvalidURL as error:
            raise BadRequestError(f"this cannot be asked for by a URL: {error}") from error
        except (httpx2.ReadTimeout, httpx2.WriteTimeout) as error:
            if method != "GET":
                return None, f"it took longer than {self._timeout:g} s"
            raise ServerUnreachableError(
                f"{self.url} took longer than {self._timeout:g} s to answer; ask for less, or give"
                " the client a longer timeout"
            ) from error
        except httpx2.TransportError as error:
            return None, str(error) or type(error).__name__
        return response, "" if response.is_success else _said(response)

    def _decoded(self, response: httpx2.Response, kind: type[A]) -> A:
        try:
            decoder: msgspec.json.Decoder[A] = _decoder(kind)  # type: ignore[arg-type]  # a class, which is hashable
            return decoder.decode(response.content)
        except msgspec.MsgspecError as error:
            raise ServerError(
                f"the answer of {self.url} cannot be read: {error}; it may be no Headwater server,"
                " or one of another version"
            ) from error


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
    status, problem = response.status_code, _problem(response)
    if status in _REQUESTS:
        faults = tuple(Fault(detail.path, detail.message) for detail in problem.errors)
        return _REQUESTS[status](problem.message, faults)
    return _OTHERS.get(status, ServerError)(problem.message)


def _problem(response: httpx2.Response) -> Problem:
    """What the server says is wrong; of a server that is not ours, the beginning of its words."""
    try:
        return msgspec.json.decode(response.content, type=Problem)
    except msgspec.MsgspecError:
        said = " ".join(response.text[:200].split()) or response.reason_phrase
        return Problem(response.status_code, said)


def _said(response: httpx2.Response) -> str:
    return f"{response.status_code} {_problem(response).message}".rstrip()
