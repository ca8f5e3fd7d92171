"""Answering a request: wait for the caller's own writes, run the operation, encode the result."""

import asyncio
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import IO, Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from headwater.answers.moments import to_json
from headwater.api.http.bodies import Bodies
from headwater.api.http.entity_tags import EntityTags, entity_tag, is_among
from headwater.api.http.gate import Gate
from headwater.api.http.operations import (
    Download,
    LogWrite,
    Operation,
    Plain,
    RequestContext,
    Text,
)
from headwater.api.http.packing import packed
from headwater.api.http.problems import HttpError, encoded
from headwater.api.http.protocol import HAS_LEFT
from headwater.api.http.sending import PIECE_BYTES, Sending
from headwater.api.http.site import Site
from headwater.collector import take
from headwater.errors import AmbiguousNodeError, HeadwaterError, NotFoundError
from headwater.log import NewRecord, Positions, ends_of
from headwater.model.canonical import canonical
from headwater.model.events import edit_line
from headwater.model.order import format_time
from headwater.wire.media import PLAIN
from headwater.wire.parameters import read_body, read_parameters
from headwater.wire.positions import HEADER, PARAMETER, Pending, positions_in

MOST_DOWNLOADS = 2
"""How many files may be made at once, as each keeps one of the readers busy."""
DOWNLOAD_SECONDS = 600.0


class Answering:
    """Runs the operation that a route stands for, and turns its result into an HTTP response."""

    def __init__(self, site: Site, gate: Gate, bodies: Bodies, sending: Sending) -> None:
        self._site = site
        self._gate = gate
        self._bodies = bodies
        self._sending = sending
        self._tags = EntityTags()
        self._downloads = 0

    async def answer(self, operation: Operation, request: Request) -> Response:
        self._gate.require(request.scope, operation.role)
        query = request.query_params.multi_items()
        beside = operation.unused
        if not operation.writes:
            beside = (*beside, PARAMETER)
        question = read_parameters(operation.question, request.path_params, query, beside)
        if operation.body is not None:
            async with self._bodies.body(request.scope, request.receive) as plain:
                body = plain if operation.body is bytes else read_body(operation.body, plain)
                return await self._change(operation, question, [body])
        if operation.writes:
            return await self._change(operation, question, [])
        given = [*request.headers.getlist(HEADER), *request.query_params.getlist(PARAMETER)]
        await self._wait_for(positions_in(given))
        if operation.answer is bytes:
            return await self._download(operation, question, _Client(request))
        response = await self._answer_or_look_again(
            operation, lambda context: operation.run(context, question), _Client(request)
        )
        self._sending.hold(request.scope, len(response.body))
        return response

    async def _wait_for(self, wanted: Positions) -> None:
        seconds = self._site.limits.wait_seconds
        if wanted and not await self._site.until(wanted, seconds):
            lag = await asyncio.to_thread(self._site.lag)
            behind = f": the store is {lag.seconds:.1f} s behind" if lag else ""
            raise HttpError(
                504,
                f"what was written is durable, but not applied after {seconds:g} s{behind}; ask"
                " again, and see `GET /status`",
            )

    async def _answer_or_look_again(
        self, operation: Operation, ask: Callable[[RequestContext], Any], client: "_Client"
    ) -> Response:
        """The response to a read. If something is not found, the rest of the log is waited for."""
        try:
            return await self._site.ask(lambda: self._read(operation, ask, client))
        except NotFoundError as error:
            await self._catch_up_or_raise(error)
            return await self._site.ask(lambda: self._read(operation, ask, client))

    def _read(
        self, operation: Operation, ask: Callable[[RequestContext], Any], client: "_Client"
    ) -> Response:
        """The response to a read: 304 if the client has the answer already."""
        if client.has_left():  # while others were answered
            raise HttpError(400, "the connection ended before the answer")
        with self._site.context(client.accept) as context:
            state = context.snapshot.state()
            known = self._tags.current(client.question, state)
            if known and is_among(known, client.if_none_match):
                return _not_modified(known)
            answer = ask(context)
        content, media_type = _encoded(answer)
        tag = entity_tag(content)
        if context.is_of_store_alone:
            self._tags.keep(client.question, state, tag)
        if is_among(tag, client.if_none_match):
            return _not_modified(tag)
        content, encoding = packed(content, client.accept_encoding)
        headers = _caching(tag) | ({"content-encoding": encoding} if encoding else {})
        return Response(content, operation.status, headers, media_type)

    async def _download(self, operation: Operation, question: Any, client: "_Client") -> Response:
        """The response with a file, which is written in full before it is sent: the store is then
        not held up by a client that reads slowly."""
        if self._downloads >= MOST_DOWNLOADS:
            raise HttpError(503, "too many files are being made; try again in a moment")

        def made() -> Response:
            with self._site.context(client.accept) as context:
                download: Download = operation.run(context, question)
                tag = f'"{download.state}"'
                if is_among(tag, client.if_none_match):
                    return _not_modified(tag)
                file = tempfile.TemporaryFile()  # noqa: SIM115  # closed when it has been sent
                download.write(file)
            named = f'attachment; filename="{download.name}"'
            headers = {"content-length": str(file.tell()), "content-disposition": named}
            return StreamingResponse(
                _pieces(file), headers=headers | _caching(tag), media_type=download.media_type
            )

        self._downloads += 1
        try:
            return await self._site.ask(made, seconds=DOWNLOAD_SECONDS)
        finally:
            self._downloads -= 1

    async def _catch_up_or_raise(self, error: NotFoundError) -> None:
        """Waits until all records of the log are applied. Raises the error if all were applied
        before, or still are not: then it says so."""
        head = await self._site.head()
        if not head:
            raise error
        if not await self._site.until(head, self._site.limits.look_again_seconds):
            if isinstance(
                error, AmbiguousNodeError
            ):  # more events would not make the id stand for one
                raise error
            raise NotFoundError(
                f"{error} (events wait to be applied: if they are about it, ask again; see"
                " `GET /status`)"
            ) from None

    async def _change(self, operation: Operation, question: Any, body: list[Any]) -> Response:
        change: LogWrite[Any] | None = None

        def decide() -> None:
            nonlocal change
            with self._site.context() as context:
                change = operation.run(context, question, *body)

        def written(change: LogWrite[Any]) -> Response:
            with self._site.context() as context:
                content, media_type = _encoded(change.answer(context))
            return Response(content, operation.status, media_type=media_type)

        try:
            await self._site.ask(decide)
        except NotFoundError as error:
            await self._catch_up_or_raise(error)
            await self._site.ask(decide)
        assert change is not None
        appended = await self._site.append(_records(change))
        position = await self._site.position_of(appended)
        try:
            applied = await self._site.until(ends_of(appended), self._site.limits.wait_seconds)
            response = await self._site.ask(lambda: written(change)) if applied else None
        except HeadwaterError:
            if not appended:
                raise
            response = None  # the write is durable; an error would make the caller repeat it
        if response is None:
            pending = Pending("durable, and applied when the pipeline gets to it", position)
            response = Response(encoded(pending), 202, media_type="application/json")
        response.headers[HEADER] = position
        if change.location is not None:
            response.headers["Location"] = change.location
        return response


class _Client:
    """What a client asks, and which forms of the answer it takes."""

    def __init__(self, request: Request) -> None:
        self.accept = request.headers.get("accept", "")
        self.accept_encoding = request.headers.get("accept-encoding", "")
        self.if_none_match = request.headers.get("if-none-match", "")
        self.has_left: Callable[[], bool] = request.scope.get(HAS_LEFT, lambda: False)
        self.question = (request.scope["path"], request.scope["query_string"], self.accept)


def _encoded(answer: Any) -> tuple[bytes, str]:
    """The bytes of an answer, and their media type."""
    if isinstance(answer, Text):
        return answer.content.encode(), answer.media_type
    if isinstance(answer, Plain):
        return to_json(answer.answer), PLAIN
    return to_json(answer), "application/json"


def _pieces(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        file.seek(0)
        while piece := file.read(PIECE_BYTES):
            yield piece


def _caching(tag: str) -> dict[str, str]:
    """A cache may keep an answer, but asks every time whether it is still the answer."""
    return {"etag": tag, "cache-control": "private, no-cache", "vary": "accept, accept-encoding"}


def _not_modified(tag: str) -> Response:
    return Response(b"", 304, _caching(tag))


def _records(change: LogWrite[Any]) -> list[NewRecord]:
    now = time.time_ns() // 1000
    records: list[NewRecord] = []
    for event in change.events:
        records += take(canonical(event)).records
    for edit in change.edits:
        line, digest = edit_line({**edit, "at": format_time(now)})
        records.append(("edit", digest, line, now))
    return records
