"""Which version a version follows, and which versions follow it (semantics 5.5, 5.6)."""

from collections.abc import Iterable

from headwater.query.versions.versions import (
    DatasetVersion,
    dataset_versions_in,
    dataset_versions_where,
    latest_until,
)
from headwater.store import Snapshot

_RENAMED = """
    SELECT v.version_id, (
        SELECT o.version_id FROM dataset_versions o
        WHERE o.dataset_id = n.entity_id AND o.kind <> 'pinned'
            AND (o.valid_from, o.place_kind, o.place_id)
              < (v.valid_from, v.place_kind, v.place_id)
        ORDER BY o.valid_from DESC, o.place_kind DESC, o.place_id DESC LIMIT 1)
    FROM dataset_versions v JOIN nodes n ON n.node_id = v.follows_node
    WHERE v.version_id IN {keys}"""


def followed(snapshot: Snapshot, versions: Iterable[DatasetVersion]) -> dict[str, DatasetVersion]:
    """By version id, the version that it follows: one found changed by a read, or a renamed one."""
    versions = list(versions)
    renamed = sorted(v.version_id for v in versions if v.follows is None and v.follows_node)
    before: dict[str, str | None] = {v.version_id: v.follows for v in versions}
    before |= dict(snapshot.query_in(_RENAMED, renamed))
    ids = {found for found in before.values() if found is not None}
    known = {v.version_id: v for v in dataset_versions_in(snapshot, "version_id", ids)}
    return {key: known[found] for key, found in before.items() if found in known}


def followers(snapshot: Snapshot, version: DatasetVersion) -> list[DatasetVersion]:
    """The versions that follow this one."""
    seen = dataset_versions_where(
        snapshot, "dataset_id = ? AND follows = ?", (version.dataset_id, version.version_id)
    )
    renamed = _renamed_from(snapshot, version)
    before = followed(snapshot, renamed)
    return seen + [after for after in renamed if before.get(after.version_id) == version]


def _renamed_from(snapshot: Snapshot, version: DatasetVersion) -> list[DatasetVersion]:
    """The versions that were made by renaming this version's dataset when the version ended, or
    later and before there was another.

    A rename leaves a drop in the history of the old dataset, at the place of the version that it
    makes.
    """
    drops = snapshot.query(
        "SELECT dropped_at, place_kind, place_id FROM drops"
        " WHERE dataset_id = ? AND dropped_at >= ? AND dropped_at <= ?",
        (version.dataset_id, version.valid_to, latest_until(snapshot, version)),
    )
    found = []
    for dropped_at, place_kind, place_id in drops:
        run_key = place_id.partition(":")[0]
        dataset = snapshot.query(
            "SELECT n.entity_id FROM dataset_events e JOIN nodes n ON n.node_id = e.node_id"
            " WHERE e.digest = ?",
            (place_id,),
        )
        origin = ("run_key = ?", run_key) if place_kind else ("dataset_id = ?", dataset[0][0])
        found += dataset_versions_where(
            snapshot,
            f"{origin[0]} AND valid_from = ? AND place_kind = ? AND place_id = ?"
            " AND follows_node IS NOT NULL",
            (origin[1], dropped_at, place_kind, place_id),
        )
    return found
