"""Answering a request: wait for the caller's own writes, run the operation, encode the result."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from headwater.answers.moments import to_json
from headwater.api.http.bodies import Bodies
from headwater.api.http.gate import Gate
from headwater.api.http.operations import LogWrite, Operation, Plain, RequestContext, Text
from headwater.api.http.problems import HttpError, encoded
from headwater.api.http.sending import Sending
from headwater.api.http.site import Site
from headwater.collector import take
from headwater.errors import HeadwaterError, NotFoundError
from headwater.log import Item, Positions
from headwater.model.canonical import canonical
from headwater.model.events import edit_line
from headwater.model.order import format_time
from headwater.wire.media import PLAIN
from headwater.wire.parameters import read_body, read_parameters
from headwater.wire.positions import HEADER, PARAMETER, Pending, positions_in


class Answering:
    """Runs the operation that a route stands for, and turns its result into an HTTP response."""

    def __init__(self, site: Site, gate: Gate, bodies: Bodies, sending: Sending) -> None:
        self._site = site
        self._gate = gate
        self._bodies = bodies
        self._sending = sending

    async def answer(self, operation: Operation, request: Request) -> Response:
        self._gate.require(request.scope, operation.role)
        query = request.query_params.multi_items()
        question = read_parameters(operation.question, request.path_params, query)
        accept = request.headers.get("accept", "")
        if operation.body is not None:
            async with self._bodies.body(request.scope, request.receive) as plain:
                body = plain if operation.body is bytes else read_body(operation.body, plain)
                return await self._change(operation, question, [body])
        if operation.writes:
            return await self._change(operation, question, [])
        given = [*request.headers.getlist(HEADER), *request.query_params.getlist(PARAMETER)]
        await self._wait_for(positions_in(given))
        response = await self._answer_or_look_again(
            operation, lambda context: operation.run(context, question), accept
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
        self, operation: Operation, ask: Callable[[RequestContext], Any], accept: str
    ) -> Response:
        """The response to a read. If something is not found, the rest of the log is waited for."""
        try:
            return await self._answer_once(operation, ask, accept)
        except NotFoundError:
            if not await self._caught_up():
                raise
            return await self._answer_once(operation, ask, accept)

    async def _caught_up(self) -> bool:
        """Whether records of the log were not applied yet, and all of them now are."""
        head = await self._site.head()
        return bool(head) and await self._site.until(head, self._site.limits.look_again_seconds)

    async def _answer_once(
        self, operation: Operation, ask: Callable[[RequestContext], Any], accept: str = ""
    ) -> Response:
        media_type = "application/json"

        def answered() -> bytes:
            nonlocal media_type
            with self._site.context(accept) as context:
                answer = ask(context)
            if isinstance(answer, Text):
                media_type = answer.media_type
                return answer.content.encode()
            if isinstance(answer, Plain):
                media_type = PLAIN
                answer = answer.answer
            return to_json(answer)

        content = await self._site.ask(answered)
        return Response(content, operation.status, media_type=media_type)

    async def _change(self, operation: Operation, question: Any, body: list[Any]) -> Response:
        change: LogWrite[Any] | None = None

        def decide() -> bytes:
            nonlocal change
            with self._site.context() as context:
                change = operation.run(context, question, *body)
            return b""

        try:
            await self._site.ask(decide)
        except NotFoundError:
            if not await self._caught_up():
                raise
            await self._site.ask(decide)
        assert change is not None
        appended = await asyncio.wrap_future(self._site.writer.submit_many(_records(change)))
        position = await self._site.position_of(appended)
        wanted = {record.segment: record.end for record in appended[-1:]}
        try:
            applied = await self._site.until(wanted, self._site.limits.wait_seconds)
            response = await self._answer_once(operation, change.answer) if applied else None
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


def _records(change: LogWrite[Any]) -> list[Item]:
    now = time.time_ns() // 1000
    records: list[Item] = []
    for event in change.events:
        records += take(canonical(event)).records
    for edit in change.edits:
        line, digest = edit_line({**edit, "at": format_time(now)})
        records.append(("edit", digest, line, now))
    return records
