"""What stands for a dataset's history outside a window (`headwater.pipeline.derive.seeds`).

Made from stored rows alone. Where they do not say enough, the dataset is derived from its
beginning.
"""

from collections.abc import Collection
from dataclasses import dataclass

from headwater.model.order import BEGINNING, FOREVER
from headwater.pipeline.batch.rows import BatchRows
from headwater.pipeline.histories.windows import Window
from headwater.pipeline.source.stored import Row, Rows, rows
from headwater.store.read import Snapshot
from headwater.store.tables import DATASET_VERSIONS

TAIL = 100
"""How many versions are looked at for one that a run did not write itself."""


@dataclass(frozen=True)
class DatasetSeed:
    window: Window
    """As asked for, or from the beginning where the state before cannot be told."""
    items: Rows
    """Of `model.dataset_history`, with the dataset."""
    last: Row | None
    """The version in force before the window, whose end may change."""


def dataset_seed(
    snapshot: Snapshot, dataset: int, window: Window, names: Collection[int], batch: BatchRows
) -> DatasetSeed:
    """What is known of the dataset outside the window."""
    chain = _versions_before(snapshot, dataset, window.since)
    readers, pins = _readers(snapshot, window, names, batch)
    known = _known_chain(chain, readers)
    if not known and window.since > BEGINNING:
        # It has other readers, whose pins matter too.
        return dataset_seed(snapshot, dataset, Window(BEGINNING, window.until), names, batch)
    items = [
        *(known_item(version) for version in known),
        *_stated(snapshot, dataset, window, readers, pins),
        _item("since", dataset, time=window.since),
        _item("until", dataset, time=window.until),
    ]
    if known and is_over(chain[0], window.since):
        items.append(_item("gone", dataset))
    return DatasetSeed(window, items, chain[0] if known else None)


def _versions_before(snapshot: Snapshot, dataset: int, since: int) -> Rows:
    """The last versions of the history, latest first; pinned ones stand beside it."""
    return rows(
        snapshot,
        DATASET_VERSIONS,
        "dataset_id = ? AND valid_from < ? AND kind IN ('write', 'event', 'observed')"
        f" ORDER BY valid_from DESC, place_kind DESC, place_id DESC LIMIT {TAIL}",
        (dataset, since),
    )


def _known_chain(chain: Rows, readers: set[str]) -> Rows:
    """The last versions, back to one that the writer of the last did not write itself.

    None if that is too far back, and the writer reads it: it does not see what it wrote itself.
    """
    if not chain:
        return []
    last = chain[0]
    other = next((v for v in chain if not _is_own(v, last["run_key"])), None)
    if other is not None:
        return chain[: chain.index(other) + 1]
    return [] if last["run_key"] in readers else chain


def _is_own(version: Row, run_key: str | None) -> bool:
    return bool(version["kind"] == "write" and version["run_key"] == run_key)


def _readers(
    snapshot: Snapshot, window: Window, names: Collection[int], batch: BatchRows
) -> tuple[set[str], set[str]]:
    """Runs that read it in the window, and the storage versions they pin."""
    found = [
        (row["run_key"], row["pin"])
        for name in names
        for row in batch.users.get(name, ())
        if row["side"] == "input"
    ]
    for name in names:
        found += snapshot.query(
            "SELECT run_key, pin FROM run_io"
            " WHERE node_id = ? AND used_at >= ? AND used_at < ? AND side = 'input'",
            (name, *window),
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
        "followed_id": None,
        **columns,
    }


def known_item(version: Row) -> Row:
    """A version, as far as what comes after it depends on it."""
    return _item(
        "known",
        version["dataset_id"],
        time=version["valid_from"],
        **{
            name: version[name]
            for name in ("place_kind", "place_id", "run_key", "storage_version", "schema_hash")
        },
        digest=version["version_id"],
        pin=version["kind"],
        schema_json=version["schema_value"],
    )


def nothing_since(dataset: int) -> Row:
    """For a dataset of which nothing is derived, whatever its streams do."""
    return _item("since", dataset, time=FOREVER)


def is_over(last: Row, moment: int) -> bool:
    """Whether the last version before a moment was over by then: only a drop ends the last one."""
    return bool(last["valid_to"] < moment)


def _stated(
    snapshot: Snapshot, dataset: int, window: Window, readers: set[str], pins: set[str]
) -> Rows:
    """Storage versions that versions outside the window have: those pinned, and readers' own.

    What a read makes of a pin, later reads find; what is written counts whenever it is.
    """
    outside = "(valid_from < ? OR (valid_from >= ? AND kind <> 'pinned'))"
    pinned = snapshot.query_in(
        "SELECT DISTINCT storage_version FROM dataset_versions"
        f" WHERE dataset_id = ? AND {outside} AND storage_version IN {{keys}}",
        pins,
        (dataset, *window),
    )
    own = snapshot.query_in(
        "SELECT DISTINCT storage_version, run_key FROM dataset_versions"
        f" WHERE dataset_id = ? AND {outside} AND kind = 'write' AND storage_version IS NOT NULL"
        " AND run_key IN {keys}",
        readers if pins else (),
        (dataset, *window),
    )
    return [
        *(_item("stated", dataset, storage_version=row[0]) for row in pinned),
        *(_item("stated", dataset, storage_version=row[0], run_key=row[1]) for row in own),
    ]
