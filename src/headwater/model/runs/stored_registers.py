"""Registers as the store keeps them: MessagePack without names, and nothing said twice.

All registers of a run are of a few events, and about a few names. So these are listed once, and
others refer to them by number: `[[event, …], [node, …], [register, …], [quoting, …]]`. Registers
are of facts that stand in no excerpt. They and quotings are arrays with the fields of `_Stored` and
`_StoredQuoting`, which end where only defaults would follow. Excerpts are stored elsewhere, each
once, and quotings refer to them by key. Digests and hashes are bytes.
"""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

import msgspec

from headwater.model.excerpts import Excerpt
from headwater.model.runs.registers import (
    First,
    Folded,
    Instance,
    K,
    Key,
    Place,
    Quoting,
    Registers,
    RunRegister,
)

_Number: TypeAlias = int
"""The number of an event or a node in its list."""


_PARTS = ("event", "batch", "run", "inputFacets", "outputFacets")
"""The parts that are stored by number: those of facts that stand in no excerpt."""
_NUMBER_OF_PART = {part: number for number, part in enumerate(_PARTS)}


class _Stored(msgspec.Struct, array_like=True, frozen=True):
    part: str | int
    node: _Number | None
    facet: str
    event: _Number
    """The event of the last instance. Place, hash, value and deleted are of this instance, too."""
    place: int
    hash: bytes | None = None
    value: str | None = None
    first: bool | tuple[_Number, int, str | None] | None = None
    """The event, place and value of the first instance; true where it is the last one, too."""
    stating: tuple[_Number, int, bytes | None, int, str | None] | None = None
    """The last instance that states something, if it is not the last one."""
    deleted: int | None = None
    partition: str | None = None


class _StoredQuoting(msgspec.Struct, array_like=True, frozen=True):
    excerpt: int
    """The key of the excerpt."""
    event: _Number
    """The event that quoted it last. `place` is there, too."""
    place: int
    first: _Number | None = None
    """The event that quoted it first, if that is another one."""
    first_place: int | None = None
    """The place there, if it is another one."""


_ENCODER = msgspec.msgpack.Encoder()


def stored(folded: Folded) -> bytes:
    """Registers as the store keeps them."""
    events: dict[K, _Number] = {}
    nodes: dict[int | None, _Number | None] = {None: None}
    own = [_stored(key, register, events, nodes) for key, register in folded.own.items()]
    quotings = [one for of_aspect in folded.aspects.values() for one in of_aspect]
    quotings.sort(key=_excerpt)
    quoted = [_stored_quoting(quoting, events) for quoting in quotings]
    del nodes[None]
    listed = [(time, rank, bytes.fromhex(digest)) for time, rank, digest in events]
    return _ENCODER.encode((listed, [*nodes], own, quoted))


def _stored(
    key: Key,
    register: RunRegister,
    events: dict[K, _Number],
    nodes: dict[int | None, _Number | None],
) -> list[Any]:
    part, node, partition, facet = key
    first, last, stating = register
    number = nodes.setdefault(node, len(nodes) - 1)
    event = events.setdefault(last[:3], len(events))
    _, _, _, place, content, deleted, value = last
    began: bool | tuple[_Number, int, str | None] | None = None
    if first is not None:
        is_last = first[:4] == last[:4]
        began = is_last or (events.setdefault(first[:3], len(events)), *first[3:])
    stated: tuple[_Number, int, bytes | None, int, str | None] | None = None
    if stating is not None and stating[:4] != last[:4]:
        at = events.setdefault(stating[:3], len(events))
        stated = (at, stating[3], _as_bytes(stating[4]), *stating[5:])
    further = (_as_bytes(content), value, began, stated, deleted or None, partition)
    given = len(further)
    while given and further[given - 1] is None:
        given -= 1
    return [_NUMBER_OF_PART.get(part, part), number, facet, event, place, *further[:given]]


def _as_bytes(content: str | None) -> bytes | None:
    return None if content is None else bytes.fromhex(content)


def _as_text(content: bytes | None) -> str | None:
    return None if content is None else content.hex()


def _excerpt(quoting: Quoting) -> int:
    return quoting[0].key


def _stored_quoting(quoting: Quoting, events: dict[K, _Number]) -> list[Any]:
    excerpt, first, last = quoting
    row = [excerpt.key, events.setdefault(last[:3], len(events)), last[3]]
    if first != last:
        row.append(events.setdefault(first[:3], len(events)))
        if first[3] != last[3]:
            row.append(first[3])
    return row


class StoredRegisters(msgspec.Struct, array_like=True, frozen=True):
    """What `stored` has written, decoded."""

    _events: list[tuple[int, int, bytes]]
    _nodes: list[int]
    _own: list[_Stored]
    _quoted: list[_StoredQuoting]

    @property
    def excerpts(self) -> set[int]:
        """The keys of the excerpts that are quoted."""
        return {one.excerpt for one in self._quoted}

    def own(self) -> Iterator[tuple[Key, RunRegister]]:
        """The registers of facts that stand in no excerpt."""
        events = self._ks()
        for one in self._own:
            node = None if one.node is None else self._nodes[one.node]
            part = _PARTS[one.part] if isinstance(one.part, int) else one.part
            yield (part, node, one.partition, one.facet), _register(one, events)

    def registers(self, excerpts: Mapping[int, Excerpt]) -> Registers:
        """What they were folded from. `excerpts` has those that are quoted, by key."""
        found = Registers()
        for key, register in self.own():
            found.put(key, register)
        events = self._ks()
        for each in self._quoted:
            last: Place = (*events[each.event], each.place)
            first = last
            if each.first is not None:
                place = each.place if each.first_place is None else each.first_place
                first = (*events[each.first], place)
            found.quote((excerpts[each.excerpt], first, last))
        return found

    def _ks(self) -> list[K]:
        return [(time, rank, digest.hex()) for time, rank, digest in self._events]


_DECODER = msgspec.msgpack.Decoder(StoredRegisters)


def decoded(facts: bytes) -> StoredRegisters:
    """What `stored` has written."""
    return _DECODER.decode(facts)


def _register(stored: _Stored, events: list[K]) -> RunRegister:
    last: Instance = (
        *events[stored.event],
        stored.place,
        _as_text(stored.hash),
        stored.deleted or 0,
        stored.value,
    )
    first: First | None = None
    if stored.first is True:
        first = (*last[:4], stored.value)
    elif stored.first:
        first = (*events[stored.first[0]], *stored.first[1:])
    stating: Instance | None = None
    if stored.stating is not None:
        event, place, content, deleted, value = stored.stating
        stating = (*events[event], place, _as_text(content), deleted, value)
    elif stored.value is not None or stored.deleted:
        stating = last
    return first, last, stating
