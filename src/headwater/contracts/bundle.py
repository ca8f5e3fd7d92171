"""Contracts as they are sent: a text, or many texts, each with the file it stands in."""

from collections.abc import Iterable

import msgspec

from headwater.contracts.findings import RefusedContract
from headwater.contracts.read import NO_CONTRACT, Read, ReadContracts, read


class BundledText(msgspec.Struct, frozen=True):
    text: str
    file: str = ""
    line: int = 1
    """Of the file, where the text begins."""


class Bundle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    documents: tuple[BundledText, ...]


_DECODER = msgspec.json.Decoder(Bundle)


def bundled(read: Iterable[Read]) -> bytes:
    """What was read, to be sent: as it was written, with files and lines."""
    documents = (one.document for one in read)
    return msgspec.json.encode(
        Bundle(tuple(BundledText(d.text, d.file, d.line) for d in documents))
    )


def read_bundle(body: bytes) -> ReadContracts:
    """Every contract in a bundle, or in a text that is none."""
    try:
        bundle = _DECODER.decode(body)
    except msgspec.MsgspecError:
        return read(body)  # no contract is a bundle: it has an id
    if not bundle.documents:
        return ReadContracts(
            (), (RefusedContract("", 1, NO_CONTRACT, "there is no document in it"),)
        )
    found = [read(one.text.encode(), one.file, one.line) for one in bundle.documents]
    return ReadContracts(
        tuple(one for reading in found for one in reading.read),
        tuple(one for reading in found for one in reading.refused),
    )
