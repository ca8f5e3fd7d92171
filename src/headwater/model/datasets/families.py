"""The histories of a *family*: datasets that renames connect (semantics 5.6).

A rename continues with what the old dataset held, so the datasets of a family are folded together.
Most datasets have no renames, and are a family of one.
"""

from collections.abc import Iterable, Iterator, Mapping

from headwater.model import schemas
from headwater.model.canonical import version_id
from headwater.model.datasets.history import DatasetFold, Drop, HistoryItem, Schema, Version
from headwater.model.datasets.items import FamilyItems
from headwater.model.datasets.uses import DatasetOf, happened
from headwater.model.order import BEGINNING, FOREVER

Histories = dict[int, tuple[list[Version], list[Drop]]]
"""The versions and drops of each dataset."""


def family_histories(items: FamilyItems, entity_of: DatasetOf) -> Histories:
    """The versions and drops of each dataset of a family.

    `entity_of` says what names stand for, where their items do not. A name that is in neither
    stands for itself.
    """
    datasets = {
        node: item.entity_id if item.entity_id is not None else entity_of.get(node, node)
        for node, item in items.nodes.items()
    }
    found = happened(items, datasets)
    for known in items.known:
        found.setdefault(known.dataset_id, []).append(known.item)
    own = sorted((n.namespace, n.name, n.node_id) for n in items.nodes.values() if n.own_right)
    names: dict[int, tuple[str, str]] = {}
    for namespace, name, node in own:
        names.setdefault(datasets[node], (namespace, name))
    return dataset_histories(found, names, items.schemas)


class _Facets(dict[str, schemas.Fields]):
    """The fields of schemas by their hash, read when they are first asked for."""

    def __init__(self, values: Mapping[str, str]) -> None:
        super().__init__()
        self._values = values

    def __missing__(self, schema_hash: str) -> schemas.Fields:
        found = self[schema_hash] = schemas.fields(self._values[schema_hash])
        return found


def dataset_histories(
    items: Mapping[int, Iterable[HistoryItem]],
    initial_names: Mapping[int, tuple[str, str]],
    values: Mapping[str, str],
) -> Histories:
    """The versions and drops of each dataset of a family.

    `initial_names` has the smallest name in its own right of each dataset that has such a name; the
    id of the initial version is made from it. `values` has the schemas by their hash.
    """
    items_of = {dataset: list(given) for dataset, given in items.items()}
    facets = _Facets(values)
    histories: dict[int, DatasetFold] = {}
    happened: list[tuple[HistoryItem, int]] = []
    for dataset, given in items_of.items():
        name = initial_names.get(dataset, ("", ""))
        own = list(_happened(given, facets))
        histories[dataset] = _begun(own, given, facets, version_id("initial", *name))
        happened += [(item, dataset) for item in own]
    # Drops come first, so that after a rename away and a write at one place the dataset exists.
    happened.sort(key=lambda pair: (*pair[0].place, pair[0].kind != "drop"))
    for item, dataset in happened:
        old = histories.get(item.followed_id) if item.followed_id is not None else None
        histories[dataset].take(item, old)
    return {dataset: history.result() for dataset, history in histories.items()}


def _happened(
    items: list[HistoryItem], facets: Mapping[str, schemas.Fields]
) -> Iterator[HistoryItem]:
    """The items that happened to a dataset inside its window, with the writes of its streams."""
    since = max((item.time for item in items if item.kind == "since"), default=BEGINNING)
    until = min((item.time for item in items if item.kind == "until"), default=FOREVER)
    streams: dict[str, list[HistoryItem]] = {}
    for item in items:
        if item.kind == "stream":
            # What a stream writes depends on what it states before and after the window, too.
            streams.setdefault(item.run_key or "", []).append(item)
        elif item.kind not in _KNOWN and since <= item.time < until:
            yield item
    for events in streams.values():
        yield from (w for w in _stream_writes(events, facets) if since <= w.time < until)


_KNOWN = frozenset({"known", "gone", "stated", "since", "until"})
"""Kinds of items that say what is known outside the window, and did not happen in it."""


def _begun(
    happened: list[HistoryItem],
    items: list[HistoryItem],
    facets: Mapping[str, schemas.Fields],
    initial_id: str,
) -> DatasetFold:
    """A history in the state that it is in just before its window."""
    chain = sorted((_known(i) for i in items if i.kind == "known"), key=lambda v: v.place)
    stated = [item for item in items if item.kind == "stated"]
    return DatasetFold(
        facets,
        initial_id,
        *_storage_versions([*happened, *stated]),
        chain=chain,
        is_dropped=any(item.kind == "gone" for item in items),
        known=len(chain),
    )


def _storage_versions(items: Iterable[HistoryItem]) -> tuple[set[str], dict[str, set[str]]]:
    """All storage versions that are stated, and by run those that it wrote itself."""
    stated: set[str] = set()
    own: dict[str, set[str]] = {}
    for item in items:
        if item.kind in ("write", "event", "stated") and item.storage_version is not None:
            stated.add(item.storage_version)
            if item.kind != "event" and item.run_key is not None:
                own.setdefault(item.run_key, set()).add(item.storage_version)
    return stated, own


def _stream_writes(
    events: list[HistoryItem], facets: Mapping[str, schemas.Fields]
) -> Iterator[HistoryItem]:
    """The writes of a streaming run: at its first listing, and at each change it states (5.1)."""
    events.sort(key=lambda item: (item.time, item.rank, item.digest or ""))
    current: HistoryItem | None = None
    for event in events:
        if current is None:
            current = event._replace(kind="write", digest=None)
            continue
        schema_hash = event.schema_hash or current.schema_hash
        storage_version = event.storage_version or current.storage_version
        if _changes(current, event, facets):
            yield current
            current = event._replace(kind="write", is_rename=0, renamed_from=None, followed_id=None)
        current = current._replace(schema_hash=schema_hash, storage_version=storage_version)
    if current is not None:
        yield current


def _changes(
    current: HistoryItem, event: HistoryItem, facets: Mapping[str, schemas.Fields]
) -> bool:
    before, after = current.storage_version, event.storage_version
    if before is not None and after is not None and before != after:
        return True
    known, stated = current.schema_hash, event.schema_hash
    if known is None or stated is None or known == stated:
        return False
    return facets[known] != facets[stated]


def _known(item: HistoryItem) -> Version:
    schema = None if item.schema_hash is None else Schema(item.schema_hash, item.schema_json)
    return Version(
        item.digest or "",
        item.time,
        item.place_kind,
        item.place_id,
        item.pin or "",
        item.run_key,
        item.storage_version,
        schema,
    )
