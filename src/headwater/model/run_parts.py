"""Runs as far as some of their events make them: as rows, and as items of histories.

Whoever reads a range of the log folds the facts of each run in it (`model.runs.registers`), and
makes of them what they would be if the run had no other events. For most runs that is so.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from headwater.model.excerpts import Excerpt
from headwater.model.jobs.items import RunItem, run_item
from headwater.model.runs import rows as model
from headwater.model.runs.registers import Folded, Registers
from headwater.model.runs.stored_registers import decoded


class Part(NamedTuple):
    """A run, as far as some of its events make it."""

    run: model.RunRow
    item: RunItem
    io: list[model.RunIoRow]


def part(run_key: str, run_id: str, folded: Folded) -> Part:
    """What these registers make of a run."""
    return _part(model.run(run_key, run_id, folded), folded)


def merged_part(
    run_key: str, run_id: str, facts: Iterable[bytes], excerpts: Mapping[int, Excerpt]
) -> Part:
    """What the parts of a run make of it together, each given by its `RunRow.facts`.

    `excerpts` has those that they quote, by key.
    """
    registers = Registers()
    for stored in facts:
        registers.merge(decoded(stored).registers(excerpts).fold())
    return part(run_key, run_id, registers.fold())


def stored_part(run: Mapping[str, Any], registers: Registers) -> Part:
    """A stored run as a part: its row, and what follows from its registers."""
    made = model.RunRow(*(run[name] for name in model.RunRow._fields))
    return _part(made, registers.fold())


def _part(made: model.RunRow, folded: Folded) -> Part:
    io = model.run_io(made, folded)
    return Part(made, run_item(made, io, folded), io)
