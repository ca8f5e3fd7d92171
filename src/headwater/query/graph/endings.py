"""What became of datasets that were dropped or renamed (semantics 5.6)."""

from collections.abc import Collection
from typing import NamedTuple

from headwater.answers.graph import Ending
from headwater.answers.moments import Instant
from headwater.query.moments import instant
from headwater.query.names.entities import entities
from headwater.query.names.run_ids import public_ids
from headwater.query.runs.stored_runs import stored_runs
from headwater.store import Snapshot


class StoredDrop(NamedTuple):
    """A row of the table `drops`, without the dataset."""

    dropped_at: int
    place_kind: int
    place_id: str

    @property
    def place(self) -> tuple[int, int, str]:
        return (self.dropped_at, self.place_kind, self.place_id)

    @property
    def run_key(self) -> str | None:
        """The run that dropped the dataset, or None if a dataset event did."""
        return self.place_id.partition(":")[0] if self.place_kind else None


def endings(snapshot: Snapshot, dropped: Collection[int], at: int) -> dict[int, Ending]:
    """How each of these datasets ended, which are dropped as of `at`."""
    last: dict[int, StoredDrop] = {}
    for key, *place in snapshot.query_in(
        "SELECT dataset_id, dropped_at, place_kind, place_id FROM drops"
        " WHERE dataset_id IN {keys} AND dropped_at <= ?",
        sorted(dropped),
        (at,),
    ):
        drop = StoredDrop(*place)
        last[key] = max(last.get(key, drop), drop)
    runs = stored_runs(snapshot, (drop.run_key for drop in last.values() if drop.run_key))
    ids = public_ids(snapshot, runs)
    renamed = _renamed(snapshot, last)
    named = entities(snapshot, {*renamed.values(), *(run.job_id for run in runs.values())})
    connected = _last_connected(snapshot, last, at)
    found = {}
    for key, drop in last.items():
        run = runs.get(drop.run_key or "")
        found[key] = Ending(
            at=Instant(drop.dropped_at),
            run=ids[run.run_key] if run else None,
            job=named[run.job_id].id if run else None,
            renamed_to=named[renamed[key]].id if key in renamed else None,
            last_connected=instant(connected.get(key)),
        )
    return found


def _renamed(snapshot: Snapshot, drops: dict[int, StoredDrop]) -> dict[int, int]:
    """For each of the dropped datasets that was renamed, the dataset that it became."""
    by_run = snapshot.query_in(
        "SELECT v.run_key, n.entity_id, v.dataset_id FROM dataset_versions v"
        " JOIN nodes n ON n.node_id = v.follows_node WHERE v.run_key IN {keys}",
        sorted({drop.run_key for drop in drops.values() if drop.run_key is not None}),
    )
    # A dataset event that renames is about the dataset with the new name.
    by_event = snapshot.query_in(
        "SELECT e.digest, n.entity_id FROM events e JOIN nodes n ON n.node_id = e.node_id"
        " WHERE e.digest IN {keys}",
        sorted({drop.place_id for drop in drops.values() if drop.run_key is None}),
    )
    after_run = {(run_key, before): after for run_key, before, after in by_run}
    after_event: dict[str, int] = dict(by_event)
    found = {}
    for key, drop in drops.items():
        if drop.run_key is None:
            after = after_event.get(drop.place_id)
        else:
            after = after_run.get((drop.run_key, key))
        if after is not None and after != key:
            found[key] = after
    return found


def _last_connected(snapshot: Snapshot, keys: Collection[int], at: int) -> dict[int, int]:
    """When the last edge of each dataset ended, which lies in the future while it has one."""
    found: dict[int, int] = {}
    for end in ("origin", "destination"):
        for key, until in snapshot.query_in(
            f"SELECT {end}, max(valid_to) FROM edges WHERE {end} IN {{keys}}"
            f" AND valid_from <= ? GROUP BY {end}",
            sorted(keys),
            (at,),
        ):
            found[key] = max(found.get(key, 0), until)
    return found
