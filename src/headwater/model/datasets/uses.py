"""What runs and events do to datasets: the names of one dataset become one (semantics 2.3, 5.1).

A run may list a dataset under several names, and each name says something of its own. Here names
are brought together, and what a run or event does to the dataset is made of them: it reads, writes
or drops it, and a rename drops the old one.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from headwater.model.datasets.history import EVENT, READ, WRITE, HistoryItem
from headwater.model.datasets.items import DeclaredItem, FamilyItems, StreamedItem, UseItem

DatasetOf = Mapping[int, int]
"""The dataset of each name."""


def happened(items: FamilyItems, entity_of: DatasetOf) -> dict[int, list[HistoryItem]]:
    """What happened to each dataset of a family, in no order."""
    names = {node: (item.namespace, item.name) for node, item in items.nodes.items()}
    found: defaultdict[int, list[HistoryItem]] = defaultdict(list)
    written: dict[tuple[int, str], _Written] = {}
    for (dataset, run_key), uses in _by_run(items.uses, entity_of).items():
        writes = written[dataset, run_key] = _written(uses, names)
        found[dataset] += _by_a_run(uses, names, writes)
    outputs = {(use.run_key, use.node_id) for use in items.uses if _is_streamed(use)}
    for (dataset, run_key), events in _by_run(items.streamed, entity_of).items():
        kept = [event for event in events if (run_key, event.node_id) in outputs]
        if kept:
            found[dataset] += _by_a_stream(kept, written[dataset, run_key])
    for event in items.declared:
        found[entity_of[event.node_id]].append(_by_an_event(event))
    return _with_renames(found, entity_of)


class _Written(NamedTuple):
    """What a run says of what it writes to a dataset. An output that it drops is not written."""

    name: tuple[str, str] | None
    """The smallest of the names; None where it writes nothing."""
    schema_hash: str | None
    storage_version: str | None
    renamed_from: int | None


def _by_run(items: Iterable[Any], entity_of: DatasetOf) -> dict[tuple[int, str], list[Any]]:
    found: dict[tuple[int, str], list[Any]] = {}
    for item in items:
        key = entity_of[item.node_id], item.run_key
        if key in found:
            found[key].append(item)
        else:
            found[key] = [item]
    return found


def _last(stated: Iterable[tuple[Any, Any]]) -> Any:
    """The value that was stated last, of pairs of an order and a value."""
    return max((pair for pair in stated if pair[1] is not None), default=(None, None))[1]


def _written(uses: Sequence[UseItem], names: Mapping[int, tuple[str, str]]) -> _Written:
    outputs = [use for use in uses if use.side == "output" and not use.drops]
    if not outputs:
        return _Written(None, None, None, None)
    return _Written(
        min(names[use.node_id] for use in outputs),
        _last((use.schema_key, use.schema_hash) for use in outputs),
        _last((use.version_key, use.storage_version) for use in outputs),
        _last((use.lifecycle_key, use.renamed_from) for use in outputs),
    )


def _by_a_run(
    uses: Sequence[UseItem], names: Mapping[int, tuple[str, str]], written: _Written
) -> Iterator[HistoryItem]:
    """What a run does to a dataset: it reads, writes or drops it."""
    run = uses[0]
    inputs = [use for use in uses if use.side == "input"]
    if inputs:
        pin = min(((u.pin_key, u.pin) for u in inputs if u.pin is not None), default=(None, None))
        namespace, name = min(names[use.node_id] for use in inputs)
        yield HistoryItem(
            "read",
            *(run.started_at, READ, run.run_key),
            run_key=run.run_key,
            namespace=namespace,
            name=name,
            pin=None if pin[1] == written.storage_version else pin[1],
            schema_hash=_last((use.schema_key, use.schema_hash) for use in inputs),
        )
    if run.state != "COMPLETED" or run.ended_at is None:
        return
    place = run.ended_at, WRITE, run.run_key
    if run.processing == "BATCH" and written.name is not None:
        yield _write("write", place, run.run_key, written, written)
    outputs = [use for use in uses if use.side == "output"]
    if outputs and all(use.drops for use in outputs):
        yield HistoryItem("drop", *place)


def _is_streamed(use: UseItem) -> bool:
    return use.processing != "BATCH" and use.side == "output" and not use.drops


def _by_a_stream(events: Iterable[StreamedItem], written: _Written) -> Iterator[HistoryItem]:
    """Each event of a stream that lists an output (semantics 5.1)."""
    listed: dict[tuple[int, int, str], list[StreamedItem]] = {}
    for event in events:
        listed.setdefault((event.event_time, event.rank, event.digest), []).append(event)
    for (time, rank, digest), names in listed.items():
        run_key = names[0].run_key
        stated = _Written(
            None,
            _last((event.schema_place, event.schema_hash) for event in names),
            _last((event.version_place, event.storage_version) for event in names),
            None,
        )
        place = time, WRITE, f"{run_key}:{digest}"
        item = _write("stream", place, run_key, written, stated)
        yield item._replace(rank=rank, digest=digest)


def _by_an_event(event: DeclaredItem) -> HistoryItem:
    place = event.event_time, EVENT, event.digest
    if event.lifecycle == "DROP":
        return HistoryItem("drop", *place)
    return HistoryItem(
        "event",
        *place,
        digest=event.digest,
        storage_version=event.storage_version,
        schema_hash=event.schema_hash,
        is_rename=int(event.lifecycle == "RENAME"),
        renamed_from=event.renamed_from,
    )


def _write(
    kind: str, place: tuple[int, int, str], run_key: str, written: _Written, stated: _Written
) -> HistoryItem:
    """A write under the name of what a run writes, with what is `stated`."""
    namespace, name = written.name or (None, None)
    return HistoryItem(
        kind,
        *place,
        run_key=run_key,
        namespace=namespace,
        name=name,
        storage_version=stated.storage_version,
        schema_hash=stated.schema_hash,
        renamed_from=written.renamed_from,
    )


def _with_renames(
    found: Mapping[int, Iterable[HistoryItem]], entity_of: DatasetOf
) -> dict[int, list[HistoryItem]]:
    """The items, and for each rename a drop of the old name at the same place (semantics 5.6)."""
    whole: defaultdict[int, list[HistoryItem]] = defaultdict(list)
    for dataset, items in found.items():
        first: dict[str | None, HistoryItem] = {}
        for item in items:
            if item.renamed_from is None:
                whole[dataset].append(item)
                continue
            old = entity_of.get(item.renamed_from, dataset)
            if old == dataset:
                whole[dataset].append(item._replace(renamed_from=None))
                continue
            whole[dataset].append(item._replace(followed_id=old))
            if item.kind != "stream":
                whole[old].append(HistoryItem("drop", *item.place))
            elif item.run_key not in first or _order(item) < _order(first[item.run_key]):
                first[item.run_key] = item
        for item in first.values():
            # A stream renames once, however often its events repeat it.
            whole[entity_of[item.renamed_from or 0]].append(HistoryItem("drop", *item.place))
    return dict(whole)


def _order(item: HistoryItem) -> tuple[int, int, str]:
    return item.time, item.rank, item.digest or ""
