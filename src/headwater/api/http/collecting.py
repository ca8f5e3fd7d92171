"""`POST /lineage` and `POST /lineage/batch`: events are durable in the log before the answer.

Every producer calls these routes for every event. For speed they are written in plain ASGI, without
request objects, and without a thread for small events.
"""

import time
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeAlias
from urllib.parse import parse_qs

from anyio import to_thread
from starlette.types import Receive, Scope, Send

from headwater.api.http.bodies import LONG_BYTES, Bodies
from headwater.api.http.metrics import Metrics
from headwater.api.http.problems import HttpError, encoded, problem
from headwater.api.http.site import Site
from headwater.collector import Taken, take
from headwater.collector.documents import SentDocuments
from headwater.errors import (
    BadRequestError,
    HeadwaterError,
    RefusedEventError,
    UnprocessableError,
)
from headwater.log import NewRecord
from headwater.wire.batches import DIGEST, BatchAnswer, BatchSummary, FailedEvent
from headwater.wire.positions import HEADER

READ_SECONDS = 60.0
"""How long reading a batch may take. A batch that is broken in many places is scanned many
times."""
MOST_FAILED = 10_000
"""How many events of a batch may fail. Each is listed in the answer, and a few bytes can be one."""
_TRUE, _FALSE = {"1", "true", "yes", "on"}, {"0", "false", "no", "off"}

Headers: TypeAlias = dict[str, str]
Taking: TypeAlias = Callable[[bytes, bool], Awaitable[tuple[int, bytes, Headers]]]
"""Takes a body, and whether to be strict; returns the status, content and headers of the answer."""


class Collecting:
    """The two routes by which events come in."""

    def __init__(self, site: Site, bodies: Bodies, metrics: Metrics) -> None:
        self._site = site
        self._bodies = bodies
        self._metrics = metrics

    async def one(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Takes one event. The answer is 201, without a body."""
        await self._answered(self._take_one, scope, receive, send)

    async def many(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Takes a JSON array, or one event per line. The answer is 204, or 200 with a list of
        refusals."""
        await self._answered(self._take_many, scope, receive, send)

    async def _answered(self, takes: Taking, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            self._site.require_room()
            async with self._bodies.body(scope, receive) as body:
                status, content, extra = await takes(body, self._strict(scope))
        except HeadwaterError as error:
            failure, extra = problem(error)
            status, content = failure.code, encoded(failure)
            if status < 500:
                self._metrics.refused(1)
        await respond(send, status, content, extra)

    def _strict(self, scope: Scope) -> bool:
        query = parse_qs(scope["query_string"].decode("latin-1")) if scope["query_string"] else {}
        word = query.get("strict", ["false"])[-1].lower()
        if word not in _TRUE | _FALSE:
            raise BadRequestError(f"strict is {word!r}; expected true or false")
        return self._site.limits.strict or word in _TRUE

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
        """Appends the records of these events, and returns their position in the log."""
        records: list[NewRecord] = [record for event in taken for record in event.records]
        return await self._site.position_of(await self._site.append(records))


class _Bytes:
    """A body with the `read` method of a stream."""

    def __init__(self, body: bytes) -> None:
        self._body = body

    def read(self, size: int, /) -> bytes:
        piece, self._body = self._body[:size], self._body[size:]
        return piece


def _read_batch(
    body: bytes, strict: bool, max_bytes: int
) -> tuple[list[Taken], list[FailedEvent], int]:
    taken, failed, received = [], [], 0
    deadline = time.monotonic() + READ_SECONDS
    for document in SentDocuments(_Bytes(body), max_bytes):
        try:
            if document.problem:
                failed.append(FailedEvent(received, document.problem))
            else:
                taken.append(take(document.body, strict=strict))
        except RefusedEventError as error:
            failed.append(FailedEvent(received, str(error)))
        if len(failed) > MOST_FAILED:
            raise UnprocessableError(
                f"more than {MOST_FAILED} of the batch are no events, and none was taken; the first"
                f" is number {failed[0].index}: {failed[0].reason}"
            )
        if time.monotonic() > deadline:
            raise HttpError(413, f"the batch takes longer than {READ_SECONDS:g} s to read")
        received += 1
    return taken, failed, received


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
