"""Joining what was derived anew since a cut with what was stored before it, and telling both apart.

Nothing before a cut changes, so stored rows are right there, and derived rows from there on.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from headwater.pipeline.stored import Row, Rows
from headwater.store.tables import Table


def stitched(table: Table, stored: Rows, derived: Rows, since: int) -> Rows:
    """Rows with intervals: stored ones up to `since`, derived ones from it on.

    Those that meet there and are otherwise alike become one.
    """
    others = [name for name in table.names if name not in ("valid_from", "valid_to")]
    found: Rows = []
    ending: dict[tuple[Any, ...], Row] = {}
    for row in stored:
        if row["valid_from"] < since:
            cut = {**row, "valid_to": min(row["valid_to"], since)}
            ending[tuple(row[name] for name in others)] = cut
    for row in derived:
        if row["valid_to"] <= since:
            continue
        key = tuple(row[name] for name in others)
        if row["valid_from"] <= since:
            before = ending.pop(key, None)
            found.append({**row, "valid_from": before["valid_from"] if before else since})
        else:
            found.append(row)
    return found + list(ending.values())


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
    return {
        tuple(row[name] for name in table.key): {name: row.get(name) for name in table.names}
        for row in rows
    }
