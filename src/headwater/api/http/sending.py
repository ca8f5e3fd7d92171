"""Answers under way: what they hold of memory together, and the pieces in which they are sent."""

from starlette.types import Message, Scope, Send

from headwater.api.http.problems import HttpError

MOST_BYTES = 256 << 20
"""More than this at once is asked to come back; one answer alone may be larger."""
SMALL_BYTES = 64 << 10
"""What is no larger does not count: the system takes it at once, whether it is read or not."""
PIECE_BYTES = 1 << 20
"""The next piece is handed over when the last one is read, so that a connection holds one."""

_HELD = "answer_bytes"


class Sending:
    """Knows what all answers hold together."""

    def __init__(self) -> None:
        self._held = 0

    def hold(self, scope: Scope, size: int) -> None:
        """Counts an answer of this size, until it is released."""
        if size <= SMALL_BYTES:
            return
        if self._held and self._held + size > MOST_BYTES:
            raise HttpError(
                503,
                f"large answers of {self._held >> 20} MiB are being sent, and this one has"
                f" {size >> 20} MiB more; ask again in a moment, or for less",
            )
        self._held += size
        scope[_HELD] = size

    def release(self, scope: Scope) -> None:
        """To be called when the request is done, however it ended."""
        self._held -= scope.pop(_HELD, 0)


async def send_in_pieces(send: Send, message: Message) -> None:
    """The part of a body that a message holds; `send` waits while the client does not read."""
    body: bytes = message.get("body", b"")
    last = max(0, len(body) - 1) // PIECE_BYTES * PIECE_BYTES
    for start in range(0, last, PIECE_BYTES):
        piece = body[start : start + PIECE_BYTES]
        await send({**message, "body": piece, "more_body": True})
    await send({**message, "body": body[last:]})
