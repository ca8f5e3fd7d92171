"""Which version a version follows, and which follow it (semantics 5.5, 5.6)."""

from headwater.query.entities import entity_keys
from headwater.query.versions import DatasetVersion, dataset_versions_where, one_dataset_version
from headwater.store import Snapshot

_BEFORE = "(valid_from, place_kind, place_id) < (?, ?, ?)"


def followed(snapshot: Snapshot, version: DatasetVersion) -> DatasetVersion | None:
    """The version that a read saw changed, or that was renamed."""
    if version.follows is not None:
        return one_dataset_version(snapshot, "version_id = ?", (version.follows,))
    if version.follows_node is None:
        return None
    old = entity_keys(snapshot, [version.follows_node]).get(version.follows_node)
    return one_dataset_version(
        snapshot,
        f"dataset_id = ? AND kind <> 'pinned' AND {_BEFORE}",
        (old, *version.place),
    )


def followers(snapshot: Snapshot, version: DatasetVersion) -> list[DatasetVersion]:
    """The versions that follow this one."""
    seen = dataset_versions_where(
        snapshot, "dataset_id = ? AND follows = ?", (version.dataset_id, version.version_id)
    )
    return seen + [
        renamed
        for renamed in _renamed_from(snapshot, version)
        if followed(snapshot, renamed) == version
    ]


def _renamed_from(snapshot: Snapshot, version: DatasetVersion) -> list[DatasetVersion]:
    """Versions made by renaming the dataset away when this version ended.

    A rename leaves a drop in the old dataset's history, at the place of the version it makes.
    """
    drops = snapshot.query(
        "SELECT dropped_at, place_kind, place_id FROM drops"
        " WHERE dataset_id = ? AND dropped_at = ?",
        (version.dataset_id, version.valid_to),
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
