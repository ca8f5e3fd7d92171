"""Reading values of the expected shape, and noting values of any other shape."""

from collections.abc import Iterator

from headwater.contracts.documents.naming import VARIABLE
from headwater.contracts.documents.nodes import (
    Mapping,
    Scalar,
    Sequence,
    TextNode,
    as_flag,
    kind_of,
)
from headwater.contracts.findings import ContractFinding, finding


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


class Shapes:
    """Reads keys of mappings. A value of another shape counts as absent, with a finding."""

    def __init__(self, file: str) -> None:
        self._file = file or None
        self.findings: list[ContractFinding] = []

    def note(self, code: str, line: int, message: str) -> None:
        self.findings.append(finding(code, message, file=self._file, line=line))

    def text(self, mapping: Mapping, *keys: str) -> str | None:
        """The text at the first of the keys that has one."""
        for key in keys:
            node = mapping.get(key)
            if isinstance(node, Scalar):
                if text := node.text.strip():
                    return text
            elif node is not None:
                self._wrong(mapping, key, "a text", node)
        return None

    def flag(self, mapping: Mapping, *keys: str) -> bool | None:
        for key in keys:
            node = mapping.get(key)
            if node is None:
                continue
            found = as_flag(node) if isinstance(node, Scalar) else None
            if found is not None:
                return found
            self._wrong(mapping, key, "true or false", node)
        return None

    def mapping(self, mapping: Mapping, key: str) -> Mapping | None:
        node = mapping.get(key)
        if node is not None and not isinstance(node, Mapping):
            self._wrong(mapping, key, "a mapping", node)
        return node if isinstance(node, Mapping) else None

    def mappings(self, mapping: Mapping, *keys: str) -> Iterator[Mapping]:
        """The mappings in a list."""
        for key in keys:
            for item in self.items(mapping, key):
                if isinstance(item, Mapping):
                    yield item
                else:
                    found = kind_of(item)
                    self.note("wrong-shape", item.line, f"{key}: expected mappings, found {found}")

    def items(self, mapping: Mapping, key: str) -> list[TextNode]:
        node = mapping.get(key)
        if node is not None and not isinstance(node, Sequence):
            self._wrong(mapping, key, "a list", node)
        return node.items if isinstance(node, Sequence) else []

    def texts(self, mapping: Mapping, key: str) -> tuple[str, ...]:
        """The texts in a list. A single text counts as a list of one."""
        node = mapping.get(key)
        nodes = [node] if isinstance(node, Scalar) else self.items(mapping, key)
        texts = (item.text.strip() for item in nodes if isinstance(item, Scalar))
        return tuple(text for text in texts if text)

    def settled(self, text: str | None, line: int, what: str) -> str | None:
        """The text, unless it has a variable that is filled in later."""
        if text is not None and VARIABLE in text:
            self.note("unresolved-variable", line, f"{what} is {text!r}, to be filled in later")
            return None
        return text

    def _wrong(self, mapping: Mapping, key: str, expected: str, node: TextNode) -> None:
        line = mapping.lines.get(key, node.line)
        self.note("wrong-shape", line, f"{key}: expected {expected}, found {kind_of(node)}")
