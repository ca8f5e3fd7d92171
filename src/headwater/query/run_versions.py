"""Which versions a run belongs to, reads and writes (semantics 4.6, 5.4).

Versions that come and go would change these for many runs at once, so they are not stored: they
follow from the run's own row and the histories of its job and datasets.
"""

from collections import defaultdict
from collections.abc import Iterable

from headwater.query.entities import members
from headwater.query.facets import AT_THE_BEGINNING, AT_THE_END, Register, registers
from headwater.query.stored_runs import SELECT_RUNS, StoredRun, stored_runs
from headwater.query.versions import (
    DatasetVersion,
    JobVersion,
    dataset_versions_where,
    job_version_before,
    job_versions,
    one_dataset_version,
)
from headwater.store import Snapshot
from headwater.store.tables import FOREVER

_READ = 2
"""Reads come after the events and writes of one instant (semantics 5.7)."""

_NOT_OWN = "(kind <> 'write' OR run_key <> ?)"
_PLACE = "(valid_from, place_kind, place_id)"


def job_version_of(snapshot: Snapshot, run: StoredRun) -> JobVersion | None:
    """The version that a run belongs to; for an unfinished run that is provisional."""
    if run.ended_at is None:
        latest = (run.started_at, 6, "", "")  # after every rank: whatever holds at that time
        found = job_version_before(snapshot, run.job_id, latest)
        return found or next(iter(job_versions(snapshot, run.job_id)), None)
    place = (run.ended_at, run.end_rank or 0, run.run_key, run.end_digest or "")
    if run.is_streaming:
        place = _last_entry(snapshot, run) or place
    return job_version_before(snapshot, run.job_id, place)


def runs_of_version(snapshot: Snapshot, version: JobVersion) -> list[StoredRun]:
    """The runs that belong to a version of their job, in the order of their start."""
    rows = snapshot.query(
        f"{SELECT_RUNS} WHERE job_id = ? AND (ended_at IS NULL OR processing <> 'BATCH'"
        " OR (ended_at >= ? AND ended_at <= ?)) ORDER BY started_at, run_key",
        (version.job_id, version.valid_from, version.valid_to),
    )
    runs = (StoredRun(*row) for row in rows)
    return [run for run in runs if job_version_of(snapshot, run) == version]


def _last_entry(snapshot: Snapshot, run: StoredRun) -> tuple[int, int, str, str] | None:
    """The place of the last event that changed what a streaming run is known to use (4.1)."""
    rows = snapshot.query(
        "SELECT s.event_time, s.rank, s.digest, s.side, n.entity_id FROM stream_io s"
        " JOIN nodes n ON n.node_id = s.node_id"
        " JOIN run_io i ON i.run_key = s.run_key AND i.side = s.side AND i.node_id = s.node_id"
        " WHERE s.run_key = ? AND (s.side = 'input' OR i.lifecycle IS NULL"
        " OR i.lifecycle <> 'DROP')",
        (run.run_key,),
    )
    events: defaultdict[tuple[int, int, str], dict[str, set[int]]] = defaultdict(dict)
    for time, rank, digest, side, dataset in rows:
        events[time, rank, digest].setdefault(side, set()).add(dataset)
    known: dict[str, set[int]] = {}
    last = None
    for place, listed in sorted(events.items()):
        after = dict(known)
        for side, datasets in listed.items():
            after[side] = datasets if run.snapshot else known.get(side, set()) | datasets
        if after != known:
            known, last = after, place
    return None if last is None else (last[0], last[1], run.run_key, last[2])


def pins(
    snapshot: Snapshot, run_keys: Iterable[str], side: str = "input"
) -> dict[str, dict[int, str | None]]:
    """The datasets that each run lists, with the storage version stated first for each, if any."""
    rows = snapshot.query_in(
        "SELECT i.run_key, i.node_id, n.entity_id, i.pin FROM run_io i"
        " JOIN nodes n ON n.node_id = i.node_id WHERE i.run_key IN {keys} AND i.side = ?",
        sorted(set(run_keys)),
        (side,),
    )
    found: defaultdict[str, dict[int, str | None]] = defaultdict(dict)
    named: defaultdict[tuple[str, int], dict[int, str]] = defaultdict(dict)
    for run_key, node, dataset, pin in rows:
        found[run_key].setdefault(dataset, None)
        if pin is not None:
            named[run_key, dataset][node] = pin
    for (run_key, dataset), by_node in named.items():
        found[run_key][dataset] = _stated_first(snapshot, run_key, side, by_node)
    return found


def _stated_first(snapshot: Snapshot, run_key: str, side: str, by_node: dict[int, str]) -> str:
    """Of storage versions under several names of one dataset, the one stated first."""
    if len(set(by_node.values())) == 1:
        return next(iter(by_node.values()))
    stated = {said.node: said.first for said in _version_facets(snapshot, run_key, side)}
    return by_node[min(by_node, key=lambda node: stated.get(node) or AT_THE_END)]


def _version_facets(snapshot: Snapshot, run_key: str, side: str) -> list[Register]:
    [(facts,)] = snapshot.query("SELECT facts FROM runs WHERE run_key = ?", (run_key,))
    return [said for said in registers(facts) if (said.entity, said.facet) == (side, "version")]


def versions_read(
    snapshot: Snapshot, run: StoredRun, dataset: int, pin: str | None
) -> list[DatasetVersion]:
    """The versions of one of its inputs that a run reads: one, or several for a streaming run."""
    first = _version_read(snapshot, run, dataset, pin)
    if first is None or not run.is_streaming:
        return [first] if first else []
    later = dataset_versions_where(
        snapshot,
        f"dataset_id = ? AND kind <> 'pinned' AND {_NOT_OWN} AND {_PLACE} > (?, ?, ?)"
        " AND valid_from <= ?",
        (
            dataset,
            run.run_key,
            run.started_at,
            _READ,
            run.run_key,
            FOREVER if run.ended_at is None else run.ended_at,
        ),
    )
    return [first, *(version for version in later if version != first)]


def _version_read(
    snapshot: Snapshot, run: StoredRun, dataset: int, pin: str | None
) -> DatasetVersion | None:
    own = dataset_versions_where(snapshot, "run_key = ? AND dataset_id = ?", (run.run_key, dataset))
    for version in own:
        if version.kind in ("observed", "pinned"):
            return version  # its own read brought it to light
    place = (run.started_at, _READ, run.run_key)

    def newest(condition: str, *params: object) -> DatasetVersion | None:
        return one_dataset_version(
            snapshot,
            f"dataset_id = ? AND {_NOT_OWN} AND {_PLACE} <= (?, ?, ?) AND {condition}",
            (dataset, run.run_key, *place, *params),
        )

    ignored = {version.storage_version for version in own}
    ignored.add(_stated_output(snapshot, run.run_key, dataset))
    if pin is not None and pin not in ignored:
        return newest("storage_version = ?", pin) or one_dataset_version(
            snapshot,
            f"dataset_id = ? AND {_NOT_OWN} AND {_PLACE} > (?, ?, ?) AND storage_version = ?",
            (dataset, run.run_key, *place, pin),
            newest=False,
        )
    return (
        newest("kind NOT IN ('pinned', 'initial')")
        or newest("kind = 'pinned'")
        or newest("kind = 'initial'")
    )


def _stated_output(snapshot: Snapshot, run_key: str, dataset: int) -> str | None:
    """The storage version that a run says it writes to a dataset, whether or not it completed.

    Of those stated under several names it is the last; what a stream wrote before, its versions
    tell.
    """
    rows = snapshot.query(
        "SELECT i.node_id, i.storage_version FROM run_io i JOIN nodes n ON n.node_id = i.node_id"
        " WHERE i.run_key = ? AND i.side = 'output' AND n.entity_id = ?"
        " AND i.storage_version IS NOT NULL AND (i.lifecycle IS NULL OR i.lifecycle <> 'DROP')",
        (run_key, dataset),
    )
    by_node: dict[int, str] = dict(rows)
    if len(set(by_node.values())) <= 1:
        return next(iter(by_node.values()), None)
    stated = {
        said.node: said.other or said.last for said in _version_facets(snapshot, run_key, "output")
    }
    return by_node[max(by_node, key=lambda node: stated.get(node) or AT_THE_BEGINNING)]


def reads(snapshot: Snapshot, runs: Iterable[StoredRun]) -> dict[str, list[DatasetVersion]]:
    """What each run reads, dataset by dataset."""
    by_key = {run.run_key: run for run in runs}
    inputs = pins(snapshot, by_key)
    return {
        run_key: [
            version
            for dataset, pin in sorted(inputs.get(run_key, {}).items())
            for version in versions_read(snapshot, run, dataset, pin)
        ]
        for run_key, run in by_key.items()
    }


def writes(snapshot: Snapshot, run: StoredRun) -> list[DatasetVersion]:
    """The versions that a run made by writing."""
    return dataset_versions_where(snapshot, "run_key = ? AND kind = 'write'", (run.run_key,))


def readers(snapshot: Snapshot, version: DatasetVersion) -> list[StoredRun]:
    """The runs that read a version, in the order of their start."""
    until = FOREVER if version.kind == "pinned" else version.valid_to
    next_write = one_dataset_version(
        snapshot,
        f"dataset_id = ? AND kind = 'write' AND {_PLACE} > (?, ?, ?)",
        (version.dataset_id, *version.place),
        newest=False,
    )
    # Who wrote the next version may have started after it, and does not see its own write.
    writer = next_write.run_key if next_write else None
    nodes = members(snapshot, [version.dataset_id])[version.dataset_id]
    rows = snapshot.query_in(
        "SELECT DISTINCT r.run_key FROM run_io i JOIN runs r ON r.run_key = i.run_key"
        " WHERE i.node_id IN {keys} AND i.side = 'input' AND ("
        "  (r.started_at >= ? AND r.started_at <= ?) OR i.pin = ? OR r.run_key = ?"
        "  OR (r.processing <> 'BATCH' AND r.started_at <= ?"
        "      AND (r.ended_at IS NULL OR r.ended_at >= ?)))",
        nodes,
        (
            version.valid_from,
            until,
            version.storage_version,
            writer,
            version.valid_from,
            version.valid_from,
        ),
    )
    candidates = stored_runs(snapshot, (run_key for (run_key,) in rows))
    inputs = pins(snapshot, candidates)
    found = [
        run
        for run_key, run in candidates.items()
        if version
        in versions_read(snapshot, run, version.dataset_id, inputs[run_key][version.dataset_id])
    ]
    return sorted(found, key=lambda run: (run.started_at, run.run_key))
