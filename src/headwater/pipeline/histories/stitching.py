"""Joining what was derived anew in a window with what is stored around it.

Nothing before a window changes, and nothing after one that ends as stored: stored rows are right
there, and derived rows inside.
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
