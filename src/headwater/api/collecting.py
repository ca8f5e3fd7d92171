"""`POST /lineage`: events into the log, durable before they are acknowledged.

The route every producer calls for every event, so it is plain ASGI: no request object, no thread.
"""

import asyncio
import zlib
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeAlias
from urllib.parse import parse_qs

import msgspec
from anyio import to_thread
from starlette.types import Receive, Scope, Send

from headwater.api.metrics import Metrics
from headwater.api.positions import HEADER
from headwater.api.problems import HttpError, encoded, problem
from headwater.api.site import Site
from headwater.collector import Taken, take
from headwater.collector.documents import Documents
from headwater.errors import BadRequestError, HeadwaterError, RefusedEventError
from headwater.log import Item

MOST_BYTES = 256 << 20
"""More than this at once is asked to come back."""
BODY_SECONDS = 120
LONG_BYTES = 128 << 10
"""Events larger than this are read in a thread, as they would keep the others waiting."""
_TRUE, _FALSE = {"1", "true", "yes", "on"}, {"0", "false", "no", "off"}
_WINDOW = zlib.MAX_WBITS | 16
"""Of zlib, for gzip."""


DIGEST = "Lineage-Digest"
"""The header that names an event, so that it can be taken back."""

Headers: TypeAlias = dict[str, str]
Taking: TypeAlias = Callable[[bytes, bool], Awaitable[tuple[int, bytes, Headers]]]
"""From a body, and whether to be strict, to status, content and headers."""


class FailedEvent(msgspec.Struct, frozen=True):
    index: int
    reason: str
    retriable: bool = False


class BatchSummary(msgspec.Struct, frozen=True):
    received: int
    successful: int
    failed: int
    retriable: int
    non_retriable: int


class BatchAnswer(msgspec.Struct, frozen=True):
    """What became of the events of a batch, as OpenLineage has it."""

    status: str
    summary: BatchSummary
    failed_events: tuple[FailedEvent, ...]


class Collecting:
    """The two routes of the collector."""

    def __init__(self, site: Site, metrics: Metrics) -> None:
        self._site = site
        self._metrics = metrics
        self._memory = _Memory()

    async def one(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One event: 201 and no body."""
        await self._answered(self._take_one, scope, receive, send)

    async def many(self, scope: Scope, receive: Receive, send: Send) -> None:
        """An array, or an event a line: 204, or 200 with what was refused."""
        await self._answered(self._take_many, scope, receive, send)

    async def _answered(self, takes: Taking, scope: Scope, receive: Receive, send: Send) -> None:
        with self._memory.share() as hold:
            try:
                body = await self._body(dict(scope["headers"]), receive, hold)
                status, content, extra = await takes(body, self._strict(scope))
            except HeadwaterError as error:
                said, extra = problem(error)
                status, content = said.code, encoded(said)
                if status < 500:
                    self._metrics.refused(1)
        await respond(send, status, content, extra)

    def _strict(self, scope: Scope) -> bool:
        query = parse_qs(scope["query_string"].decode("latin-1")) if scope["query_string"] else {}
        word = query.get("strict", ["false"])[-1].lower()
        if word not in _TRUE | _FALSE:
            raise BadRequestError(f"strict is {word!r}; expected true or false")
        return self._site.limits.strict or word in _TRUE

    async def _body(
        self, headers: dict[bytes, bytes], receive: Receive, hold: Callable[[int], None]
    ) -> bytes:
        limit = self._site.limits.max_event_bytes
        length = headers.get(b"content-length", b"")
        if length.isdigit() and int(length) > limit:
            raise _too_large(limit)
        pieces, size = [], 0
        try:
            async with asyncio.timeout(BODY_SECONDS):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise HttpError(400, "the connection ended before the body")
                    piece = message.get("body", b"")
                    size += len(piece)
                    if size > limit:
                        raise _too_large(limit)
                    hold(len(piece))
                    pieces.append(piece)
                    if not message.get("more_body"):
                        break
        except TimeoutError:
            raise HttpError(408, f"the body took longer than {BODY_SECONDS} s to come") from None
        plain = decompressed(b"".join(pieces), headers.get(b"content-encoding", b""), limit)
        hold(len(plain) - size)
        return plain

    async def _take_one(self, body: bytes, strict: bool) -> tuple[int, bytes, Headers]:
        if len(body) > LONG_BYTES:
            taken = await to_thread.run_sync(lambda: take(body, strict=strict))
        else:
            taken = take(body, strict=strict)
        position = await self._append([taken])
        self._metrics.accepted(1)
        return 201, b"", {HEADER: position, DIGEST: taken.accepted.digest}

    async def _take_many(self, body: bytes, strict: bool) -> tuple[int, bytes, Headers]:
        taken, failed, received = await to_thread.run_sync(
            _read_batch, body, strict, self._site.limits.max_event_bytes
        )
        headers = {HEADER: await self._append(taken)}
        self._metrics.accepted(len(taken))
        self._metrics.refused(len(failed))
        if not failed:
            return 204, b"", headers
        answer = BatchAnswer(
            "partial_success" if taken else "failure",
            BatchSummary(received, len(taken), len(failed), 0, len(failed)),
            tuple(failed),
        )
        return 200, encoded(answer), headers

    async def _append(self, taken: Iterable[Taken]) -> str:
        """The position of what was appended."""
        records: list[Item] = [record for event in taken for record in event.records]
        appended = await asyncio.wrap_future(self._site.writer.submit_many(records))
        return await self._site.position_of(appended)


class _Memory:
    """What all requests hold together."""

    def __init__(self) -> None:
        self._held = 0

    @contextmanager
    def share(self) -> Iterator[Callable[[int], None]]:
        """A function to say how much more one request holds; in the end it is given back."""
        share = 0

        def hold(size: int) -> None:
            nonlocal share
            if self._held + size > MOST_BYTES:
                raise HttpError(503, "too many events at once; send this one again in a moment")
            share += size
            self._held += size

        try:
            yield hold
        finally:
            self._held -= share


class _Bytes:
    """A body as a stream."""

    def __init__(self, body: bytes) -> None:
        self._body = body

    def read(self, size: int, /) -> bytes:
        piece, self._body = self._body[:size], self._body[size:]
        return piece


def _read_batch(
    body: bytes, strict: bool, max_bytes: int
) -> tuple[list[Taken], list[FailedEvent], int]:
    taken, failed, received = [], [], 0
    for document in Documents(_Bytes(body), max_bytes):
        try:
            if document.problem:
                failed.append(FailedEvent(received, document.problem))
            else:
                taken.append(take(document.body, strict=strict))
        except RefusedEventError as error:
            failed.append(FailedEvent(received, str(error)))
        received += 1
    return taken, failed, received


def decompressed(body: bytes, encoding: bytes, limit: int) -> bytes:
    """The body as it was before gzip, if that is no larger than the limit."""
    name = encoding.decode("latin-1").strip().lower()
    if name in ("", "identity"):
        return body
    if name not in ("gzip", "x-gzip"):
        raise HttpError(415, f"the body is encoded as {name!r}; send it plain, or as gzip")
    pieces, size = [], 0
    while body:
        stream = zlib.decompressobj(_WINDOW)
        try:
            pieces.append(stream.decompress(body, limit - size + 1))
        except zlib.error as error:
            raise HttpError(400, f"the body is no gzip: {error}") from error
        size += len(pieces[-1])
        if size > limit:
            raise _too_large(limit)
        if not stream.eof:
            raise HttpError(400, "the body is gzip that was cut off")
        body = stream.unused_data
    return b"".join(pieces)


def _too_large(limit: int) -> HttpError:
    return HttpError(
        413,
        f"the body is larger than {limit} bytes; raise the setting max_event_mb to take it",
    )


async def respond(
    send: Send, status: int, content: bytes, headers: dict[str, str] | None = None
) -> None:
    fields = [(b"content-length", b"%d" % len(content))] if status != 204 else []
    if content:
        fields.append((b"content-type", b"application/json"))
    for name, value in (headers or {}).items():
        fields.append((name.lower().encode("latin-1"), value.encode("latin-1")))
    await send({"type": "http.response.start", "status": status, "headers": fields})
    await send({"type": "http.response.body", "body": content})
