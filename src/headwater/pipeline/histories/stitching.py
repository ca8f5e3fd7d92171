"""Stitching: joining what was derived in a window with what is stored around it.

Nothing before a window changes, nor after a window that ends in the stored state. So stored rows
are right outside the window, and derived rows inside.
"""

from typing import Any

from headwater.pipeline.histories.windows import Window
from headwater.pipeline.source.stored import Row, Rows
from headwater.store.tables import Table


def meet(table: Table, stored: Rows, derived: Rows, window: Window) -> bool:
    """Whether the same holds at the end of the window, as stored and as derived."""
    return _held(table, stored, window.until).keys() == _held(table, derived, window.until).keys()


def stitched(table: Table, stored: Rows, derived: Rows, window: Window) -> Rows:
    """Rows with intervals: derived ones inside the window, stored ones around it.

    Rows that touch at an end of the window and are alike in all but their times become one.
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
    """All values of a row but those that say from when to when it holds."""
    return tuple(row[name] for name in table.names if name not in ("valid_from", "valid_to"))


def _held(table: Table, rows: Rows, moment: int) -> dict[tuple[Any, ...], Row]:
    """The rows that hold just before a moment."""
    return {_what(table, row): row for row in rows if row["valid_from"] < moment <= row["valid_to"]}
