"""Registers as the store keeps them: JSON without names, and without saying anything twice.

All registers of a run are of a few events, and about a few names. So these are listed once, and
others refer to them by number: `[[event, …], [node, …], [register, …], [quoting, …]]`. Registers
are of facts that stand in no excerpt. They and quotings are arrays with the fields of `_Stored` and
`_StoredQuoting`, which end where only defaults would follow.
"""

from collections.abc import Iterable
from typing import Any, TypeAlias

import msgspec

from headwater.model.excerpts import excerpt_from
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


class _Stored(msgspec.Struct, array_like=True, frozen=True):
    part: str
    node: _Number | None
    facet: str
    event: _Number
    """The event of the last instance. Place, hash, value and deleted are of this instance, too."""
    place: int
    hash: str | None = None
    value: str | None = None
    first: bool | tuple[_Number, int, str | None] | None = None
    """The event, place and value of the first instance; true where it is the last one, too."""
    stating: tuple[_Number, int, str | None, int, str | None] | None = None
    """The last instance that states something, if it is not the last one."""
    deleted: int | None = None
    partition: str | None = None


class _StoredQuoting(msgspec.Struct, array_like=True, frozen=True):
    excerpt: msgspec.Raw
    event: _Number
    """The event that quoted it last. `place` is there, too."""
    place: int
    first: _Number | None = None
    """The event that quoted it first, if that is another one."""
    first_place: int | None = None
    """The place there, if it is another one."""


_DECODER = msgspec.json.Decoder(tuple[list[K], list[int], list[_Stored], list[_StoredQuoting]])
_ENCODER = msgspec.json.Encoder()
_REQUIRED = 5
"""The number of fields that every register has."""


def as_json(folded: Folded) -> str:
    """Registers as the store keeps them."""
    events: dict[K, _Number] = {}
    nodes: dict[int | None, _Number | None] = {None: None}
    own = [_stored(key, register, events, nodes) for key, register in folded.own.items()]
    quotings = [one for of_aspect in folded.aspects.values() for one in of_aspect]
    quotings.sort(key=_text)
    quoted = [_stored_quoting(quoting, events) for quoting in quotings]
    del nodes[None]
    return _ENCODER.encode(([*events], [*nodes], own, quoted)).decode()


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
    row: list[Any] = [
        part,
        number,
        facet,
        event,
        place,
        content,
        value,
        None,
        None,
        deleted or None,
        partition,
    ]
    if first is not None:
        is_last = first[:4] == last[:4]
        row[7] = is_last or (events.setdefault(first[:3], len(events)), *first[3:])
    if stating is not None and stating[:4] != last[:4]:
        row[8] = (events.setdefault(stating[:3], len(events)), *stating[3:])
    while row[-1] is None and len(row) > _REQUIRED:
        row.pop()
    return row


def _text(quoting: Quoting) -> bytes:
    return quoting[0].text


def _stored_quoting(quoting: Quoting, events: dict[K, _Number]) -> list[Any]:
    excerpt, first, last = quoting
    row = [msgspec.Raw(excerpt.text), events.setdefault(last[:3], len(events)), last[3]]
    if first != last:
        row.append(events.setdefault(first[:3], len(events)))
        if first[3] != last[3]:
            row.append(first[3])
    return row


def from_json(facts: str | bytes) -> Registers:
    """What registers that `as_json` has written were folded from."""
    events, nodes, stored, quoted = _DECODER.decode(facts)
    found = Registers()
    for one in stored:
        node = None if one.node is None else nodes[one.node]
        found.put((one.part, node, one.partition, one.facet), _register(one, events))
    for each in quoted:
        last: Place = (*events[each.event], each.place)
        first = last
        if each.first is not None:
            place = each.place if each.first_place is None else each.first_place
            first = (*events[each.first], place)
        found.quote((excerpt_from(bytes(each.excerpt)), first, last))
    return found


def _register(stored: _Stored, events: list[K]) -> RunRegister:
    last: Instance = (
        *events[stored.event],
        stored.place,
        stored.hash,
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
        stating = (*events[stored.stating[0]], *stored.stating[1:])
    elif stored.value is not None or stored.deleted:
        stating = last
    return first, last, stating


def registers_in(facts: str) -> Iterable[tuple[Key, RunRegister]]:
    """All registers of a run, as the store has them."""
    return from_json(facts).fold().registers.items()
