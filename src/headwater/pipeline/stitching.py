"""Joining what was derived anew in a window with what is stored around it, and telling both apart.

Nothing before a window changes, and nothing after one that ends as stored: stored rows are right
there, and derived rows inside.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from headwater.pipeline.stored import Row, Rows
from headwater.pipeline.windows import Window
from headwater.store.tables import Table


def meet(table: Table, stored: Rows, derived: Rows, window: Window) -> bool:
    """Whether the same holds at the end of the window, as stored and as derived."""
    return _held(table, stored, window.until).keys() == _held(table, derived, window.until).keys()


def stitched(table: Table, stored: Rows, derived: Rows, window: Window) -> Rows:
    """Rows with intervals: derived ones inside the window, stored ones around it.

    Those that meet at its ends and are otherwise alike become one.
    """
    since, until = window
    found: Rows = []
    ending = {
        _what(table, row): {**row, "valid_to": min(row["valid_to"], since)}
        for row in stored
        if row["valid_from"] < since
    }
    going_on = _held(table, stored, until)
    for row in derived:
        if row["valid_to"] <= since:
            continue
        what, begin, end = _what(table, row), row["valid_from"], row["valid_to"]
        if begin <= since:
            before = ending.pop(what, None)
            begin = before["valid_from"] if before else since
        if end > until:
            end = going_on[what]["valid_to"]
        found.append({**row, "valid_from": begin, "valid_to": end})
    return found + list(ending.values())


def _what(table: Table, row: Row) -> tuple[Any, ...]:
    """All that a row says but when."""
    return tuple(row[name] for name in table.names if name not in ("valid_from", "valid_to"))


def _held(table: Table, rows: Rows, moment: int) -> dict[tuple[Any, ...], Row]:
    """What holds just before a moment."""
    return {_what(table, row): row for row in rows if row["valid_from"] < moment <= row["valid_to"]}


@dataclass
class Difference:
    """What must be written so that stored rows become others."""

    changed: Rows = field(default_factory=list)
    removed: list[tuple[Any, ...]] = field(default_factory=list)
    """By key."""


def difference(table: Table, stored: Rows, wanted: Rows) -> Difference:
    """`stored` are all rows in the range of which `wanted` are to remain."""
    was, will = _by_key(table, stored), _by_key(table, wanted)
    return Difference(
        [row for key, row in will.items() if was.get(key) != row],
        [key for key in was if key not in will],
    )


def _by_key(table: Table, rows: Iterable[Row]) -> dict[tuple[Any, ...], Row]:
    key, names = table.key, table.names
    return {
        tuple([row[name] for name in key]): {name: row.get(name) for name in names} for row in rows
    }
