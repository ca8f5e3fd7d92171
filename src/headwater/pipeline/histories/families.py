"""Datasets that renames connect, as a batch derives them (`headwater.model.dataset_families`).

A rename goes on with the schema of the version it follows. So where a history changes before a
rename away, the new dataset's may change at the rename; and where a history is derived with a
rename in it, what the old dataset held then is needed.
"""

from collections.abc import Iterable
from typing import NamedTuple

from headwater.model.order import FOREVER
from headwater.pipeline.batch.renaming import Naming
from headwater.pipeline.histories.cuts import members
from headwater.pipeline.histories.windows import NOWHERE, Cut
from headwater.pipeline.source.stored import Row, Rows, rows
from headwater.store.read import Snapshot
from headwater.store.tables import DATASET_VERSIONS

_BY_RUNS = "SELECT node_id, renamed_from, first_time, used_at FROM run_io"
_BY_EVENTS = "SELECT node_id, renamed_from, event_time, event_time FROM dataset_events"

_Told = tuple[int, int, int, int | None]
"""Names, new and old; when the event that says so came first, and when it counts."""


class Rename(NamedTuple):
    """Of one dataset into another. A stream's is somewhere between its first and last event."""

    new: int
    old: int
    first: int
    last: int


def with_families(snapshot: Snapshot, naming: Naming, cuts: dict[int, Cut]) -> dict[int, Cut]:
    """The cuts, and those that renames away lead to.

    All of these reach to the end, so that a family is derived at the first try: at another, what
    one of them came to would have to be told to the others.
    """
    found = dict(cuts)
    waiting = set(cuts)
    while waiting:
        changed: set[int] = set()
        for new, old, first, last in _away(snapshot, naming, waiting):
            since = found[old].since
            if last >= since:
                found[old] = Cut(since, FOREVER)
                before = found.get(new, NOWHERE)
                found[new] = before.joined(Cut(max(first, since), FOREVER))
                changed |= {new} if found[new] != before else set()
        waiting = changed
    return found


def _away(snapshot: Snapshot, naming: Naming, datasets: set[int]) -> list[Rename]:
    names = members(snapshot, datasets, naming)
    return _renames(
        snapshot,
        naming,
        [
            row
            for sql in (_BY_RUNS, _BY_EVENTS)
            for row in snapshot.query_in(f"{sql} WHERE renamed_from IN {{keys}}", names)
        ],
    )


def renames(
    snapshot: Snapshot,
    naming: Naming,
    run_keys: Iterable[str],
    listed: Iterable[Row],
    events: Iterable[Row],
) -> list[Rename]:
    """By stored runs, by rows of `run_io`, and by those of `dataset_events`."""
    by_runs = snapshot.query_in(
        f"{_BY_RUNS} WHERE renamed_from IS NOT NULL AND run_key IN {{keys}}", run_keys
    )
    now = [
        (row["node_id"], row["renamed_from"], row[first], row[last])
        for told, first, last in (
            (listed, "first_time", "used_at"),
            (events, "event_time", "event_time"),
        )
        for row in told
        if row["renamed_from"] is not None
    ]
    return _renames(snapshot, naming, [*by_runs, *now])


def _renames(snapshot: Snapshot, naming: Naming, told: list[_Told]) -> list[Rename]:
    nodes = {node for new, old, *_ in told for node in (new, old)} - naming.entity_of.keys()
    stored = snapshot.query_in(
        "SELECT node_id, entity_id FROM nodes WHERE node_id IN {keys}", nodes
    )
    entity_of = dict(stored) | naming.entity_of
    found = {
        Rename(entity_of[new], entity_of[old], min(first, last), last)
        for new, old, first, last in told
        if last is not None  # else the run goes on, and has not renamed anything
    }
    return sorted(rename for rename in found if rename.new != rename.old)


def followed_versions(snapshot: Snapshot, rename: Rename) -> Rows:
    """The version that a rename follows, as stored; and those of the time it may have been at."""
    of_old = "dataset_id = ? AND kind <> 'pinned' AND valid_from"
    order = "ORDER BY valid_from DESC, place_kind DESC, place_id DESC LIMIT 1"
    return [
        *rows(snapshot, DATASET_VERSIONS, f"{of_old} < ? {order}", (rename.old, rename.first)),
        *rows(
            snapshot,
            DATASET_VERSIONS,
            f"{of_old} >= ? AND valid_from <= ?",
            (rename.old, rename.first, rename.last),
        ),
    ]
