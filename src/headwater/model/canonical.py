"""Canonical JSON, and the hashes and ids made from it (semantics 1.2, 2.5)."""

import uuid
from hashlib import blake2b, sha1
from typing import Any

import msgspec

_ID_NAMESPACE = uuid.uuid5(uuid.NAMESPACE_URL, "https://headwater.dev/lineage").bytes

_ENCODER = msgspec.json.Encoder(order="sorted")


def canonical(value: Any) -> bytes:
    """JSON with sorted keys, no insignificant white space, and non-ASCII characters as they are.

    >>> canonical({"b": [1, None], "a": "é"}).decode()
    '{"a":"é","b":[1,null]}'
    """
    return _ENCODER.encode(value)


def compact(value: Any) -> str:
    """Canonical JSON as text."""
    return canonical(value).decode()


def content_hash(data: bytes) -> str:
    """The 128-bit hash, in hex, that events, facets and column sets are addressed by."""
    return blake2b(data, digest_size=16).hexdigest()


def version_id(*parts: str) -> str:
    """The UUIDv5 of a JSON array of these parts (semantics 2.5).

    `uuid.uuid5` takes twice as long for the same, and every run and version has an id.
    """
    name = sha1(_ID_NAMESPACE + canonical(parts), usedforsecurity=False).hexdigest()
    variant = "89ab"[int(name[16], 16) & 3]
    return f"{name[:8]}-{name[8:12]}-5{name[13:16]}-{variant}{name[17:20]}-{name[20:32]}"


def short_hash(data: bytes) -> int:
    """The 63-bit hash that stands in the tables for what they refer to very often."""
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "big") & (2**63 - 1)


def node_id(kind: str, namespace: str, name: str) -> int:
    """The 63-bit number that stands for a name in the tables."""
    return short_hash(canonical((kind, namespace, name)))
