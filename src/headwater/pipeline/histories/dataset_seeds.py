"""Seeds of datasets: what stands for a history outside its window (see `histories.windows`).

Seeds are made from stored rows alone. Where these do not say enough, the dataset is derived from
its beginning.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from headwater.model.datasets.history import HistoryItem
from headwater.model.datasets.items import KnownItem
from headwater.model.order import BEGINNING, FOREVER
from headwater.pipeline.batch.rows import BatchRows
from headwater.pipeline.histories.windows import Window
from headwater.pipeline.source.stored import Row, Rows, rows
from headwater.store.read import Snapshot
from headwater.store.tables import DATASET_VERSIONS

FEW, TAIL = 3, 100
"""How many versions are searched for one that its reader did not write itself: at first, and where
all of these are of one writer."""


@dataclass(frozen=True)
class DatasetSeed:
    """The seed of one dataset."""

    window: Window
    """The window that was wanted, or one from the beginning where stored rows do not say enough for
    a seed."""
    items: list[KnownItem]
    last: Row | None
    """The version in force before the window. Its end may change."""


def dataset_seed(
    snapshot: Snapshot, dataset: int, window: Window, names: Collection[int], batch: BatchRows
) -> DatasetSeed:
    """What is known of the dataset outside the window."""
    chain = _last_versions(snapshot, dataset, window.since)
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


def _last_versions(snapshot: Snapshot, dataset: int, since: int) -> Rows:
    """The last versions of the history, latest first, as many as `_known_chain` needs."""
    few = _versions_before(snapshot, dataset, since, FEW)
    if len(few) < FEW or _not_its_own(few) is not None:
        return few
    return _versions_before(snapshot, dataset, since, TAIL)


def _versions_before(snapshot: Snapshot, dataset: int, since: int, limit: int) -> Rows:
    """Pinned versions are not part of the history."""
    return rows(
        snapshot,
        DATASET_VERSIONS,
        "dataset_id = ? AND valid_from < ? AND kind IN ('write', 'event', 'observed')"
        " ORDER BY valid_from DESC, place_kind DESC, place_id DESC LIMIT ?",
        (dataset, since, limit),
    )


def _known_chain(chain: Rows, readers: set[str]) -> Rows:
    """The last versions, back to one that the writer of the last version did not write itself.

    A reader does not see its own writes, so such a version may be what it reads. The result is
    empty if there is none among the last `TAIL` versions and the writer is also a reader.
    """
    if not chain:
        return []
    other = _not_its_own(chain)
    if other is not None:
        return chain[: other + 1]
    return [] if chain[0]["run_key"] in readers else chain


def _not_its_own(chain: Rows) -> int | None:
    """The place of the last version that the writer of the last version did not write itself."""
    writer = chain[0]["run_key"]
    others = (
        n for n, row in enumerate(chain) if row["kind"] != "write" or row["run_key"] != writer
    )
    return next(others, None)


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


def _item(kind: str, dataset: int, **columns: Any) -> KnownItem:
    return KnownItem(dataset, _NOTHING._replace(kind=kind, **columns))


_NOTHING = HistoryItem("", BEGINNING, place_kind=-1, place_id="")


def known_item(version: Row) -> KnownItem:
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


def nothing_since(dataset: int) -> KnownItem:
    """The item by which a dataset of a family is not derived: its window begins after
    everything."""
    return _item("since", dataset, time=FOREVER)


def is_over(last: Row, moment: int) -> bool:
    """Whether the last version before a moment had ended by then, which only a drop can do."""
    return bool(last["valid_to"] < moment)


def _stated(
    snapshot: Snapshot, dataset: int, window: Window, readers: set[str], pins: set[str]
) -> list[KnownItem]:
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
