"""Comparing two stores row by row, for `headwater verify`."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from headwater.store.backend import Row
from headwater.store.connect import Store
from headwater.store.read import Snapshot
from headwater.store.tables import TABLES, Table


@dataclass(frozen=True, slots=True)
class RowDifference:
    """One difference between two stores."""

    table: str
    key: Row
    column: str | None
    """None if only one store has the row. `left` or `right` then holds the whole row."""
    left: Any
    right: Any


@dataclass(slots=True)
class StoreComparison:
    """How two stores differ."""

    rows: dict[str, tuple[int, int]] = field(default_factory=dict)
    """The number of rows on the left and on the right, by table."""
    differing_rows: int = 0
    differences: list[RowDifference] = field(default_factory=list)
    """The first differences, column by column."""

    @property
    def equal(self) -> bool:
        return self.differing_rows == 0


def differences(a: Store | Snapshot, b: Store | Snapshot, limit: int = 20) -> StoreComparison:
    """Compares all columns that follow from the set of events. Arrival columns are left out."""
    comparison = StoreComparison()
    with ExitStack() as stack:
        left, right = (
            stack.enter_context(side.snapshot()) if isinstance(side, Store) else side
            for side in (a, b)
        )
        for table in TABLES:
            _compare(table, left, right, comparison, limit)
    return comparison


def _compare(
    table: Table, left: Snapshot, right: Snapshot, comparison: StoreComparison, limit: int
) -> None:
    others = [name for name in table.content if name not in table.key]
    columns = (*table.key, *others)
    keys = len(table.key)
    counts = [0, 0]
    for ours, theirs in _merged(left.rows(table, columns), right.rows(table, columns), keys):
        counts[0] += ours is not None
        counts[1] += theirs is not None
        if ours == theirs:
            continue
        comparison.differing_rows += 1
        for difference in _explained(table, columns, ours, theirs):
            if len(comparison.differences) < limit:
                comparison.differences.append(difference)
    comparison.rows[table.name] = (counts[0], counts[1])


def _merged(
    left: Iterator[Row], right: Iterator[Row], keys: int
) -> Iterator[tuple[Row | None, Row | None]]:
    """Rows with the same key side by side. Both stores sort text by code point, as Python does."""
    ours, theirs = next(left, None), next(right, None)
    while ours is not None or theirs is not None:
        if theirs is None or (ours is not None and ours[:keys] < theirs[:keys]):
            yield ours, None
            ours = next(left, None)
        elif ours is None or theirs[:keys] < ours[:keys]:
            yield None, theirs
            theirs = next(right, None)
        else:
            yield ours, theirs
            ours, theirs = next(left, None), next(right, None)


def _explained(
    table: Table, columns: tuple[str, ...], ours: Row | None, theirs: Row | None
) -> Iterator[RowDifference]:
    keys = len(table.key)
    if ours is None or theirs is None:
        present = ours or theirs or ()
        yield RowDifference(table.name, present[:keys], None, ours, theirs)
        return
    for name, left, right in zip(columns, ours, theirs, strict=True):
        if left != right:
            yield RowDifference(table.name, ours[:keys], name, left, right)
