"""The facets, which the store keeps by content, and the registers that list a run's facets."""

from collections.abc import Iterable
from typing import Any

import msgspec

from headwater.store import Snapshot
from headwater.store.memory import one_value
from headwater.store.tables import BEGINNING, FOREVER


class StatedAt(
    msgspec.Struct,
    frozen=True,
    order=True,
    rename={"time": "t", "rank": "r", "digest": "g", "place": "l"},
):
    """When an instance of a facet was stated: K of its event, and its place in the event."""

    time: int
    rank: int
    digest: str
    place: int


AT_THE_END = StatedAt(FOREVER, 0, "", 0)
AT_THE_BEGINNING = StatedAt(BEGINNING, 0, "", 0)


class Register(
    msgspec.Struct,
    frozen=True,
    rename={
        "part": "e",
        "node": "n",
        "partition": "p",
        "facet": "f",
        "hash": "h",
        "deleted": "d",
        "first": "a",
        "last": "k",
        "other": "s",
    },
):
    """An entry of `runs.facts`: the last instance of a facet and, where it matters, the first.

    `other` is the last instance that states something, if the very last one does not. An entry
    without a hash is no facet but a note of the pipeline.
    """

    part: str
    """What of the event it is about: run, job, input, output, …, or a part of our own."""
    facet: str
    node: int | None = None
    partition: str | None = None
    hash: str | None = None
    deleted: int = 0
    first: StatedAt | None = None
    last: StatedAt | None = None
    other: StatedAt | None = None


_REGISTERS = msgspec.json.Decoder(list[Register])


def registers(facts: str) -> list[Register]:
    return _REGISTERS.decode(facts)


_VALUES = "SELECT hash, value FROM facet_values WHERE hash IN {keys}"
_SHORT = f"{_VALUES} AND length(value) <= 2000"


def facet_values(snapshot: Snapshot, hashes: Iterable[str | None]) -> dict[str, str]:
    """The JSON of facets, by hash."""
    wanted = {found for found in hashes if found}
    # Short facets are needed again and again. Longer ones are not worth the memory.
    short: dict[str, str] = snapshot.by_key(_SHORT, wanted, one_value)
    return short | dict(snapshot.query_in(_VALUES, sorted(wanted - short.keys())))


def decoded(snapshot: Snapshot, hashes: Iterable[str | None]) -> dict[str, Any]:
    """The decoded contents of facets, by hash."""
    values = facet_values(snapshot, hashes)
    return {hash_: msgspec.json.decode(value) for hash_, value in values.items()}
