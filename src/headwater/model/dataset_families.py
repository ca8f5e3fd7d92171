"""The histories of datasets that renames connect: a *family* (semantics 5.6).

A rename goes on with what the old dataset held, so a family is folded together. Most datasets are
families of their own.
"""

from collections.abc import Iterable, Iterator, Mapping

from headwater.model import schemas
from headwater.model.canonical import version_id
from headwater.model.dataset_history import DatasetHistory, Drop, HistoryItem, Schema, Version
from headwater.model.order import BEGINNING, FOREVER


def dataset_histories(
    items: Mapping[int, Iterable[HistoryItem]], initial_names: Mapping[int, tuple[str, str]]
) -> dict[int, tuple[list[Version], list[Drop]]]:
    """The versions and drops of each dataset of a family.

    `initial_names`: the smallest name in its own right of each dataset that has one.
    """
    listed = {dataset: list(told) for dataset, told in items.items()}
    facets = {
        item.schema_hash or "": schemas.fields(item.schema_json or "{}")
        for told in listed.values()
        for item in told
        if item.kind == "schema"
    }
    histories: dict[int, DatasetHistory] = {}
    happened: list[tuple[HistoryItem, int]] = []
    for dataset, told in listed.items():
        name = initial_names.get(dataset, ("", ""))
        own = list(_happened(told, facets))
        histories[dataset] = _begun(own, told, facets, version_id("initial", *name))
        happened += [(item, dataset) for item in own]
    # A rename away and a write at one place: the dataset is there afterwards.
    happened.sort(key=lambda pair: (*pair[0].place, pair[0].kind != "drop"))
    for item, dataset in happened:
        old = histories.get(item.followed_id) if item.followed_id is not None else None
        histories[dataset].take(item, old)
    return {dataset: history.result() for dataset, history in histories.items()}


def _happened(told: list[HistoryItem], facets: dict[str, schemas.Fields]) -> Iterator[HistoryItem]:
    """What happened to a dataset in its window, with what its streams wrote."""
    since = max((item.time for item in told if item.kind == "since"), default=BEGINNING)
    until = min((item.time for item in told if item.kind == "until"), default=FOREVER)
    streams: dict[str, list[HistoryItem]] = {}
    for item in told:
        if item.kind == "stream":
            streams.setdefault(item.run_key or "", []).append(item)
        elif item.kind not in _KNOWN:
            yield item
    for events in streams.values():
        yield from (w for w in _stream_writes(events, facets) if since <= w.time < until)


_KNOWN = frozenset({"schema", "known", "gone", "stated", "since", "until"})
"""Kinds of items that did not happen in the window."""


def _begun(
    happened: list[HistoryItem],
    told: list[HistoryItem],
    facets: dict[str, schemas.Fields],
    initial_id: str,
) -> DatasetHistory:
    """A history as it is before its window."""
    chain = sorted((_known(i) for i in told if i.kind == "known"), key=lambda v: v.place)
    stated = [item for item in told if item.kind == "stated"]
    return DatasetHistory(
        facets,
        initial_id,
        *_storage_versions([*happened, *stated]),
        chain=chain,
        is_dropped=any(item.kind == "gone" for item in told),
        known=len(chain),
    )


def _storage_versions(items: Iterable[HistoryItem]) -> tuple[set[str], dict[str, set[str]]]:
    """All that are stated, and those that each run itself wrote."""
    stated: set[str] = set()
    own: dict[str, set[str]] = {}
    for item in items:
        if item.kind in ("write", "event", "stated") and item.storage_version is not None:
            stated.add(item.storage_version)
            if item.kind != "event" and item.run_key is not None:
                own.setdefault(item.run_key, set()).add(item.storage_version)
    return stated, own


def _stream_writes(
    events: list[HistoryItem], facets: dict[str, schemas.Fields]
) -> Iterator[HistoryItem]:
    """The writes of a streaming run: its first listing, and each change it states (5.1)."""
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


def _changes(current: HistoryItem, event: HistoryItem, facets: dict[str, schemas.Fields]) -> bool:
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
