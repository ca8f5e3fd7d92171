"""The past of datasets, as far as a batch depends on it (see `histories.past`)."""

from collections.abc import Collection
from itertools import chain

from headwater.model.aliases import connected
from headwater.model.order import FOREVER
from headwater.pipeline.histories.cuts import members
from headwater.pipeline.histories.dataset_seeds import dataset_seed, known_item, nothing_since
from headwater.pipeline.histories.families import followed_versions, renames
from headwater.pipeline.histories.past import (
    NewRows,
    Past,
    SourceRows,
    load_history_tables,
)
from headwater.pipeline.histories.windows import Cut, Window
from headwater.pipeline.source.stored import Row, Rows, rows, rows_in
from headwater.store.read import Snapshot
from headwater.store.tables import DATASET_EVENTS, DATASET_VERSIONS, DROPS, RUNS

_NEVER = Window(FOREVER, FOREVER)


def past_of_datasets(
    snapshot: Snapshot, datasets: dict[int, Cut], new: NewRows, width: int | None
) -> Past:
    """What the histories of these datasets depend on, in windows of this width."""
    past = Past({"windows": [], "known": []}, {"dataset_versions": [], "drops": []})
    sources = SourceRows()
    keys: set[str] = set()
    for dataset, cut in datasets.items():
        names = members(snapshot, {dataset}, new.naming)
        wanted = Window(cut.since, _until(snapshot, names, cut, width))
        seed = dataset_seed(snapshot, dataset, wanted, names, new.batch)
        window = past.windows[dataset] = seed.window
        past.leaves["known"] += seed.items
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
    _add_windows(snapshot, past, sources, new)
    load_history_tables(snapshot, past, sources, new)
    return past


def _add_windows(snapshot: Snapshot, past: Past, sources: SourceRows, new: NewRows) -> None:
    """Adds the windows by family, and the versions that renames inside them follow.

    Those versions are needed where the old dataset is not itself derived at the time of the rename.
    """
    found = renames(
        snapshot,
        new.naming,
        sources.runs.keys() - new.batch.runs.keys(),
        list(chain(*new.batch.run_io.values())),
        sources.dataset_events.values(),
    )
    family_of = connected((rename.new, rename.old) for rename in found)
    outside: dict[str, Row] = {}
    for rename in found:
        since = past.windows.get(rename.old, _NEVER).since
        if rename.new in past.windows and since > rename.first:
            held = followed_versions(snapshot, rename)
            outside |= {row["version_id"]: row for row in held if row["valid_from"] < since}
    known = {item["digest"] for item in past.leaves["known"] if item["kind"] == "known"}
    past.leaves["known"] += [known_item(row) for key, row in outside.items() if key not in known]
    others = {row["dataset_id"] for row in outside.values()} - past.windows.keys()
    past.leaves["known"] += [nothing_since(dataset) for dataset in sorted(others)]
    windows = past.windows | dict.fromkeys(others, _NEVER)
    past.leaves["windows"] += [
        {"dataset_id": key, **window._asdict(), "family_id": family_of.get(key, key)}
        for key, window in windows.items()
    ]


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
