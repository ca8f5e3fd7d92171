"""What stands for a job's history before a cut (`headwater.pipeline.seeds`).

Made from stored rows alone. Where they do not say enough there is no seed, and the job is derived
from its beginning.
"""

import json
from typing import Any

from headwater.pipeline.batch import Batch
from headwater.pipeline.stored import Row, Rows, rows
from headwater.store.read import Snapshot
from headwater.store.tables import CONTROL_EDGES, FLOWS, JOB_PARENTS, JOB_VERSIONS

JobSeed = dict[str, Rows]
"""Rows by leaf of the chain that derives jobs."""


def job_seed(snapshot: Snapshot, job: int, since: int, batch: Batch) -> JobSeed | None:
    """The state of the job just before `since`; None if it cannot be told."""
    version = _version_before(snapshot, job, since)
    if version is None or version["basis"] == "provisional":
        return None
    if _exists(snapshot, "job_events WHERE job_id = ? AND event_time >= ?", (job, since)):
        return None  # whether its lists and lineage count depends on all that was before
    code = _code(snapshot, job, since, version, batch)
    if code is None:
        return None
    held = "valid_from < ? AND valid_to >= ?"
    flows = rows(snapshot, FLOWS, f"stated_by = ? AND {held}", (job, since, since))
    parents = rows(snapshot, JOB_PARENTS, f"job_id = ? AND {held}", (job, since, since))
    control = rows(snapshot, CONTROL_EDGES, f"job_id = ? AND {held}", (job, since, since))
    return {
        "entries": _entries(version, code, since),
        "standing_flows": [{**flow, "job_id": job} for flow in flows],
        "standing_parents": parents,
        "standing_control": control,
    }


def _exists(snapshot: Snapshot, what: str, params: tuple[Any, ...]) -> bool:
    return bool(snapshot.query(f"SELECT 1 FROM {what} LIMIT 1", params))


def _version_before(snapshot: Snapshot, job: int, since: int) -> Row | None:
    found = rows(
        snapshot,
        JOB_VERSIONS,
        "job_id = ? AND valid_from < ? ORDER BY valid_from DESC, began_rank DESC,"
        " began_run_key DESC, began_digest DESC LIMIT 1",
        (job, since),
    )
    return found[0] if found else None


Code = tuple[str | None, str | None]


def _code(snapshot: Snapshot, job: int, since: int, version: Row, batch: Batch) -> Code | None:
    """The code version and URL in effect just before the cut."""
    at_last_entry = (version["code_version"], version["code_url"])
    if at_last_entry == (None, None) or not _has_entries_since(snapshot, job, since, batch):
        return at_last_entry
    streams = "runs WHERE job_id = ? AND processing <> 'BATCH'"
    declared = "job_events WHERE job_id = ?"
    if _exists(snapshot, streams, (job,)) or _exists(snapshot, declared, (job,)):
        return None
    return (
        _last_code(snapshot, job, since, "code_version"),
        _last_code(snapshot, job, since, "code_url"),
    )


def _has_entries_since(snapshot: Snapshot, job: int, since: int, batch: Batch) -> bool:
    """Whether stored rows reflect entries at or after the cut."""
    if any(
        run["job_id"] == job and run["ended_at"] is not None for run in batch.runs_before.values()
    ):
        return True
    return _exists(
        snapshot,
        "runs WHERE job_id = ? AND last_time >= ? AND (ended_at >= ? OR processing <> 'BATCH')",
        (job, since, since),
    )


def _last_code(snapshot: Snapshot, job: int, since: int, column: str) -> str | None:
    # A run that does nothing but drop datasets is no entry (semantics 4.1).
    found = snapshot.query(
        f"SELECT r.{column} FROM runs r WHERE r.job_id = ? AND r.ended_at < ?"
        f" AND r.{column} IS NOT NULL AND (NOT EXISTS (SELECT 1 FROM run_io i"
        " WHERE i.run_key = r.run_key) OR EXISTS (SELECT 1 FROM run_io i"
        " WHERE i.run_key = r.run_key AND (i.side = 'input' OR coalesce(i.lifecycle, '') <> 'DROP')"
        ")) ORDER BY r.ended_at DESC, r.end_rank DESC, r.run_key DESC, r.end_digest DESC LIMIT 1",
        (job, since),
    )
    return found[0][0] if found else None


def _entries(version: Row, code: Code, since: int) -> Rows:
    """The entry that began the version; a second one, if the version was confirmed since."""
    began = {
        "job_id": version["job_id"],
        "entry_time": version["valid_from"],
        "rank": version["began_rank"],
        "run_key": version["began_run_key"],
        "digest": version["began_digest"],
        "basis": version["basis"],
        "inputs": json.loads(version["inputs"]),
        "outputs": json.loads(version["outputs"]),
        "completed": False,
        "code_version": code[0],
        "code_url": code[1],
        # The first entry counts in spite of an error, and its version is unknown for it.
        "extraction_failed": version["lineage_unknown"],
        "is_seed": True,
    }
    confirmed_at = version["confirmed_at"]
    if confirmed_at is None or confirmed_at >= since:
        return [began]
    # It sorts after the one that began the version even where both are at one instant.
    place = {"entry_time": confirmed_at, "rank": version["began_rank"] + 1}
    return [began, {**began, **place, "extraction_failed": 0}]
