"""Sending answers: a limit on the memory that they take together, and sending them in pieces."""

from starlette.types import Message, Scope, Send

from headwater.api.http.problems import HttpError

MOST_BYTES = 256 << 20
"""How much memory large answers may take together. A single answer may be larger."""
SMALL_BYTES = 64 << 10
"""Answers up to this size are not counted, as the operating system buffers them at once."""
PIECE_BYTES = 1 << 20
"""The size of a piece. A connection buffers one piece, and gets the next when that is read."""

_HELD = "answer_bytes"


class Sending:
    """Counts the memory that the answers under way take together."""

    def __init__(self) -> None:
        self._held = 0

    def hold(self, scope: Scope, size: int) -> None:
        """Counts an answer until it is released; HttpError 503 if there are too many large ones."""
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
        """Stops counting the answer of a request, when that is done, however it ended."""
        self._held -= scope.pop(_HELD, 0)


async def send_in_pieces(send: Send, message: Message) -> None:
    """Sends a message with its body in pieces; `send` waits while the client does not read."""
    body: bytes = message.get("body", b"")
    last = max(0, len(body) - 1) // PIECE_BYTES * PIECE_BYTES
    for start in range(0, last, PIECE_BYTES):
        piece = body[start : start + PIECE_BYTES]
        await send({**message, "body": piece, "more_body": True})
    await send({**message, "body": body[last:]})
