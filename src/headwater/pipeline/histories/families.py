"""Datasets that renames connect, as a batch derives them (see `headwater.model.datasets.families`).

A rename continues with the schema of the version that it follows. So where a history changes before
a rename away, the history of the new dataset may change at the rename. And where a history with a
rename in it is derived, it depends on what the old dataset held at that time.
"""

from collections.abc import Iterable
from typing import NamedTuple

from headwater.model.order import FOREVER
from headwater.pipeline.batch.naming import Naming
from headwater.pipeline.histories.cuts import members
from headwater.pipeline.histories.windows import NOWHERE, Cut
from headwater.pipeline.source.stored import Row, Rows, rows
from headwater.store.read import Snapshot
from headwater.store.tables import DATASET_VERSIONS

_BY_RUNS = "SELECT node_id, renamed_from, first_time, used_at FROM run_io"
_BY_EVENTS = "SELECT node_id, renamed_from, event_time, event_time FROM dataset_events"

_StatedRename = tuple[int, int, int, int | None]
"""The new and the old name, the time of the first event that states the rename, and the time from
which it counts."""


class Rename(NamedTuple):
    """A rename of one dataset into another.

    The rename of a stream lies somewhere between the first and the last event of its run.
    """

    new: int
    old: int
    first: int
    last: int


def with_families(snapshot: Snapshot, naming: Naming, cuts: dict[int, Cut]) -> dict[int, Cut]:
    """The cuts, and those of the datasets that renames away lead to.

    All cuts of such a family reach to the end, so that it is derived in one attempt. A second
    attempt would have to pass on what the first one derived for the others.
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
    """The renames stated by stored runs, by rows of `run_io`, and by rows of `dataset_events`."""
    by_runs = snapshot.query_in(
        f"{_BY_RUNS} WHERE renamed_from IS NOT NULL AND run_key IN {{keys}}", run_keys
    )
    now = [
        (row["node_id"], row["renamed_from"], row[first], row[last])
        for stated, first, last in (
            (listed, "first_time", "used_at"),
            (events, "event_time", "event_time"),
        )
        for row in stated
        if row["renamed_from"] is not None
    ]
    return _renames(snapshot, naming, [*by_runs, *now])


def _renames(snapshot: Snapshot, naming: Naming, stated: list[_StatedRename]) -> list[Rename]:
    nodes = {node for new, old, *_ in stated for node in (new, old)} - naming.entity_of.keys()
    stored = snapshot.query_in(
        "SELECT node_id, entity_id FROM nodes WHERE node_id IN {keys}", nodes
    )
    entity_of = dict(stored) | naming.entity_of
    found = {
        Rename(entity_of[new], entity_of[old], min(first, last), last)
        for new, old, first, last in stated
        if last is not None  # else the run is not finished, and has not renamed anything
    }
    return sorted(rename for rename in found if rename.new != rename.old)


def followed_versions(snapshot: Snapshot, rename: Rename) -> Rows:
    """The stored version that a rename follows, and those of the time when it may have happened."""
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
