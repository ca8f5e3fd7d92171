"""Which version of its job a run belongs to, and which versions it writes (semantics 4.6, 5.1).

A new version can change this for many runs at once, so it is not stored. It follows from the run's
own row and from the histories of its job and datasets.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable

from headwater.query.names.entities import members
from headwater.query.runs.reads import reads
from headwater.query.runs.stored_runs import SELECT_RUNS, StoredRun, stored_runs
from headwater.query.versions.versions import (
    DatasetVersion,
    JobVersion,
    dataset_versions_in,
    job_version_before,
    job_versions_in,
    last_job_versions,
    latest_until,
    next_dataset_version,
)
from headwater.store import Snapshot
from headwater.store.tables import FOREVER

_BELONGS_TO = """
    SELECT r.run_key, COALESCE(
        (SELECT v.version_id FROM job_versions v WHERE v.job_id = r.job_id
            AND (v.valid_from, v.began_rank, v.began_run_key, v.began_digest)
             <= (COALESCE(r.ended_at, r.started_at),
                 CASE WHEN r.ended_at IS NULL THEN 6 ELSE COALESCE(r.end_rank, 0) END,
                 CASE WHEN r.ended_at IS NULL THEN '' ELSE r.run_key END,
                 COALESCE(r.end_digest, ''))
            ORDER BY v.valid_from DESC, v.began_rank DESC, v.began_run_key DESC,
                v.began_digest DESC LIMIT 1),
        (SELECT v.version_id FROM job_versions v WHERE v.job_id = r.job_id
            AND r.ended_at IS NULL
            ORDER BY v.valid_from, v.began_rank, v.began_run_key, v.began_digest LIMIT 1))
    FROM runs r WHERE r.run_key IN {keys}"""
"""SQL for the job versions of runs. Rank 6 is above all ranks: an unfinished run gets what is in
force at its start."""


def job_version_of(snapshot: Snapshot, run: StoredRun) -> JobVersion | None:
    """The job version that a run belongs to. While the run is unfinished, it is provisional."""
    return job_versions_of(snapshot, [run]).get(run.run_key)


def job_versions_of(snapshot: Snapshot, runs: Collection[StoredRun]) -> dict[str, JobVersion]:
    """The job version of each run, by run key. Runs of jobs without versions are left out."""
    found = _of_last_version(snapshot, runs)
    earlier = sorted(run.run_key for run in runs if run.run_key not in found)
    rows = snapshot.query_in(_BELONGS_TO, earlier)
    chosen = {run_key: version_id for run_key, version_id in rows if version_id is not None}
    known = {v.version_id: v for v in job_versions_in(snapshot, set(chosen.values()))}
    found |= {run_key: known[version_id] for run_key, version_id in chosen.items()}
    for run in runs:
        if run.is_streaming and run.ended_at is not None:
            last = _last_entry(snapshot, run)
            version = last and job_version_before(snapshot, run.job_id, last)
            if version is not None:
                found[run.run_key] = version
    return found


def _of_last_version(snapshot: Snapshot, runs: Collection[StoredRun]) -> dict[str, JobVersion]:
    """The finished runs that come after the beginning of their job's last version.

    Most runs that are asked about are among them, and the last versions of jobs are in memory.
    """
    last = last_job_versions(snapshot, {run.job_id for run in runs})
    found = {}
    for run in runs:
        version = last.get(run.job_id)
        if version is None or run.ended_at is None:
            continue
        place = (run.ended_at, run.end_rank or 0, run.run_key, run.end_digest or "")
        if version.place <= place:
            found[run.run_key] = version
    return found


def runs_of_version(snapshot: Snapshot, version: JobVersion) -> list[StoredRun]:
    """The runs that belong to a job version, in order of start."""
    rows = snapshot.query(
        f"{SELECT_RUNS} WHERE job_id = ? AND (ended_at IS NULL OR processing <> 'BATCH'"
        " OR (ended_at >= ? AND ended_at <= ?)) ORDER BY started_at, run_key",
        (version.job_id, version.valid_from, version.valid_to),
    )
    runs = [StoredRun(*row) for row in rows]
    belongs_to = job_versions_of(snapshot, runs)
    return [run for run in runs if belongs_to.get(run.run_key) == version]


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


def writes(snapshot: Snapshot, runs: Iterable[StoredRun]) -> dict[str, list[DatasetVersion]]:
    """The versions that each run made by writing, by run key."""
    found: dict[str, list[DatasetVersion]] = {run.run_key: [] for run in runs}
    for version in dataset_versions_in(snapshot, "run_key", found):
        if version.kind == "write" and version.run_key is not None:
            found[version.run_key].append(version)
    return found


def readers(
    snapshot: Snapshot, version: DatasetVersion, also: Collection[int] = ()
) -> list[StoredRun]:
    """The runs that read a version, in order of start.

    `also` are jobs whose runs are taken to read the dataset, whether or not they list it.
    """
    next_write = next_dataset_version(snapshot, version, "kind = 'write'")
    # The writer of the next version may have started after that version began. It does not see its
    # own write, so it may have read this one.
    writer = next_write.run_key if next_write else None
    held_until = FOREVER if version.kind == "pinned" else version.valid_to
    nodes = members(snapshot, [version.dataset_id])[version.dataset_id]
    listing = snapshot.query_in(
        "SELECT DISTINCT r.run_key FROM run_io i JOIN runs r ON r.run_key = i.run_key"
        f" WHERE i.node_id IN {{keys}} AND i.side = 'input' AND (i.pin = ? OR {_IN_TIME})",
        nodes,
        (version.storage_version, *_times(version, held_until, writer)),
    )
    of_jobs = snapshot.query_in(
        f"SELECT r.run_key FROM runs r WHERE r.job_id IN {{keys}} AND ({_IN_TIME})",
        sorted(also),
        _times(version, latest_until(snapshot, version), writer),
    )
    candidates = stored_runs(snapshot, {run_key for (run_key,) in (*listing, *of_jobs)})
    read = reads(snapshot, candidates.values(), also=[version.dataset_id] if also else ())
    found = [run for run_key, run in candidates.items() if version in read[run_key]]
    return sorted(found, key=lambda run: (run.started_at, run.run_key))


_IN_TIME = """(r.started_at >= ? AND r.started_at <= ?) OR r.run_key = ?
    OR (r.processing <> 'BATCH' AND r.started_at <= ?
        AND (r.ended_at IS NULL OR r.ended_at >= ?))"""
"""SQL for the runs that may have read a version, as they started while it held, wrote the next one,
or are streams that ran when it began."""


def _times(version: DatasetVersion, until: int, writer: str | None) -> tuple[object, ...]:
    return (version.valid_from, until, writer, version.valid_from, version.valid_from)
