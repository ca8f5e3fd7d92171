"""Seeds of datasets: what stands for a history outside its window (see `derive.seeds`).

Seeds are made from stored rows alone. Where these do not say enough, the dataset is derived from
its beginning.
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
"""How many versions are searched for one that its reader did not write itself."""


@dataclass(frozen=True)
class DatasetSeed:
    """The seed of one dataset."""

    window: Window
    """The window that was wanted, or one from the beginning where stored rows do not say enough for
    a seed."""
    items: Rows
    """Items of `model.dataset_history`, with their dataset."""
    last: Row | None
    """The version in force before the window. Its end may change."""


def dataset_seed(
    snapshot: Snapshot, dataset: int, window: Window, names: Collection[int], batch: BatchRows
) -> DatasetSeed:
    """What is known of the dataset outside the window."""
    chain = _versions_before(snapshot, dataset, window.since)
    readers, pins = _readers(snapshot, window, names, batch)
    known = _known_chain(chain, readers)
    if not known and window.since > BEGINNING:
        # From the beginning there are more readers, and their pins matter, too.
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
    """The last versions of the history, latest first. Pinned versions are not part of it."""
    return rows(
        snapshot,
        DATASET_VERSIONS,
        "dataset_id = ? AND valid_from < ? AND kind IN ('write', 'event', 'observed')"
        f" ORDER BY valid_from DESC, place_kind DESC, place_id DESC LIMIT {TAIL}",
        (dataset, since),
    )


def _known_chain(chain: Rows, readers: set[str]) -> Rows:
    """The last versions, back to one that the writer of the last version did not write itself.

    A reader does not see its own writes, so such a version may be what it reads. The result is
    empty if there is none among the last `TAIL` versions and the writer is also a reader.
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
    """The runs that read the dataset in the window, and the storage versions that they pin."""
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
    """A version as an item, with everything that later versions depend on."""
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
    """An item for a dataset that is not derived at all, whatever its streams do."""
    return _item("since", dataset, time=FOREVER)


def is_over(last: Row, moment: int) -> bool:
    """Whether the last version before a moment had ended by then, which only a drop can do."""
    return bool(last["valid_to"] < moment)


def _stated(
    snapshot: Snapshot, dataset: int, window: Window, readers: set[str], pins: set[str]
) -> Rows:
    """The storage versions of versions outside the window that reads inside it depend on.

    These are storage versions that are pinned, and those that readers wrote themselves. A pinned
    version counts only for later reads, a written one for all.
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
