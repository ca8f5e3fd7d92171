"""Registers of a run written by hand, as `runs.facts` has them."""

from collections.abc import Iterable
from typing import NamedTuple

from headwater.model.order import BEGINNING, FOREVER
from headwater.model.runs.registers import Folded, Key, Place, RunRegister
from headwater.model.runs.stored_registers import stored

AT_THE_END: Place = (FOREVER, 0, "", 0)
AT_THE_BEGINNING: Place = (BEGINNING, 0, "", 0)


class Register(NamedTuple):
    """A register, with everything that a test does not care about filled in."""

    part: str
    facet: str
    hash: str | None = None
    node: int | None = None
    partition: str | None = None
    deleted: int = 0
    first: Place | None = None
    last: Place = AT_THE_END
    stating: Place | None = None
    """When something was stated last, if that is not what was sent last."""


def facts(registers: Iterable[Register]) -> bytes:
    """What `runs.facts` has of a run with these registers."""
    own: list[tuple[Key, RunRegister]] = [
        (
            (one.part, one.node, one.partition, one.facet),
            (
                None if one.first is None else (*one.first, None),
                (*one.last, one.hash, one.deleted, None),
                None if one.stating is None else (*one.stating, None, 0, None),
            ),
        )
        for one in registers
    ]
    return stored(Folded(dict(own), {}))
