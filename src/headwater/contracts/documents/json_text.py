"""JSON as nodes. PyYAML reads most JSON, but not every escape, tab and long key."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from json import JSONDecodeError
from json.decoder import scanstring  # type: ignore[attr-defined]  # the stubs leave it out

from headwater.contracts.documents.nodes import Mapping, Scalar, Sequence, TextNode
from headwater.contracts.documents.yaml_text import MAX_DEPTH
from headwater.errors import UnreadableContractError

_SPACE = re.compile(r"[ \t\n\r]*")
_WORD = re.compile(r"true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?")


class NotJsonError(Exception):
    """The text is something else. It may still be YAML."""


def json_roots(text: str, line: int) -> Iterator[tuple[int, TextNode | UnreadableContractError]]:
    """The offset and root of each value in the text."""
    scanner = _Scanner(text, line)
    start = end = _after_space(text, 0)
    while end < len(text):
        root, end = scanner.value(end, 0)
        yield start, root
        start = end = _after_space(text, end)


def _after_space(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


class _Scanner:
    def __init__(self, text: str, line: int) -> None:
        self._text = text
        self._line = line
        self._breaks = [match.start() for match in re.finditer("\n", text)]

    def value(self, at: int, depth: int) -> tuple[TextNode, int]:
        line = self._line_of(at)
        if depth > MAX_DEPTH:
            raise UnreadableContractError(
                "too-deep", line, f"nested deeper than {MAX_DEPTH} levels"
            )
        begins = self._text[at : at + 1]
        if begins == "{":
            return self._mapping(at, depth)
        if begins == "[":
            return self._sequence(at, depth)
        if begins == '"':
            text, end = self._string(at)
            return Scalar(text, False, line), end
        word = _WORD.match(self._text, at)
        if word is None:
            raise NotJsonError
        return Scalar(word[0], True, line), word.end()

    def _mapping(self, at: int, depth: int) -> tuple[Mapping, int]:
        values: dict[str, TextNode] = {}
        lines: dict[str, int] = {}
        begun, at = at, _after_space(self._text, at + 1)
        while self._text[at : at + 1] != "}":
            at = self._after_comma(at, first=not values)
            line = self._line_of(at)
            key, at = self._string(at)
            if key in lines:
                raise UnreadableContractError(
                    "duplicate-key",
                    line,
                    f"the key {key!r} stands here again, first in line {lines[key]}",
                )
            at = _after_space(self._text, at)
            if self._text[at : at + 1] != ":":
                raise NotJsonError
            lines[key] = line
            values[key], at = self.value(_after_space(self._text, at + 1), depth + 1)
            at = _after_space(self._text, at)
        return Mapping(values, lines, self._line_of(begun)), at + 1

    def _sequence(self, at: int, depth: int) -> tuple[Sequence, int]:
        items: list[TextNode] = []
        begun, at = at, _after_space(self._text, at + 1)
        while self._text[at : at + 1] != "]":
            at = self._after_comma(at, first=not items)
            item, at = self.value(at, depth + 1)
            items.append(item)
            at = _after_space(self._text, at)
        return Sequence(items, self._line_of(begun)), at + 1

    def _after_comma(self, at: int, *, first: bool) -> int:
        if first:
            return at
        if self._text[at : at + 1] != ",":
            raise NotJsonError
        return _after_space(self._text, at + 1)

    def _string(self, at: int) -> tuple[str, int]:
        if self._text[at : at + 1] != '"':
            raise NotJsonError
        try:
            text, end = scanstring(self._text, at + 1, True)
        except JSONDecodeError:
            raise NotJsonError from None
        if "\0" in text or (not text.isascii() and any("\ud800" <= c <= "\udfff" for c in text)):
            raise UnreadableContractError(
                "nul-character",
                self._line_of(at),
                "a NUL character, or half of a surrogate pair; leave it out",
            )
        return text, end

    def _line_of(self, at: int) -> int:
        return self._line + bisect_right(self._breaks, at - 1)
