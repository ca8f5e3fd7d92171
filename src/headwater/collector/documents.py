"""Cutting JSON objects out of a stream of bytes, whatever lies between them.

Objects may stand one per line, be printed over many lines, follow each other directly, or be
members of an array. One pass reads them all, and keeps no more than a chunk or one object in
memory. A broken object is reported with its line, and reading continues at the next line that
begins as the broken object did.
"""

import re
from collections.abc import Iterator
from typing import Protocol

import msgspec

CHUNK_BYTES = 1 << 20
_KEPT_BYTES = 64
_MAX_DEPTH = 500
_SHOWN_BYTES = 40

_BLANK = re.compile(rb"[ \t\r\n]*")
_INDENT = re.compile(rb"(?:^|\n)(?:\xef\xbb\xbf)?([ \t]*)$")
# In JSON a string never spans lines, so a quote without a partner on its line stands alone.
_STRING = rb'"[^"\\\n]*(?:\\[^\n][^"\\\n]*)*"'
_TOKEN = re.compile(_STRING + rb'|[{}\[\]"\n]')
_MEMBER = re.compile(rb"(?:" + _STRING + rb'|[^\s"{}\[\],]+)(?=\s*[,\]])')
"""A member of an array that is neither an object nor an array."""
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Readable(Protocol):
    def read(self, size: int, /) -> bytes: ...


class SentDocument(msgspec.Struct, frozen=True):
    """One object as it was written, or the problem that was found in its place."""

    line: int
    body: bytes
    problem: str = ""


class _BrokenError(Exception):
    """The end of the object that is being read cannot be found."""


class _Event(msgspec.Struct, rename="camel"):
    """The key by which an event is told from an object inside an event."""

    event_time: msgspec.Raw


class SentDocuments:
    """The objects of one stream. `line` is the line that reading has reached."""

    def __init__(self, stream: Readable, max_bytes: int) -> None:
        self._stream = stream
        self._max_bytes = max_bytes
        self._buffer = b""
        self._at = 0
        self._has_ended = False
        self._array_line = 0
        self.line = 1

    def __iter__(self) -> Iterator[SentDocument]:
        if self._ahead(len(_BYTE_ORDER_MARK)) == _BYTE_ORDER_MARK:
            self._at = len(_BYTE_ORDER_MARK)
        while found := self._next_byte():
            if found == b"{":
                yield self._object()
            elif found == b"[" and not self._array_line:
                self._array_line = self.line
                self._at += 1
            elif found == b"]" and self._array_line:
                self._array_line = 0
                self._at += 1
            elif found == b"," and self._array_line:
                self._at += 1
            else:
                yield (self._array_line and self._stray_member()) or self._stray_line()
        if self._array_line:
            problem = f"the array that begins on line {self._array_line} is not closed"
            yield SentDocument(self.line, b"", f"{problem}; the file may be cut off")

    def _next_byte(self) -> bytes:
        """The next byte that is not blank, without taking it. Empty at the end of the stream."""
        while True:
            match = _BLANK.match(self._buffer, self._at)
            self._advance(match.end() if match else self._at)
            if self._at < len(self._buffer):
                return self._buffer[self._at : self._at + 1]
            if not self._refill():
                return b""

    def _object(self) -> SentDocument:
        line = self.line
        whole = self._rest_of_line().rstrip(b" \t\r,") if self._indent() is not None else b""
        if len(whole) <= self._max_bytes and _is_json(whole):
            self._at += len(whole)
            return SentDocument(line, whole)
        try:
            end = self._closing_brace()
        except _BrokenError as broken:
            self._skip_to_similar_line()
            skipped = f" (skipped up to line {self.line - 1})" if self.line > line + 1 else ""
            return SentDocument(line, b"", f"{broken}{skipped}")
        body = self._buffer[self._at : end]
        self._advance(end)
        return SentDocument(line, body)

    def _indent(self) -> bytes | None:
        """The white space before the object on its line. None if something else stands there."""
        match = _INDENT.search(self._buffer, max(0, self._at - _KEPT_BYTES), self._at)
        return match.group(1) if match else None

    def _rest_of_line(self) -> bytes:
        """The bytes up to the line's end if it can be reached with one more read, else nothing."""
        end = self._buffer.find(b"\n", self._at)
        if end < 0 and self._refill():
            end = self._buffer.find(b"\n", self._at)
        if end < 0:
            return self._buffer[self._at :] if self._has_ended else b""
        return self._buffer[self._at : end]

    def _closing_brace(self, *, on_this_line: bool = False) -> int:
        """The place after the brace or bracket that closes the one at the current place."""
        depth, line, place = 0, self.line, self._at
        while True:
            for token in _TOKEN.finditer(self._buffer, place):
                first = self._buffer[token.start()]
                if first in b"{[":
                    depth += 1
                    if depth > _MAX_DEPTH:  # many torn lines, each of which opens one more brace
                        raise _BrokenError(f"the object is nested over {_MAX_DEPTH} levels deep")
                elif first in b"}]":
                    depth -= 1
                    if not depth:
                        return self._within_limit(token.end())
                elif first in b"\n":
                    line += 1
                    if on_this_line or self._is_event_at(token.end()):
                        raise _BrokenError(f"the object is not closed before line {line}")
                elif token.end() - token.start() == 1:  # a quote that opens a string without end
                    if self._buffer.find(b"\n", token.end()) >= 0:
                        raise _BrokenError(f"a string on line {line} is not closed")
                    place = token.start()
                    break
                place = token.end()
            self._within_limit(len(self._buffer))
            place -= self._at
            if not self._refill():
                raise _BrokenError("the object is not closed at the end of the file")
            place += self._at

    def _within_limit(self, end: int) -> int:
        if end - self._at > self._max_bytes:
            raise _BrokenError(
                f"the event is larger than {self._max_bytes} bytes; raise the limit to take it"
            )
        return end

    def _is_event_at(self, place: int) -> bool:
        """Whether a line is a whole event of its own, as after a torn line of NDJSON.

        An event that lies across the end of the buffer is missed. The next one will be found.
        """
        if not self._buffer.startswith(b'{"', place):
            return False
        end = self._buffer.find(b"\n", place)
        return end >= 0 and _is_event(self._buffer[place:end].rstrip(b" \t\r,"))

    def _skip_to_similar_line(self) -> None:
        """Moves to the next line that is indented like the line of the broken object."""
        mark = b"\n" + (self._indent() or b"") + b"{"
        while (place := self._buffer.find(mark, self._at)) < 0:
            # Part of the mark may be the last thing in the buffer.
            self._advance(max(self._at, len(self._buffer) - len(mark) + 1))
            if not self._refill():
                self._advance(len(self._buffer))
                return
        self._advance(place + 1)

    def _stray_member(self) -> SentDocument | None:
        """Reports a member of an array that is no object. Events may follow on the same line."""
        line, end = self.line, self._end_of_member()
        if end is None:
            return None
        problem = _no_event(self._buffer[self._at : min(end, self._at + _SHOWN_BYTES)])
        self._advance(end)
        return SentDocument(line, b"", problem)

    def _end_of_member(self) -> int | None:
        """The place after a nested array, a string or a word, if that ends on its line.

        An array over many lines may hold events, which are then found one by one.
        """
        if self._buffer.startswith(b"[", self._at):
            try:
                return self._closing_brace(on_this_line=True)
            except _BrokenError:
                return None
        while (member := _MEMBER.match(self._buffer, self._at)) is None:
            if self._buffer.find(b"\n", self._at) >= 0 or not self._refill():
                return None
        return member.end()

    def _stray_line(self) -> SentDocument:
        line, closed, problem = self.line, 0, _no_event(self._ahead(_SHOWN_BYTES))
        while (end := self._buffer.find(b"\n", self._at)) < 0:
            closed += self._more_closed(len(self._buffer))
            self._at = len(self._buffer)
            if not self._refill():
                end = self._at
                break
        closed += self._more_closed(end)
        if closed > 0:  # as in `[1, 2]`, where the skipped line includes the end of the array
            self._array_line = 0
        self._advance(end)
        return SentDocument(line, b"", problem)

    def _more_closed(self, end: int) -> int:
        """By how much closing brackets outnumber opening ones, up to a place."""
        return self._buffer.count(b"]", self._at, end) - self._buffer.count(b"[", self._at, end)

    def _ahead(self, size: int) -> bytes:
        """The next bytes, without taking them. There are fewer only at the end of the stream."""
        while len(self._buffer) < self._at + size and self._refill():
            pass
        return self._buffer[self._at : self._at + size]

    def _advance(self, place: int) -> None:
        self.line += self._buffer.count(b"\n", self._at, place)
        self._at = place

    def _refill(self) -> bool:
        """Reads on. False at the end of the stream.

        Bytes that were taken are dropped, except for a few that may be the indent of a line. The
        buffer doubles while it holds one object, so that a large object is not copied again for
        each chunk.
        """
        kept_from = max(0, self._at - _KEPT_BYTES)
        kept = self._buffer[kept_from:]
        piece = b"" if self._has_ended else self._stream.read(max(CHUNK_BYTES, len(kept)))
        self._has_ended = not piece
        self._buffer, self._at = kept + piece, self._at - kept_from
        return bool(piece)


def _no_event(piece: bytes) -> str:
    shown = _shown(piece.split(b"\n")[0].rstrip())
    return f"found {shown} where an event, a JSON object, should begin"


def _shown(piece: bytes) -> str:
    """The bytes as they are quoted in a message.

    >>> _shown(b"1, 2]"), _shown(b"\\x00\\x01")
    ("'1, 2]'", 'bytes that are no text')
    """
    text = piece.decode("utf-8", "replace").replace("\t", " ")
    is_text = text.isprintable() and "\ufffd" not in text[:-1]  # the last character may be cut
    return f"'{text}'" if is_text else "bytes that are no text"


def _is_json(text: bytes) -> bool:
    try:
        msgspec.json.decode(text, type=msgspec.Raw)
    except (msgspec.DecodeError, RecursionError):
        return False
    return True


def _is_event(text: bytes) -> bool:
    try:
        msgspec.json.decode(text, type=_Event)
    except (msgspec.DecodeError, RecursionError):
        return False
    return True
