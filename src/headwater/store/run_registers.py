"""The registers of stored runs, with the excerpts that they quote."""

from collections.abc import Iterable

from headwater.model.excerpts import Excerpt, excerpt_from
from headwater.model.runs.registers import Registers
from headwater.model.runs.stored_registers import StoredRegisters, decoded
from headwater.store.backend import Row
from headwater.store.read import Snapshot

_EXCERPTS = "SELECT excerpt_key, text FROM excerpts WHERE excerpt_key IN {keys}"


def registers_of(snapshot: Snapshot, facts: Iterable[bytes]) -> list[Registers]:
    """The registers of runs, each given by what `runs.facts` has of it, in the same order."""
    stored = [decoded(one) for one in facts]
    excerpts = excerpts_of(snapshot, stored)
    return [one.registers(excerpts) for one in stored]


def excerpts_of(snapshot: Snapshot, stored: Iterable[StoredRegisters]) -> dict[int, Excerpt]:
    """The excerpts that runs quote, by key."""
    wanted = {key for one in stored for key in one.excerpts}
    return snapshot.by_key(_EXCERPTS, wanted, _excerpt)


def _excerpt(rows: list[Row]) -> Excerpt:
    [(_, text)] = rows
    return excerpt_from(text)
