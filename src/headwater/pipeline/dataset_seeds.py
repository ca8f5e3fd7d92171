"""What stands for a dataset's history before a cut (`headwater.pipeline.seeds`).

Made from stored rows alone. Where they do not say enough there is no seed, and the dataset is
derived from its beginning.
"""

from collections.abc import Collection
from dataclasses import dataclass

from headwater.model.order import BEGINNING
from headwater.pipeline.batch import Batch
from headwater.pipeline.stored import Row, Rows, rows
from headwater.store.read import Snapshot
from headwater.store.tables import DATASET_VERSIONS, DROPS

TAIL = 100
"""How many versions are looked at for one that a run did not write itself."""

_PLACE = ("place_kind", "place_id")


@dataclass(frozen=True)
class DatasetSeed:
    items: Rows
    """Of `model.dataset_history`, with the dataset."""
    last: Row
    """The version in force, whose end may change."""


def dataset_seed(
    snapshot: Snapshot, dataset: int, since: int, names: Collection[int], batch: Batch
) -> DatasetSeed | None:
    """The state of the dataset just before `since`; None if it cannot be told."""
    if since == BEGINNING:
        return None
    chain = _chain_before(snapshot, dataset, since)
    if not chain:
        return None
    readers, pins = _readers(snapshot, since, names, batch)
    last = chain[0]
    other = next((v for v in chain if not _is_own(v, last["run_key"])), None)
    if other is None and last["run_key"] in readers:
        return None
    known = [_known(version) for version in (chain[: chain.index(other) + 1] if other else chain)]
    return DatasetSeed(
        [
            *known,
            _item("since", dataset, time=since),
            *_gone(snapshot, dataset, since, last),
            *_stated(snapshot, dataset, since, readers, pins),
        ],
        last,
    )


def _chain_before(snapshot: Snapshot, dataset: int, since: int) -> Rows:
    """The last versions of the history, latest first; pinned ones stand beside it."""
    return rows(
        snapshot,
        DATASET_VERSIONS,
        "dataset_id = ? AND valid_from < ? AND kind IN ('write', 'event', 'observed')"
        f" ORDER BY valid_from DESC, place_kind DESC, place_id DESC LIMIT {TAIL}",
        (dataset, since),
    )


def _is_own(version: Row, run_key: str | None) -> bool:
    return bool(version["kind"] == "write" and version["run_key"] == run_key)


def _readers(
    snapshot: Snapshot, since: int, names: Collection[int], batch: Batch
) -> tuple[set[str], set[str]]:
    """Runs that read it since the cut, and the storage versions they pin."""
    found = [
        (row["run_key"], row["pin"])
        for name in names
        for row in batch.listed.get(name, ())
        if row["side"] == "input"
    ]
    for name in names:
        found += snapshot.query(
            "SELECT run_key, pin FROM run_io WHERE node_id = ? AND used_at >= ? AND side = 'input'",
            (name, since),
        )
    return {key for key, _ in found}, {pin for _, pin in found if pin is not None}


def _item(kind: str, dataset: int, **columns: object) -> Row:
    return {
        "dataset_id": dataset,
        "kind": kind,
        "time": BEGINNING,
        "place_kind": -1,
        "place_id": "",
        "rank": 0,
        "is_rename": 0,
        **dict.fromkeys(
            ("run_key", "digest", "namespace", "name", "storage_version", "pin", "schema_hash")
        ),
        "schema_json": None,
        "renamed_from": None,
        **columns,
    }


def _known(version: Row) -> Row:
    return _item(
        "known",
        version["dataset_id"],
        time=version["valid_from"],
        **{name: version[name] for name in (*_PLACE, "run_key", "storage_version", "schema_hash")},
        digest=version["version_id"],
        pin=version["kind"],
        schema_json=version["schema_value"],
    )


def _gone(snapshot: Snapshot, dataset: int, since: int, last: Row) -> Rows:
    """A mark, if the last thing that happened before the cut is that it was dropped."""
    dropped = rows(
        snapshot,
        DROPS,
        "dataset_id = ? AND dropped_at < ?"
        " ORDER BY dropped_at DESC, place_kind DESC, place_id DESC LIMIT 1",
        (dataset, since),
    )
    place = (last["valid_from"], *(last[name] for name in _PLACE))
    if any((drop["dropped_at"], *(drop[name] for name in _PLACE)) > place for drop in dropped):
        return [_item("gone", dataset)]
    return []


def _stated(
    snapshot: Snapshot, dataset: int, since: int, readers: set[str], pins: set[str]
) -> Rows:
    """Storage versions that versions before the cut have: those pinned, and readers' own."""
    pinned = snapshot.query_in(
        "SELECT DISTINCT storage_version FROM dataset_versions"
        " WHERE dataset_id = ? AND valid_from < ? AND storage_version IN {keys}",
        pins,
        (dataset, since),
    )
    own = snapshot.query_in(
        "SELECT DISTINCT storage_version, run_key FROM dataset_versions WHERE dataset_id = ?"
        " AND valid_from < ? AND kind = 'write' AND storage_version IS NOT NULL"
        " AND run_key IN {keys}",
        readers if pins else (),
        (dataset, since),
    )
    return [
        *(_item("stated", dataset, storage_version=row[0]) for row in pinned),
        *(_item("stated", dataset, storage_version=row[0], run_key=row[1]) for row in own),
    ]
