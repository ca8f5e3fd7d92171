"""Reading the bodies of requests, within limits on their size, their duration and their number."""

import asyncio
import zlib
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress

from anyio import CapacityLimiter, to_thread
from starlette.types import Message, Receive, Scope

from headwater.api.http.problems import HttpError

MOST_BYTES = 256 << 20
"""How much memory the bodies of all requests may take together. Further requests are answered
503."""
BODY_SECONDS = 120
LONG_BYTES = 128 << 10
"""Larger bodies are processed in a thread, as they would keep the event loop from other
requests."""
AT_ONCE = 2
"""How many bodies are unpacked in threads at once. Their size is known, and counted, only
afterwards."""
MOST_MEMBERS = 10_000
"""How many members a gzip body may have. Each takes time to unpack, however small it is."""
MOST_UNHEARD = 256 << 20
UNHEARD_SECONDS = 10.0
"""A body that nobody wants is read before the connection is closed, up to this many bytes, and for
this many seconds."""
_WINDOW = zlib.MAX_WBITS | 16
"""The `wbits` by which zlib is told to expect gzip."""
_SLICE = 16 << 10
"""How much is given to zlib at a time. It copies what follows the end of a member."""


class Bodies:
    """Reads the bodies of requests, and keeps count of the memory that they take together."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._held = 0
        self._unpacking = CapacityLimiter(AT_ONCE)

    @asynccontextmanager
    async def body(self, scope: Scope, receive: Receive) -> AsyncIterator[bytes]:
        """The body, unpacked if it was sent as gzip. Its memory is counted until the block ends."""
        share = _Share(self)
        try:
            yield await self._read(dict(scope["headers"]), receive, share)
        finally:
            self._held -= share.size

    async def _read(
        self, headers: Mapping[bytes, bytes], receive: Receive, share: "_Share"
    ) -> bytes:
        length = headers.get(b"content-length", b"")
        if length.isdigit() and int(length) > self._max_bytes:
            raise _too_large(self._max_bytes)
        packed = await self._received(receive, share)
        encoding = headers.get(b"content-encoding", b"").decode("latin-1").strip().lower()
        if encoding in ("", "identity"):
            return packed
        if encoding not in ("gzip", "x-gzip"):
            raise HttpError(415, f"the body is encoded as {encoding!r}; send it plain, or as gzip")
        if len(packed) > LONG_BYTES:
            plain = await to_thread.run_sync(
                _unpacked, packed, self._max_bytes, limiter=self._unpacking
            )
        else:
            plain = _unpacked(packed, self._max_bytes)
        share.grow(len(plain) - len(packed))
        return plain

    async def _received(self, receive: Receive, share: "_Share") -> bytes:
        pieces = []
        try:
            async with asyncio.timeout(BODY_SECONDS):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise HttpError(400, "the connection ended before the body")
                    piece = message.get("body", b"")
                    if share.size + len(piece) > self._max_bytes:
                        raise _too_large(self._max_bytes)
                    share.grow(len(piece))
                    pieces.append(piece)
                    if not message.get("more_body"):
                        return b"".join(pieces)
        except TimeoutError:
            raise HttpError(408, f"the body took longer than {BODY_SECONDS} s to come") from None

    def hold(self, size: int) -> None:
        if self._held + size > MOST_BYTES:
            raise HttpError(503, "too many requests at once; send this one again in a moment")
        self._held += size


class _Share:
    """How much of the memory for bodies one request takes."""

    def __init__(self, bodies: Bodies) -> None:
        self._bodies = bodies
        self.size = 0

    def grow(self, size: int) -> None:
        self._bodies.hold(size)
        self.size += size


class HeardOut:
    """Receives a request, and hears it out before an answer that closes its connection.

    A client that is still sending when the connection is closed would see a reset, and not the
    answer.
    """

    def __init__(self, scope: Scope, receive: Receive) -> None:
        headers = dict(scope["headers"])
        closes = b"close" in headers.get(b"connection", b"").lower()
        self._receive = receive
        self._has_more = b"content-length" in headers or b"transfer-encoding" in headers
        self._closes = closes or scope["http_version"] == "1.0"
        self._waits = headers.get(b"expect", b"").lower() == b"100-continue"
        """Whether the client sends its body only once it is asked for."""

    async def __call__(self) -> Message:
        self._waits = False
        message = await self._receive()
        self._has_more = bool(message.get("more_body"))
        return message

    async def rest(self) -> None:
        """Reads what is left of the body and drops it, within limits."""
        if not self._closes or self._waits:
            return
        dropped = 0
        with suppress(TimeoutError):
            async with asyncio.timeout(UNHEARD_SECONDS):
                while self._has_more and dropped < MOST_UNHEARD:
                    dropped += len((await self()).get("body", b""))


def _unpacked(packed: bytes, limit: int) -> bytes:
    """The content of a gzip stream of one or several members; HttpError if it exceeds the limit."""
    pieces, size, members, at = [], 0, 0, 0
    rest = memoryview(packed)
    stream = zlib.decompressobj(_WINDOW)
    while at < len(packed):
        if stream.eof:
            members += 1
            if members == MOST_MEMBERS:
                raise HttpError(400, f"the body is gzip of more than {MOST_MEMBERS} members")
            stream = zlib.decompressobj(_WINDOW)
        piece = rest[at : at + _SLICE]
        try:
            pieces.append(stream.decompress(piece, limit - size + 1))
        except zlib.error as error:
            raise HttpError(400, f"the body is no gzip: {error}") from error
        size += len(pieces[-1])
        if size > limit:
            raise _too_large(limit)
        at += len(piece) - len(stream.unused_data)
    if packed and not stream.eof:
        raise HttpError(400, "the body is gzip that was cut off")
    return b"".join(pieces)


def _too_large(limit: int) -> HttpError:
    return HttpError(
        413,
        f"the body is larger than {limit} bytes; raise the setting max_event_mb to take it",
    )
