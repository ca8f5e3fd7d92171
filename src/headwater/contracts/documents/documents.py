"""From bytes to documents: safe YAML and JSON, in which every node knows its line.

PyYAML's parser (libyaml) yields events, and the nodes are composed here. So repeated keys are
noticed, depth and aliases are limited, and only texts, lists and mappings are ever constructed.
"""

import hashlib
from collections.abc import Iterator
from itertools import islice, pairwise
from typing import TypeAlias

import msgspec

from headwater.contracts.documents.json_text import NotJsonError, json_roots
from headwater.contracts.documents.nodes import Scalar, TextNode
from headwater.contracts.documents.yaml_text import yaml_roots
from headwater.errors import UnreadableContractError

MAX_BYTES = 4 << 20
MAX_DOCUMENTS = 10_000
"""The most documents of one file. Each takes time, however small it is."""

Root: TypeAlias = TextNode | UnreadableContractError


class ContractDocument(msgspec.Struct, frozen=True, rename="camel"):
    """The text of one document as it was written, with the comments before and after it."""

    text: str
    sha256: str
    file: str = ""
    line: int = 1
    """The line at which it begins in its file."""


def parse(data: bytes, file: str = "", line: int = 1) -> Iterator[tuple[ContractDocument, Root]]:
    """The documents of a file, each with its root or the reason why it has none.

    Empty documents are left out. UnreadableContractError where the documents cannot be told apart,
    because the file is no text or no YAML.
    """
    text = _decoded(data, line)
    skipped = 1 if text.startswith("\ufeff") else 0
    found = list(islice(_roots(text[skipped:], line), MAX_DOCUMENTS + 1))
    if len(found) > MAX_DOCUMENTS:
        raise UnreadableContractError(
            "too-large", line, f"more than {MAX_DOCUMENTS} documents in one file; part it"
        )
    starts = [0, *(start + skipped for start, _ in found[1:]), len(text)]
    for (start, end), (_, root) in zip(pairwise(starts), found, strict=False):
        if not (isinstance(root, Scalar) and root.is_null):
            yield _document(text[start:end], file, line), root
        line += text.count("\n", start, end)


def _decoded(data: bytes, line: int) -> str:
    if len(data) > MAX_BYTES:
        raise UnreadableContractError(
            "too-large", line, f"{len(data)} bytes; a file of contracts has at most {MAX_BYTES}"
        )
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line += data.count(b"\n", 0, error.start)
        raise UnreadableContractError(
            "not-text", line, "this is not UTF-8; save the file in that encoding"
        ) from None


def _roots(text: str, line: int) -> Iterator[tuple[int, Root]]:
    """Each document's offset in the text, and its root."""
    if text.lstrip().startswith("{"):
        try:
            return iter(list(json_roots(text, line)))
        except NotJsonError:
            pass  # a YAML mapping may begin with a brace, too
    return yaml_roots(text, line)


def _document(text: str, file: str, line: int) -> ContractDocument:
    return ContractDocument(text, hashlib.sha256(text.encode()).hexdigest(), file, line)
