"""The registers of stored runs, with the excerpts that they quote."""

from collections.abc import Iterable, Set

from headwater.errors import StoreError
from headwater.model.excerpts import Excerpt, excerpt_from
from headwater.model.runs.registers import Key, Registers, RunRegister
from headwater.model.runs.stored_registers import decoded
from headwater.store.backend import Row
from headwater.store.read import Snapshot

_EXCERPTS = "SELECT excerpt_key, text FROM excerpts WHERE excerpt_key IN {keys}"


def registers_of(snapshot: Snapshot, facts: Iterable[bytes]) -> list[Registers]:
    """The registers of runs, each given by what `runs.facts` has of it, in the same order."""
    stored = [decoded(one) for one in facts]
    excerpts = excerpts_with(snapshot, {key for one in stored for key in one.excerpts})
    return [one.registers(excerpts) for one in stored]


def folded_registers_of(snapshot: Snapshot, facts: Iterable[bytes]) -> list[dict[Key, RunRegister]]:
    """All registers of runs by their keys, for who only reads them; otherwise as `registers_of`."""
    return [one.fold().registers for one in registers_of(snapshot, facts)]


def excerpts_with(snapshot: Snapshot, wanted: Set[int]) -> dict[int, Excerpt]:
    """The excerpts with these keys."""
    found = snapshot.by_key(_EXCERPTS, wanted, _excerpt)
    if missing := wanted - found.keys():
        raise StoreError(
            f"the store lacks {len(missing)} of the excerpts that its runs quote, {min(missing)}"
            " among them: it is damaged; rebuild it with `headwater build --full`"
        )
    return found


def _excerpt(rows: list[Row]) -> Excerpt:
    [(_, text)] = rows
    return excerpt_from(text)
