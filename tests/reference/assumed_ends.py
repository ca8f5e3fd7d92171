"""3.7: the ends that runs are assumed to have. They are no rows, and shown only."""

from typing import Any

from tests.reference import columns, lineage
from tests.strategies import World

FARTHEST = 20

Row = dict[str, Any]


def assumed_ends(records: World) -> dict[str, tuple[str, int]]:
    """The state and the time, by run key, of the runs that are assumed to have ended."""
    rows = [dict(zip(columns("runs"), row, strict=True)) for row in lineage(records)["runs"]]
    runs = {row["run_key"]: row for row in rows}
    found = {}
    for row in rows:
        if row["ended_at"] is None and row["processing"] == "BATCH":
            ends = [run for run in _above(row, runs) if run["ended_at"] >= row["started_at"]]
            if ends:
                found[row["run_key"]] = (ends[0]["state"], ends[0]["ended_at"])
    return found


def _above(run: Row, runs: dict[str, Row]) -> list[Row]:
    """The first parent that has ended, and the root that the run names, if that has ended."""
    found = []
    above = run
    for _ in range(FARTHEST):
        if above["parent_run_key"] not in runs:
            break
        above = runs[above["parent_run_key"]]
        if above["ended_at"] is not None:
            found.append(above)
            break
    root = runs.get(run["root_run_key"])
    return [*found, root] if root and root["ended_at"] is not None else found
