"""Requests to one server: retries, errors as exceptions, and waiting for the client's own
writes."""

import time
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from http import HTTPStatus
from threading import Lock
from typing import IO, Any, TypeVar

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
from headwater.questions.question import Question
from headwater.wire.media import JSON, PLAIN
from headwater.wire.parameters import url_of
from headwater.wire.paths import BASE, server_address
from headwater.wire.positions import HEADER, Pending, positions_in, token
from headwater.wire.problems import Problem

A = TypeVar("A")
PAUSES = (0.3, 0.6, 1.2, 2.4, 4.8)
"""Seconds to wait before each retry, the same as in OpenLineage's own clients."""
TIMEOUT = 100.0
"""Seconds for an answer: longer than a server takes to wait for writes and to compute the
answer."""
CONNECT_SECONDS = 5.0

_ASK_AGAIN = (429, 502, 503)
_WRITE_AGAIN = (429, *range(500, 600))
"""Writes may be repeated without harm, so that they are retried after any fault of the server."""
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
    """A connection to a server. Threads may share it."""

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
        """The positions of writes that may not be applied yet."""
        self._lock = Lock()

    def close(self) -> None:
        self._http.close()

    def position(self) -> str | None:
        with self._lock:
            return token(self._written) if self._written else None

    def ask(self, question: Question[A], *, positions: Iterable[str] = ()) -> A:
        """The answer to a question, given once this client's writes and those at `positions` are
        applied."""
        accept = f"{PLAIN}, {JSON}" if question.is_plain else JSON
        return self._decoded(self._response_to(question, accept, positions), question.answered_by())

    def ask_text(self, question: Question[Any], media: str) -> str:
        """The answer as a text of a media type other than JSON."""
        return self._response_to(question, media, ()).text

    def _response_to(
        self, question: Question[Any], accept: str, positions: Iterable[str]
    ) -> httpx2.Response:
        with self._lock:
            wanted = self._written
        tokens = [*([token(wanted)] if wanted else ()), *positions]
        path, query = url_of(question)
        response = self._request(
            "GET",
            path,
            params=query,
            headers={"Accept": accept, **({HEADER: ",".join(tokens)} if tokens else {})},
        )
        with self._lock:
            if self._written is wanted:
                self._written = {}
        return response

    def download(self, question: Question[bytes], file: IO[bytes], *, timeout: float) -> None:
        """Writes the answer to a question, which is a file, to one here, piece by piece."""
        address = self.url + BASE + url_of(question)[0]
        position = self.position()
        headers = {HEADER: position} if position else {}
        try:
            with self._http.stream("GET", address, headers=headers, timeout=timeout) as response:
                if not response.is_success:
                    response.read()
                    raise _error(response)
                for piece in response.iter_bytes():
                    file.write(piece)
        except httpx2.TransportError as error:
            trouble = str(error) or type(error).__name__
            raise ServerUnreachableError(
                f"{self.url} does not answer: {trouble}; is it running?"
            ) from error

    def write(
        self,
        method: str,
        path: str,
        content: bytes | None = None,
        media: str = JSON,
    ) -> tuple[httpx2.Response, str]:
        """Sends a write, and returns the response and the position of the write; '' if it wrote
        nothing."""
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
        """Sends a write, and returns its answer once it is applied.

        ServerError if that takes too long. The write is durable all the same, and the next question
        waits for it.
        """
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
        """The response, if there was one, and a description of the trouble, if there was any."""
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
        return response, "" if response.is_success else _described(response)

    def _decoded(self, response: httpx2.Response, kind: type[A]) -> A:
        try:
            decoder: msgspec.json.Decoder[A] = _decoder(kind)  # type: ignore[arg-type]  # a class, which is hashable
            return decoder.decode(response.content)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise ServerError(
                f"the answer of {self.url} cannot be read: {error}; it may be no Headwater server,"
                " or one of another version"
            ) from error


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind, dec_hook=read_instant)


def _error(response: httpx2.Response) -> HeadwaterError:
    """The server's error as the exception that asking the store directly would raise."""
    status, problem = response.status_code, _problem(response)
    if status in _REQUESTS:
        faults = tuple(Fault(detail.path, detail.message) for detail in problem.errors)
        return _REQUESTS[status](problem.message, faults)
    return _OTHERS.get(status, ServerError)(problem.message)


def _problem(response: httpx2.Response) -> Problem:
    """The error in a response. If it does not come from Headwater, the beginning of its text is
    used."""
    try:
        return msgspec.json.decode(response.content, type=Problem)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        text = " ".join(response.text[:200].split()) or response.reason_phrase
        return Problem(response.status_code, text)


def _described(response: httpx2.Response) -> str:
    return f"{response.status_code} {_problem(response).message}".rstrip()
