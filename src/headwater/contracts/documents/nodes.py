"""The nodes that the text of a contract is made of, with line numbers.

No value gets a type from its looks: the version `1.10`, a time and `no` stay the text they are.
Code that expects a flag or a number reads the text as one.
"""

from typing import Any, TypeAlias

import msgspec

_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_TRUE = frozenset({"true", "yes", "on"})
_FALSE = frozenset({"false", "no", "off"})


class Scalar(msgspec.Struct, frozen=True, gc=False):
    """A single value, as text."""

    text: str
    plain: bool
    """Whether it was written without quotes, so that it may mean something else than a text."""
    line: int

    @property
    def is_null(self) -> bool:
        return self.plain and self.text in _NULLS


class Sequence(msgspec.Struct, frozen=True):
    """A list of nodes."""

    items: list["TextNode"]
    line: int


class Mapping(msgspec.Struct, frozen=True):
    """A mapping from texts to nodes."""

    values: dict[str, "TextNode"]
    lines: dict[str, int]
    """The line of each key."""
    line: int

    def get(self, key: str) -> "TextNode | None":
        """The value of a key. A null counts as absent."""
        value = self.values.get(key)
        return None if isinstance(value, Scalar) and value.is_null else value


TextNode: TypeAlias = Scalar | Sequence | Mapping


def as_flag(node: Scalar) -> bool | None:
    """The flag that a text means, in the words of YAML 1.1 too; None if it is no flag."""
    word = node.text.strip().lower()
    return True if word in _TRUE else False if word in _FALSE else None


def as_value(node: TextNode | None) -> Any:
    """The value as in JSON, except that numbers stay text."""
    if isinstance(node, Mapping):
        return {key: as_value(value) for key, value in node.values.items()}
    if isinstance(node, Sequence):
        return [as_value(item) for item in node.items]
    if node is None or node.is_null:
        return None
    if node.plain and node.text in ("true", "false"):
        return node.text == "true"
    return node.text


def kind_of(node: TextNode) -> str:
    """The kind of a node in words, for messages."""
    names = {Sequence: "a list", Mapping: "a mapping"}
    return names.get(type(node)) or "a text"
