"""Which versions follow a version (semantics 5.6)."""

from collections.abc import Callable

from headwater.query.versions.following import followed, followers
from headwater.query.versions.versions import dataset_versions_in
from headwater.store import Snapshot
from tests.query.rows import Rows, uuid

Stored = Callable[[], Snapshot]


def test_a_rename_of_a_dataset_that_was_dropped_before_follows_its_last_version(
    rows: Rows, stored: Stored
) -> None:
    old, new = rows.dataset("old"), rows.dataset("new")
    written = rows.version(old, 10, 20, run=rows.run(rows.job("w"), uuid(1), end=10))
    moved = rows.run(rows.job("m"), uuid(2), start=25, end=30, writes=[new])
    renamed = rows.version(new, 30, run=moved, follows_node=old)
    rows.drop(old, 20, 1, rows.run(rows.job("d"), uuid(3), end=20))
    rows.drop(old, 30, 1, moved)
    snapshot = stored()
    [before] = dataset_versions_in(snapshot, "version_id", [written])
    [after] = dataset_versions_in(snapshot, "version_id", [renamed])
    assert followed(snapshot, [after]) == {renamed: before}
    assert followers(snapshot, before) == [after]
