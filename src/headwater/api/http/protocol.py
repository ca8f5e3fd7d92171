"""uvicorn's HTTP protocol, with limits on large and slow heads, and on answers not read."""

import asyncio

from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

from headwater.api.http.problems import encoded
from headwater.wire.problems import Problem

HAS_LEFT = "has_left"
"""The part of a request's scope that says whether the client is gone."""
HEAD_BYTES = 64 << 10
HEAD_SECONDS = 30.0
READ_SECONDS = 60.0
"""How long a client may take to read a piece of an answer, of 1 MiB at most.

Then the connection is ended, as it keeps the rest of the answer in memory.
"""
PIECE_SECONDS = 5.0
"""How long a client may take for each piece on average, beside those first 60 s.

So a whole answer has a deadline in proportion to its size: 200 kB per second are always enough, and
small answers may be read far more slowly.
"""


class Protocol(HttpToolsProtocol):
    """Ends connections whose head, the request line and headers, is too large or too slow.

    It answers such requests, and those that are no valid HTTP, with a problem in JSON. It also ends
    connections whose client does not read the answer. An answer is sent in pieces
    (`headwater.api.http.sending`), and each piece has to be read in time. The patience for it is
    used up by waiting, and every piece that was read adds some.
    """

    _in_head = True
    _has_ended = False
    """Whether a request has ended in the data that came last."""
    _head_bytes = 0
    _giving_up: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    _unread_since = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # uvicorn narrows it too
        super().connection_made(transport)
        self._unanswered: list[RequestResponseCycle] = []
        """The requests on their way since the connection was last idle. A client may send several
        before it reads an answer."""
        self._patience = READ_SECONDS
        self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._is_read()
        self._forget_all()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._has_ended = False
        super().data_received(data)
        if not self._in_head or self.transport.is_closing():
            return
        if not self._has_ended:  # else some of the data belongs to the requests before
            self._head_bytes += len(data)
        if self._head_bytes > HEAD_BYTES:
            self.send_400_response(f"the head of the request is larger than {HEAD_BYTES} bytes")
        elif self._giving_up is None:
            self._wait_for_head()

    def on_message_begin(self) -> None:
        self._in_head, self._head_bytes = True, 0
        self._patience = READ_SECONDS
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._stop_waiting()
        last: RequestResponseCycle | None = self.cycle
        if last is None or last.response_complete:
            self._unanswered.clear()
        super().on_headers_complete()
        cycle = self.cycle
        self._unanswered.append(cycle)
        self.scope[HAS_LEFT] = lambda: cycle.disconnected  # type: ignore[literal-required]  # ours

    def on_message_complete(self) -> None:
        self._has_ended = True
        super().on_message_complete()

    def _forget_all(self) -> None:
        """Lets all requests know that nobody waits for an answer. uvicorn itself informs the last
        one only."""
        for cycle in self._unanswered:
            cycle.disconnected = True
            cycle.message_event.set()
        self._unanswered.clear()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread_since = self.loop.time()
        self._unread = self.loop.call_later(self._patience, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        waited = self.loop.time() - self._unread_since
        self._patience = min(READ_SECONDS, self._patience - waited + PIECE_SECONDS)
        self._is_read()

    def _is_read(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _wait_for_head(self) -> None:
        message = f"the head of the request took longer than {HEAD_SECONDS:g} s"
        self._giving_up = self.loop.call_later(HEAD_SECONDS, self.send_400_response, message)

    def _stop_waiting(self) -> None:
        if self._giving_up is not None:
            self._giving_up.cancel()
            self._giving_up = None

    def send_400_response(self, msg: str) -> None:
        content = encoded(Problem(400, msg))
        head = b"content-type: application/json\r\nconnection: close\r\ncontent-length: %d\r\n\r\n"
        self._forget_all()
        self.transport.write(STATUS_LINE[400] + head % len(content) + content)
        self.transport.close()
