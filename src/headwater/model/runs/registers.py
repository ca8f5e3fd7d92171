"""Registers: the facts of one run, folded. They are the join-semilattice at the heart of lineage.

A fact's key within its run is (part, node, partition, facet). The instances of a key are ordered by
K and then by their place in the event. A register keeps three of them: the first, where that
matters; the last; and the last that states something or is a tombstone. Keeping the smallest or
largest of a set is associative, commutative and idempotent. So folding facts in any order and any
number of times, and merging what was folded apart, gives the same registers.

Most facts stand in excerpts (`model.excerpts`). So while a run is folded, it is enough to know
where each excerpt was quoted first and last.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from headwater.model.event_facts import Quotation
from headwater.model.excerpts import Aspect, Excerpt
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


RunRegister: TypeAlias = tuple[First | None, Instance, Instance | None]
"""What is kept of the instances of one key: the first, where that matters; the last; and the last
that states something, or is a tombstone. There are so many of these that they are plain tuples."""


def stated(register: RunRegister) -> str | None:
    """The value that was stated last; None after a tombstone."""
    return None if register[2] is None else register[2][6]


def stated_hash(register: RunRegister) -> str | None:
    """The hash of what was stated last; None after a tombstone."""
    return None if register[2] is None or register[2][6] is None else register[2][4]


def stated_at(register: RunRegister) -> Place:
    """When it was stated last, or mentioned last if nothing was ever stated."""
    return (register[2] or register[1])[:4]


def hash_in_force(register: RunRegister) -> str | None:
    """The hash of what was sent last, whether it states anything or not; None after a tombstone."""
    return None if register[1][5] else register[1][4]


def is_withdrawn(register: RunRegister) -> bool:
    """Whether a tombstone came after everything that was stated."""
    return register[2] is not None and register[2][5] == 1


Quoting: TypeAlias = tuple[Excerpt, Place, Place]
"""An excerpt that events of a run quote, and where they do so first and last."""


class Folded(NamedTuple):
    """The registers of one run. Excerpts on different aspects have no key in common."""

    own: dict[Key, RunRegister]
    """The registers of facts that stand in no excerpt, in the order of their keys."""
    aspects: dict[Aspect, list[Quoting]]
    """The excerpts that all other registers are made of. An excerpt that later events have
    overtaken is left out."""

    @property
    def registers(self) -> dict[Key, RunRegister]:
        """All registers of the run."""
        found = dict(self.own)
        for quotings in self.aspects.values():
            found.update(registers_of(quotings))
        return found


class Registers:
    """The registers of one run, while facts are folded into them."""

    __slots__ = ("_own", "_quoted")

    def __init__(self) -> None:
        self._own: dict[Key, RunRegister] = {}
        self._quoted: dict[bytes, Quoting] = {}
        """What was quoted, by the text of the excerpt."""

    def add(self, k: K, facts: Iterable[Fact], quoted: Iterable[Quotation] = ()) -> None:
        """Folds what one event says."""
        for part, node, partition, facet, place, content, deleted, value in facts:
            instance = (*k, place, content, deleted, value)
            stating = instance if value is not None or deleted else None
            first = (*k, place, value) if _keeps_first(part, facet, value) else None
            self.put((part, node, partition, facet), (first, instance, stating))
        for excerpt, place, *_ in quoted:
            at = (*k, place)
            self.quote((excerpt, at, at))

    def merge(self, other: Folded) -> None:
        """Merges what was folded elsewhere."""
        for key, register in other.own.items():
            self.put(key, register)
        for quotings in other.aspects.values():
            for quoting in quotings:
                self.quote(quoting)

    def put(self, key: Key, register: RunRegister) -> None:
        """Merges the register of a fact that stands in no excerpt."""
        known = self._own.get(key)
        self._own[key] = register if known is None else _merged(known, register)

    def quote(self, quoting: Quoting) -> None:
        """Merges an excerpt."""
        excerpt, first, last = quoting
        known = self._quoted.get(excerpt.text)
        if known is not None:
            quoting = excerpt, min(first, known[1]), max(last, known[2])
        self._quoted[excerpt.text] = quoting

    def fold(self) -> Folded:
        """The registers of all that was merged."""
        aspects: dict[Aspect, list[Quoting]] = {}
        for quoting in self._quoted.values():
            aspects.setdefault(quoting[0].aspect, []).append(quoting)
        needed = {aspect: _needed(quotings) for aspect, quotings in aspects.items()}
        own = sorted(self._own.items(), key=_order) if len(self._own) > 1 else self._own
        return Folded(dict(own), {aspect: found for aspect, found in needed.items() if found})


class _Entry(NamedTuple):
    """A fact of an excerpt, as registers are made of it."""

    key: Key
    place: int
    hash: str | None
    deleted: int
    value: str | None
    states: bool
    keeps_first: bool


@lru_cache(maxsize=16_384)  # most runs of a job quote the same excerpts
def _entries(excerpt: Excerpt) -> tuple[_Entry, ...]:
    return tuple(
        _Entry(
            (part, node, partition, facet),
            place,
            content,
            deleted,
            value,
            value is not None or deleted == 1,
            _keeps_first(part, facet, value),
        )
        for part, node, partition, facet, place, content, deleted, value in excerpt.facts
    )


def registers_of(quotings: Iterable[Quoting]) -> dict[Key, RunRegister]:
    """The registers of the facts in excerpts."""
    found: dict[Key, RunRegister] = {}
    for quoting in quotings:
        for key, register in _of_excerpt(quoting):
            known = found.get(key)
            found[key] = register if known is None else _merged(known, register)
    return found


def _of_excerpt(quoting: Quoting) -> Iterator[tuple[Key, RunRegister]]:
    excerpt, first_at, (time, rank, digest, start) = quoting
    for key, place, content, deleted, value, states, keeps_first in _entries(excerpt):
        last = (time, rank, digest, start + place, content, deleted, value)
        first = (*first_at[:3], first_at[3] + place, value) if keeps_first else None
        yield key, (first, last, last if states else None)


def _needed(quotings: list[Quoting]) -> list[Quoting]:
    """The excerpts on one aspect that a register comes from, with the places that it comes from."""
    if len(quotings) == 1:
        [(excerpt, first, last)] = quotings
        if not excerpt.facts:
            return []
        return quotings if first == last or _keeps_any_first(excerpt) else [(excerpt, last, last)]
    registers = registers_of(quotings)
    return [one for quoting in quotings for one in _needed_for(quoting, registers)]


def _needed_for(quoting: Quoting, registers: Mapping[Key, RunRegister]) -> Iterator[Quoting]:
    excerpt, first, last = quoting
    made = [(one, registers[key]) for key, one in _of_excerpt(quoting)]
    at_first = any(one[0] is not None and one[0] == whole[0] for one, whole in made)
    at_last = any(
        one[1] == whole[1] or (one[2] is not None and one[2] == whole[2]) for one, whole in made
    )
    if at_first or at_last:
        yield excerpt, first if at_first else last, last if at_last else first


@lru_cache(maxsize=16_384)
def _keeps_any_first(excerpt: Excerpt) -> bool:
    return any(entry.keeps_first for entry in _entries(excerpt))


def _keeps_first(part: str, facet: str, value: str | None) -> bool:
    return part in OWN_PARTS or (value is not None and (part, facet) in _KEEP_FIRST)


def _merged(known: RunRegister, other: RunRegister) -> RunRegister:
    # Instances that are equal up to their place are of one event, and so equal in all else.
    first, last, stating = known
    first_there, last_there, stating_there = other
    if first is None or (first_there is not None and first_there < first):
        first = first_there
    last = max(last, last_there)
    if stating is None or (stating_there is not None and stating_there > stating):
        stating = stating_there
    return first, last, stating


def _order(item: tuple[Key, RunRegister]) -> tuple[str, int, str, str]:
    part, node, partition, facet = item[0]
    return part, node or 0, partition or "", facet
