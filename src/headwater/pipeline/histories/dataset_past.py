"""The past of datasets, as far as a batch depends on it (see `histories.past`)."""

from collections.abc import Collection, Iterable
from itertools import chain

from headwater.model.aliases import connected
from headwater.model.datasets.items import (
    DeclaredItem,
    KnownItem,
    NodeItem,
    SchemaItem,
    StreamedItem,
    UseItem,
    streamed_items,
    use_item,
)
from headwater.model.order import FOREVER
from headwater.model.runs.rows import StreamIoRow
from headwater.pipeline.derive.items import ItemRow, item_row
from headwater.pipeline.histories.cuts import members
from headwater.pipeline.histories.dataset_seeds import dataset_seed, known_item, nothing_since
from headwater.pipeline.histories.families import followed_versions, renames
from headwater.pipeline.histories.past import (
    NewRows,
    Past,
    SourceRows,
    listings,
    named,
    overlaid,
    parts_of,
)
from headwater.pipeline.histories.windows import Cut, Window
from headwater.pipeline.source.stored import Row, Rows, rows, rows_in
from headwater.store.read import Snapshot
from headwater.store.tables import DATASET_EVENTS, DATASET_VERSIONS, DROPS, FACET_VALUES, RUNS

_NEVER = Window(FOREVER, FOREVER)


def past_of_datasets(
    snapshot: Snapshot, datasets: dict[int, Cut], new: NewRows, width: int | None
) -> Past:
    """What the histories of these datasets depend on, in windows of this width."""
    past = Past({"dataset_versions": [], "drops": []})
    sources, known = SourceRows(), list[KnownItem]()
    keys: set[str] = set()
    for dataset, cut in datasets.items():
        names = members(snapshot, {dataset}, new.naming)
        wanted = Window(cut.since, _until(snapshot, names, cut, width))
        seed = dataset_seed(snapshot, dataset, wanted, names, new.batch)
        window = past.windows[dataset] = seed.window
        known += seed.items
        keys |= _using_runs(snapshot, names, window)
        keys |= {row["run_key"] for name in names for row in new.batch.users.get(name, ())}
        events = _dataset_events(snapshot, names, window)
        sources.dataset_events |= {event["digest"]: event for event in events}
        past.replaced["dataset_versions"] += [seed.last] if seed.last else []
        past.replaced["dataset_versions"] += rows(
            snapshot,
            DATASET_VERSIONS,
            "dataset_id = ? AND valid_from >= ? AND valid_from < ?",
            (dataset, *window),
        )
        past.replaced["drops"] += rows(
            snapshot,
            DROPS,
            "dataset_id = ? AND dropped_at >= ? AND dropped_at < ?",
            (dataset, *window),
        )
    own = keys & new.batch.runs.keys()
    sources.runs |= {run["run_key"]: run for run in rows_in(snapshot, RUNS, "run_key", keys - own)}
    sources.runs |= {key: new.batch.runs[key] for key in own}
    sources.dataset_events |= {event["digest"]: event for event in new.batch.dataset_events}
    sources = sources.without(new.batch.gone)
    outside, family_of = _followed(snapshot, past, sources, new)
    stored = {item.item.digest for item in known if item.item.kind == "known"}
    known += [known_item(row) for key, row in outside.items() if key not in stored]
    others = {row["dataset_id"] for row in outside.values()} - past.windows.keys()
    known += [nothing_since(dataset) for dataset in sorted(others)]
    derived = past.windows.keys() | others
    past.items = list(_items(snapshot, sources, known, derived, family_of, new))
    return past


def _followed(
    snapshot: Snapshot, past: Past, sources: SourceRows, new: NewRows
) -> tuple[dict[str, Row], dict[int, int]]:
    """The stored versions that renames inside the windows follow, where the old dataset is not
    itself derived at the time of the rename; and the families that renames make."""
    found = renames(
        snapshot,
        new.naming,
        sources.runs.keys() - new.batch.runs.keys(),
        list(chain(*new.batch.run_io.values())),
        sources.dataset_events.values(),
    )
    outside: dict[str, Row] = {}
    for rename in found:
        since = past.windows.get(rename.old, _NEVER).since
        if rename.new in past.windows and since > rename.first:
            held = followed_versions(snapshot, rename)
            outside |= {row["version_id"]: row for row in held if row["valid_from"] < since}
    return outside, connected((rename.new, rename.old) for rename in found)


def _items(
    snapshot: Snapshot,
    sources: SourceRows,
    known: list[KnownItem],
    derived: Collection[int],
    family_of: dict[int, int],
    new: NewRows,
) -> Iterable[ItemRow]:
    """The items of the histories of these datasets, with the names and schemas they refer to."""
    used = list(_stated(snapshot, sources, new))
    nodes = {item.node_id for item in used} | set(derived)
    renamed = {item.renamed_from for item in used if not isinstance(item, StreamedItem)}
    names = named(snapshot, nodes | renamed, new.naming)
    entity_of = {row["node_id"]: row["entity_id"] for row in names}
    families = {family_of.get(dataset, dataset) for dataset in derived}
    stated: set[tuple[int, str | None]] = set()
    for item in used:
        dataset = entity_of[item.node_id]
        family = family_of.get(dataset, dataset)
        if family in families:
            yield item_row(family, item)
            stated.add((family, item.schema_hash))
    for seed in known:
        family = family_of.get(seed.dataset_id, seed.dataset_id)
        yield item_row(family, seed)
        stated.add((family, seed.item.schema_hash))
    schemas = _schemas(snapshot, {schema_hash for _, schema_hash in stated}, new)
    for family, schema_hash in stated:
        if schema_hash is not None and schema_hash in schemas:
            yield item_row(family, SchemaItem(schema_hash, schemas[schema_hash]))
    for row in names:
        family = family_of.get(row["entity_id"], row["entity_id"])
        if row["kind"] == "dataset" and family in families:
            columns = ("node_id", "namespace", "name", "own_right", "entity_id")
            yield item_row(family, NodeItem(*(row[name] for name in columns)))


def _stated(
    snapshot: Snapshot, sources: SourceRows, new: NewRows
) -> Iterable[UseItem | StreamedItem | DeclaredItem]:
    """What runs and events do."""
    for made in parts_of(snapshot, sources.runs.values(), new.batch):
        for row in made.io:
            yield use_item(made.run, row)
    listed = [StreamIoRow(**row) for row in listings(snapshot, sources.runs.values(), new.batch)]
    yield from streamed_items(listed)
    names = DeclaredItem.__struct_fields__
    for event in sources.dataset_events.values():
        yield DeclaredItem(*(event[name] for name in names))


def _schemas(snapshot: Snapshot, hashes: set[str | None], new: NewRows) -> dict[str, str]:
    """The schemas with these hashes, as far as they are facets."""
    found = overlaid(
        FACET_VALUES,
        [row for row in new.facet_values if row["hash"] in hashes],
        rows_in(snapshot, FACET_VALUES, "hash", hashes - {None, ""}),
    )
    return {row["hash"]: row["value"] for row in found}


def _until(snapshot: Snapshot, names: Collection[int], cut: Cut, width: int | None) -> int:
    """The end of a window: the cut's end plus about `width` uses of the dataset."""
    if width is None or cut.through == FOREVER:
        return FOREVER
    later = [
        row[0]
        for name in names
        for row in snapshot.query(
            "SELECT used_at FROM run_io WHERE node_id = ? AND used_at > ?"
            " ORDER BY used_at LIMIT 1 OFFSET ?",
            (name, cut.through, width),
        )
    ]
    return min(later, default=FOREVER)


def _using_runs(snapshot: Snapshot, names: Collection[int], window: Window) -> set[str]:
    """Runs that use one of these names, or rename one away, in the window."""
    found: set[str] = set()
    for name in names:
        for used in (
            snapshot.query(
                "SELECT run_key FROM run_io WHERE node_id = ? AND used_at >= ? AND used_at < ?",
                (name, *window),
            ),
            snapshot.query(
                "SELECT run_key FROM run_io WHERE renamed_from = ? AND used_at >= ?",
                (name, window.since),
            ),
            # A stream uses its outputs until its last event, so `used_at` may lie after the window.
            [] if window.is_open else _streams(snapshot, name, window.until),
        ):
            found |= {row[0] for row in used}
    return found


def _streams(snapshot: Snapshot, name: int, since: int) -> list[tuple[str]]:
    keys = [
        row[0]
        for row in snapshot.query(
            "SELECT DISTINCT run_key FROM stream_io WHERE node_id = ?", (name,)
        )
    ]
    return snapshot.query_in(
        "SELECT run_key FROM run_io WHERE node_id = ? AND side = 'output' AND used_at >= ?"
        " AND run_key IN {keys}",
        keys,
        (name, since),
    )


def _dataset_events(snapshot: Snapshot, names: Collection[int], window: Window) -> Rows:
    """Dataset events about these names, or that rename one of them away, in the window."""
    return [
        event
        for name in names
        for column in ("node_id", "renamed_from")
        for event in rows(
            snapshot,
            DATASET_EVENTS,
            f"{column} = ? AND event_time >= ? AND event_time < ?",
            (name, *window),
        )
    ]
