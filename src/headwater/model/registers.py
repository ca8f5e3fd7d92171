"""Registers: the facts of one run, folded. They are the join-semilattice at the heart of lineage.

A fact's key within its run is (part, node, partition, facet). The instances of a key are ordered by
K and then by their place in the event. A register keeps three of them: the first, where that
matters; the last; and the last that states something or is a tombstone. Keeping the smallest or
largest of a set is associative, commutative and idempotent. So folding facts in any order and any
number of times, and merging what was folded apart, gives the same registers.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from headwater.model.facts import OWN_PARTS, Fact

K = tuple[int, int, str]
"""The order of an event: its time, rank and digest (semantics 1.2)."""

Key = tuple[str, int | None, str | None, str]
"""Part, node, partition and facet."""

First = tuple[int, int, str, int, str | None]
"""K, the place in the event, and the value."""

Instance = tuple[int, int, str, int, str | None, int, str | None]
"""K, the place in the event, hash, deleted (0 or 1) and value."""

Place = tuple[int, int, str, int]
"""K and the place in the event: the order of instances."""

_KEEP_FIRST = frozenset(
    (("input", "version"), ("output", "version"), ("run", "parent"), ("run", "parentRun"))
)
"""The facets of which the first that has a value matters: pins, and parents."""


class RunRegister(NamedTuple):
    """What is kept of the instances of one key."""

    first: First | None
    last: Instance
    stating: Instance | None
    """The last instance that states something, or is a tombstone."""

    @property
    def stated(self) -> str | None:
        """The value that was stated last; None after a tombstone."""
        return None if self.stating is None else self.stating[6]

    @property
    def stated_hash(self) -> str | None:
        """The hash of what was stated last; None after a tombstone."""
        return None if self.stating is None or self.stating[6] is None else self.stating[4]

    @property
    def stated_at(self) -> Place:
        """When it was stated last, or mentioned last if nothing was ever stated."""
        return (self.stating or self.last)[:4]

    @property
    def is_withdrawn(self) -> bool:
        """Whether a tombstone came after everything that was stated."""
        return self.stating is not None and self.stating[5] == 1


class Registers:
    """The registers of one run, while facts are folded into them."""

    __slots__ = ("_by_key",)

    def __init__(self) -> None:
        self._by_key: dict[Key, tuple[First | None, Instance, Instance | None]] = {}

    def add(self, k: K, facts: Iterable[Fact]) -> None:
        """Folds the facts of one event."""
        by_key = self._by_key
        for part, node, partition, facet, place, content, deleted, value in facts:
            instance = (*k, place, content, deleted, value)
            stating = instance if value is not None or deleted else None
            keeps_first = part in OWN_PARTS or (value is not None and (part, facet) in _KEEP_FIRST)
            first = (*k, place, value) if keeps_first else None
            key = (part, node, partition, facet)
            known = by_key.get(key)
            here = (first, instance, stating)
            by_key[key] = here if known is None else _merged(known, here)

    def merge(self, facts: str | bytes) -> None:
        """Merges registers that were folded elsewhere, as `as_json` has written them."""
        for x in _DECODER.decode(facts):
            key = (x.e, x.n, x.p, x.f)
            first = None if x.a is None else (x.a.t, x.a.r, x.a.g, x.a.l, x.a.v)
            last = (x.k.t, x.k.r, x.k.g, x.k.l, x.h, x.d, x.v)
            stating: Instance | None = last if x.v is not None or x.d else None
            if x.s is not None:
                stating = (x.s.t, x.s.r, x.s.g, x.s.l, x.s.h, x.s.d, x.s.v)
            known, here = self._by_key.get(key), (first, last, stating)
            self._by_key[key] = here if known is None else _merged(known, here)

    def items(self) -> Iterator[tuple[Key, RunRegister]]:
        """The registers by key, in an order that depends on nothing but the keys."""
        for key in sorted(self._by_key, key=_in_order):
            yield key, RunRegister(*self._by_key[key])


def _merged(
    known: tuple[First | None, Instance, Instance | None],
    other: tuple[First | None, Instance, Instance | None],
) -> tuple[First | None, Instance, Instance | None]:
    # Instances that are equal up to their place are of one event, and so equal in all else.
    first, last, stating = known
    first_there, last_there, stating_there = other
    if first is None or (first_there is not None and first_there < first):
        first = first_there
    last = max(last, last_there)
    if stating is None or (stating_there is not None and stating_there > stating):
        stating = stating_there
    return first, last, stating


def _in_order(key: Key) -> tuple[str, bool, int, bool, str, str]:
    part, node, partition, facet = key
    return part, node is not None, node or 0, partition is not None, partition or "", facet


class _Place(msgspec.Struct):
    t: int
    r: int
    g: str
    l: int  # noqa: E741  the names are short because every run stores them many times


class _First(_Place, omit_defaults=True):
    v: str | None = None


class _Stated(_Place, omit_defaults=True, kw_only=True):
    h: str | None = None
    d: int
    v: str | None = None


class _Stored(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A register as the store keeps it: part, node, partition and facet; the first instance; the
    last one (hash, deleted, value and order); the last that states something, if it is another."""

    e: str
    n: int | None = None
    p: str | None = None
    f: str
    a: _First | None = None
    h: str | None = None
    d: int
    v: str | None = None
    k: _Place
    s: _Stated | None = None


_DECODER = msgspec.json.Decoder(list[_Stored])
_ENCODER = msgspec.json.Encoder()


def as_json(registers: Iterable[tuple[Key, RunRegister]]) -> str:
    """Registers as the store keeps them."""
    return _ENCODER.encode([_stored(key, register) for key, register in registers]).decode()


def _stored(key: Key, register: RunRegister) -> _Stored:
    part, node, partition, facet = key
    first, last, stating = register
    other = None
    if stating is not None and stating[:4] != last[:4]:
        other = _Stated(*stating[:4], h=stating[4], d=stating[5], v=stating[6])
    return _Stored(
        e=part,
        n=node,
        p=partition,
        f=facet,
        a=None if first is None else _First(*first),
        h=last[4],
        d=last[5],
        v=last[6],
        k=_Place(*last[:4]),
        s=other,
    )
