"""Excerpts: what an event says of its job, or of one dataset that it lists.

Most events repeat, word for word, what others say of these. So an excerpt is read once, what is
made of it is made once, and a run keeps it as one thing. The store has each excerpt once, and runs
refer to it by its key. Where an event quotes an excerpt is its place there; the places of its facts
are counted from that.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeAlias

import msgspec

from headwater.model.canonical import short_hash
from headwater.model.facts import Fact

_ENCODER = msgspec.msgpack.Encoder()
_REQUIRED = 3
"""So many fields every stored fact has."""


Aspect: TypeAlias = tuple[str, int]
"""What an excerpt is about: `job`, or a side and the name of a dataset."""

JOB: Aspect = ("job", 0)
"""The job of a run, of which there is only one."""


class Excerpt:
    """Facts that stand together in events."""

    __slots__ = ("aspect", "facts", "key", "text")

    def __init__(self, facts: tuple[Fact, ...], text: bytes) -> None:
        self.facts = facts
        self.text = text
        """The facts as MessagePack. Excerpts with equal text are equal."""
        self.key = short_hash(text)
        """The 63-bit number that stands for the text in the tables."""
        self.aspect = next((_listed(fact) for fact in facts if fact.part == "listed"), JOB)


def _listed(fact: Fact) -> Aspect:
    return fact.facet, fact.node_id or 0


class _StoredFact(msgspec.Struct, array_like=True, frozen=True):
    part: str
    node: int | None
    """The number of the node in its list."""
    facet: str
    hash: bytes | None = None
    value: str | None = None
    deleted: int | None = None
    place: int | None = None
    partition: str | None = None


_DECODER = msgspec.msgpack.Decoder(tuple[list[int], list[_StoredFact]])


def excerpt_of(facts: Sequence[Fact]) -> Excerpt:
    """The excerpt that these facts make."""
    nodes: dict[int | None, int | None] = {None: None}
    stored: list[list[Any]] = []
    for part, node, partition, facet, place, content, deleted, value in facts:
        number = nodes.setdefault(node, len(nodes) - 1)
        of_content = None if content is None else bytes.fromhex(content)
        row = [part, number, facet, of_content, value, deleted or None, place or None, partition]
        while row[-1] is None and len(row) > _REQUIRED:
            row.pop()
        stored.append(row)
    del nodes[None]
    return Excerpt(tuple(facts), _ENCODER.encode(([*nodes], stored)))


@lru_cache(maxsize=16_384)  # runs of one job quote the same ones
def excerpt_from(text: bytes) -> Excerpt:
    """The excerpt with this text."""
    nodes, stored = _DECODER.decode(text)
    facts = (
        Fact(
            one.part,
            None if one.node is None else nodes[one.node],
            one.partition,
            one.facet,
            one.place or 0,
            None if one.hash is None else one.hash.hex(),
            one.deleted or 0,
            one.value,
        )
        for one in stored
    )
    return Excerpt(tuple(facts), text)
