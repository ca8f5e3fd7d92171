"""YAML as nodes."""

from collections.abc import Callable, Iterator
from typing import Any

import yaml

from headwater.contracts.documents.nodes import Mapping, Scalar, Sequence, TextNode
from headwater.errors import UnreadableContractError

MAX_DEPTH = 50
MAX_SKIPPED_DEPTH = 1000
"""How many levels deeper than the place where it is refused a document is read on, to find the next
document."""
MAX_ALIASES = 1000
MAX_NODES = 100_000
"""The most nodes of one document, with every alias written out."""

_MERGE = "<<"


def yaml_roots(text: str, line: int) -> Iterator[tuple[int, TextNode | UnreadableContractError]]:
    """Each document's offset and root. A document that is refused does not spoil the others."""
    loader: Any = yaml.CSafeLoader(text)
    try:
        while type(event := loader.get_event()) is not yaml.StreamEndEvent:
            if isinstance(event, yaml.DocumentStartEvent):
                yield event.start_mark.index, _root(loader, line)  # type: ignore[union-attr]  # a parser's events have marks
    except yaml.MarkedYAMLError as error:
        raise _syntax(error, line, last=line + text.rstrip().count("\n")) from None
    except yaml.reader.ReaderError as error:
        before = text.count("\n", 0, error.position)
        raise UnreadableContractError("syntax", line + before, f"no YAML: {error.reason}") from None
    finally:
        loader.dispose()


def _syntax(error: yaml.MarkedYAMLError, line: int, last: int) -> UnreadableContractError:
    mark = error.problem_mark or error.context_mark
    problem = " ".join(part for part in (error.context, error.problem) if part)
    at = min(line + mark.line, last) if mark else line
    return UnreadableContractError("syntax", at, f"no YAML: {problem}")


def _root(loader: Any, line: int) -> TextNode | UnreadableContractError:
    try:
        return _Composer(loader, line).node(0)
    except UnreadableContractError as error:
        _skip(loader, error)
        return error


def _skip(loader: Any, refused: UnreadableContractError) -> None:
    """Goes on to the end of a document that is refused.

    What is nested too deep makes the file as a whole unreadable, as libyaml takes a time for it
    that grows with the square of its depth: hours for a file that is none too large.
    """
    depth = 0
    while not isinstance(event := loader.get_event(), yaml.DocumentEndEvent):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > MAX_SKIPPED_DEPTH:
            raise refused


class _Composer:
    """Makes the nodes of one document from the events that come next."""

    def __init__(self, loader: Any, line: int) -> None:
        self._next: Callable[[], Any] = loader.get_event  # the type stubs allow None here
        self._line = line
        self._anchors: dict[str, tuple[TextNode, int]] = {}
        """Nodes that aliases can refer to, each with the number of nodes that it stands for."""
        self._aliases = 0
        self._count = 0

    def node(self, depth: int) -> TextNode:
        return self._made(self._next(), depth)

    def _made(self, event: Any, depth: int) -> TextNode:
        if type(event) is yaml.AliasEvent:
            return self._alias(event)
        before = self._count
        self._add(1, event)
        if depth > MAX_DEPTH:
            raise self._refused("too-deep", event, f"nested deeper than {MAX_DEPTH} levels")
        line = self._line + event.start_mark.line
        made: TextNode
        if type(event) is yaml.ScalarEvent:
            if "\0" in event.value:
                raise self._refused("nul-character", event, "a NUL character; leave it out")
            made = Scalar(event.value, event.implicit[0], line)
        elif type(event) is yaml.SequenceStartEvent:
            made = Sequence(self._items(depth), line)
        else:
            made = self._mapping(line, depth)
        if event.anchor is not None:
            self._anchors[event.anchor] = (made, self._count - before)
        return made

    def _items(self, depth: int) -> list[TextNode]:
        items = []
        while type(event := self._next()) is not yaml.SequenceEndEvent:
            items.append(self._made(event, depth + 1))
        return items

    def _mapping(self, line: int, depth: int) -> Mapping:
        values: dict[str, TextNode] = {}
        lines: dict[str, int] = {}
        merged: TextNode | None = None
        while type(event := self._next()) is not yaml.MappingEndEvent:
            key = self._made(event, depth + 1)
            if not isinstance(key, Scalar):
                raise self._refused("no-text-key", event, "a key is a list or mapping, not a text")
            if key.text in lines:
                raise self._refused(
                    "duplicate-key",
                    event,
                    f"the key {key.text!r} stands here again, first in line {lines[key.text]}; "
                    "contracts in one file are parted by a line `---`",
                )
            lines[key.text] = self._line + event.start_mark.line
            value = self.node(depth + 1)
            if key.text == _MERGE and key.plain:
                merged = value
            else:
                values[key.text] = value
        if merged is not None:
            del lines[_MERGE]
            self._merge(merged, values, lines)
        return Mapping(values, lines, line)

    def _merge(self, merged: TextNode, values: dict[str, TextNode], lines: dict[str, int]) -> None:
        """Adds the keys merged in by `<<`. The first mapping that has a key gives its value."""
        for source in merged.items if isinstance(merged, Sequence) else [merged]:
            if not isinstance(source, Mapping):
                raise UnreadableContractError(
                    "syntax", source.line, "only mappings can be merged with `<<`"
                )
            for key, value in source.values.items():
                if key not in values:
                    values[key], lines[key] = value, source.lines[key]

    def _alias(self, event: Any) -> TextNode:
        if event.anchor not in self._anchors:
            raise self._refused("syntax", event, f"*{event.anchor} refers to nothing before it")
        node, count = self._anchors[event.anchor]
        self._aliases += 1
        if self._aliases > MAX_ALIASES:
            raise self._refused("too-many-aliases", event, f"more than {MAX_ALIASES} aliases")
        self._add(count, event)
        return node

    def _add(self, count: int, event: Any) -> None:
        self._count += count
        if self._count > MAX_NODES:
            raise self._refused(
                "too-many-nodes", event, f"more than {MAX_NODES} values, aliases written out"
            )

    def _refused(self, code: str, event: Any, message: str) -> UnreadableContractError:
        return UnreadableContractError(code, self._line + event.start_mark.line, message)
