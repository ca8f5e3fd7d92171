"""What a batch needs to know of the past of datasets (`headwater.pipeline.histories.past`)."""

from collections.abc import Collection
from itertools import chain

from headwater.model.aliases import connected
from headwater.model.order import FOREVER
from headwater.pipeline.histories.cuts import members
from headwater.pipeline.histories.dataset_seeds import dataset_seed, known_item, nothing_since
from headwater.pipeline.histories.families import followed_versions, renames
from headwater.pipeline.histories.past import Needs, New, Past, Sources, load_known
from headwater.pipeline.histories.windows import Cut, Window
from headwater.pipeline.source.stored import Row, Rows, rows, rows_in
from headwater.store.read import Snapshot
from headwater.store.tables import DATASET_EVENTS, DATASET_VERSIONS, DROPS, RUNS

_NEVER = Window(FOREVER, FOREVER)


def past_of_datasets(
    snapshot: Snapshot, datasets: dict[int, Cut], new: New, width: int | None
) -> Past:
    """What the histories of these datasets depend on, in windows of this width."""
    past = Past({"windows": [], "known": []}, {"dataset_versions": [], "drops": []})
    told = Sources()
    keys: set[str] = set()
    for dataset, cut in datasets.items():
        names = members(snapshot, {dataset}, new.naming)
        asked = Window(cut.since, _until(snapshot, names, cut, width))
        seed = dataset_seed(snapshot, dataset, asked, names, new.batch)
        window = past.windows[dataset] = seed.window
        past.leaves["known"] += seed.items
        keys |= _using_runs(snapshot, names, window)
        keys |= {row["run_key"] for name in names for row in new.batch.users.get(name, ())}
        events = _told(snapshot, names, window)
        told.dataset_events |= {event["digest"]: event for event in events}
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
    told.runs |= {run["run_key"]: run for run in rows_in(snapshot, RUNS, "run_key", keys - own)}
    told.runs |= {key: new.batch.runs[key] for key in own}
    told.dataset_events |= {event["digest"]: event for event in new.batch.dataset_events}
    told = told.without(new.batch.gone)
    _add_windows(snapshot, past, told, new)
    load_known(snapshot, past, told, new, Needs())
    return past


def _add_windows(snapshot: Snapshot, past: Past, told: Sources, new: New) -> None:
    """The windows by family, and what old datasets held that are not derived where it matters."""
    found = renames(
        snapshot,
        new.naming,
        told.runs.keys() - new.batch.runs.keys(),
        list(chain(*new.batch.run_io.values())),
        told.dataset_events.values(),
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
    """A moment after the cut, with about so many uses of the dataset between."""
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
            # What a stream writes, it uses until its last event.
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


def _told(snapshot: Snapshot, names: Collection[int], window: Window) -> Rows:
    """Dataset events about these names, or by which one is renamed away, in the window."""
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
