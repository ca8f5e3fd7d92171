"""Contracts in the form in which they are sent: one text, or many texts, each with its file."""

from collections.abc import Iterable

import msgspec

from headwater.contracts.documents.read import NO_CONTRACT, ReadContracts, ReadDocument, read
from headwater.contracts.findings import RefusedContract


class BundledText(msgspec.Struct, frozen=True):
    """The text of one document, and where it stands."""

    text: str
    file: str = ""
    line: int = 1
    """The line of the file at which the text begins."""


class Bundle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Several documents, sent together."""

    documents: tuple[BundledText, ...]


_DECODER = msgspec.json.Decoder(Bundle)


def bundled(read: Iterable[ReadDocument]) -> bytes:
    """The documents as they were written, with files and lines, ready to be sent."""
    documents = (one.document for one in read)
    return msgspec.json.encode(
        Bundle(tuple(BundledText(d.text, d.file, d.line) for d in documents))
    )


def read_bundle(body: bytes) -> ReadContracts:
    """Every contract in a bundle, or in a plain text."""
    try:
        bundle = _DECODER.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return read(body)  # a contract has an id, so it cannot be mistaken for a bundle
    if not bundle.documents:
        return ReadContracts(
            (), (RefusedContract("", 1, NO_CONTRACT, "there is no document in it"),)
        )
    found = [read(one.text.encode(), one.file, one.line) for one in bundle.documents]
    return ReadContracts(
        tuple(one for result in found for one in result.read),
        tuple(one for result in found for one in result.refused),
    )
