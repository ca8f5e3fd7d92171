"""uvicorn's HTTP protocol, with limits on large and slow heads, and on answers not read."""

import asyncio

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from headwater.api.http.problems import encoded
from headwater.wire.problems import Problem

HEAD_BYTES = 64 << 10
HEAD_SECONDS = 30.0
READ_SECONDS = 60.0
"""How long a client may take to read a piece of an answer, of 1 MiB at most.

Then the connection is ended, as it keeps the rest of the answer in memory. 17 kB per second are
enough, which is slower than any network that people work over.
"""


class Protocol(HttpToolsProtocol):
    """Ends connections whose head, the request line and headers, is too large or too slow.

    It answers such requests, and those that are no valid HTTP, with a problem in JSON. It also ends
    connections whose client does not read the answer. An answer is sent in pieces
    (`headwater.api.http.sending`), and each piece has to be read in time.
    """

    _in_head = True
    _head_bytes = 0
    _giving_up: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # uvicorn narrows it too
        super().connection_made(transport)
        self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._is_read()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if not self._in_head or self.transport.is_closing():
            return
        self._head_bytes += len(data)
        if self._head_bytes > HEAD_BYTES:
            self.send_400_response(f"the head of the request is larger than {HEAD_BYTES} bytes")
        elif self._giving_up is None:
            self._wait_for_head()

    def on_message_begin(self) -> None:
        self._in_head, self._head_bytes = True, 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._stop_waiting()
        super().on_headers_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self.loop.call_later(READ_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
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
        self.transport.write(STATUS_LINE[400] + head % len(content) + content)
        self.transport.close()
