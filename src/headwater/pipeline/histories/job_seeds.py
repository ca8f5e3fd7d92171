"""Seeds of jobs: what stands for a job's history before a moment (`model.jobs.items`).

Seeds are made from stored rows alone. Where these do not say enough there is no seed, and the job
is derived from its beginning.
"""

import json
from typing import Any

import msgspec

from headwater.model.facts import CODE
from headwater.model.jobs.items import SeedEntry, SeedFlow, SeedItem, has_lineage
from headwater.model.order import BEGINNING, UNTYPED_RANK
from headwater.model.runs.stored_registers import decoded
from headwater.pipeline.batch.rows import BatchRows
from headwater.pipeline.histories.windows import Window
from headwater.pipeline.source.stored import Row, rows
from headwater.store.read import Snapshot
from headwater.store.run_registers import excerpts_with
from headwater.store.tables import CONTROL_EDGES, FLOWS, JOB_PARENTS, JOB_VERSIONS

_RUNS_AT_ONCE = 1_000

PLACE = ("valid_from", "began_rank", "began_run_key", "began_digest")
"""The order of versions within a job."""


def job_seed(snapshot: Snapshot, job: int, window: Window, batch: BatchRows) -> SeedItem | None:
    """The state of the job just before a window; None if it cannot be found out."""
    since = window.since
    version = version_before(snapshot, job, since)
    if version is None or version["basis"] == "provisional":
        return None
    code = code_before(snapshot, job, since, version)
    observed = _observed(snapshot, job, since, batch)
    if code is None or observed is None:
        return None
    held = "valid_from < ? AND valid_to >= ?"
    flows = rows(snapshot, FLOWS, f"stated_by = ? AND {held}", (job, since, since))
    parents = rows(snapshot, JOB_PARENTS, f"job_id = ? AND {held}", (job, since, since))
    control = rows(snapshot, CONTROL_EDGES, f"job_id = ? AND {held}", (job, since, since))
    names = SeedFlow.__struct_fields__
    return SeedItem(
        *window,
        _entries(version, code, since, observed),
        [SeedFlow(*(flow[name] for name in names)) for flow in flows],
        [row["parent_id"] for row in parents],
        [(row["origin"], row["destination"]) for row in control],
    )


def _exists(snapshot: Snapshot, what: str, params: tuple[Any, ...]) -> bool:
    return bool(snapshot.query(f"SELECT 1 FROM {what} LIMIT 1", params))


def version_before(snapshot: Snapshot, job: int, since: int) -> Row | None:
    """The version in force just before `since`."""
    order = ", ".join(f"{name} DESC" for name in PLACE)
    found = rows(
        snapshot,
        JOB_VERSIONS,
        f"job_id = ? AND valid_from < ? ORDER BY {order} LIMIT 1",
        (job, since),
    )
    return found[0] if found else None


CodeColumns = dict[str, str | None]
"""The columns of `model.facts.CODE`."""


def code_before(snapshot: Snapshot, job: int, since: int, version: Row) -> CodeColumns | None:
    """The code in effect just before `since`; None if that cannot be found out.

    `version` is the version in force then.
    """
    at_last_entry = {name: version[name] for name in CODE}
    stated = [name for name in CODE if version[name] is not None]
    if not stated or not _has_entries_since(snapshot, job, since):
        return at_last_entry
    streams = "runs WHERE job_id = ? AND processing IN ('STREAMING', 'SERVICE')"
    if _exists(snapshot, f"{streams} AND coalesce({', '.join(CODE)}) IS NOT NULL", (job,)):
        return None
    return at_last_entry | {name: _last_code(snapshot, job, since, name) for name in stated}


def _has_entries_since(snapshot: Snapshot, job: int, since: int) -> bool:
    """Whether stored rows include entries at or after `since`."""
    ended = "runs WHERE job_id = ? AND processing = 'BATCH' AND ended_at >= ?"
    streams = "runs WHERE job_id = ? AND processing IN ('STREAMING', 'SERVICE') AND last_time >= ?"
    declared = "job_events WHERE job_id = ? AND event_time >= ?"
    return any(_exists(snapshot, what, (job, since)) for what in (ended, streams, declared))


# A run that only drops datasets is no entry (semantics 4.1).
_LISTS = "(i.side = 'input' OR coalesce(i.lifecycle, '') <> 'DROP')"
_IS_ENTRY = (
    "(NOT EXISTS (SELECT 1 FROM run_io i WHERE i.run_key = r.run_key)"
    f" OR EXISTS (SELECT 1 FROM run_io i WHERE i.run_key = r.run_key AND {_LISTS}))"
)


def _last_code(snapshot: Snapshot, job: int, since: int, column: str) -> str | None:
    by_runs = snapshot.query(
        f"SELECT r.ended_at, r.end_rank, r.run_key, r.end_digest, r.{column} FROM runs r"
        " WHERE r.job_id = ? AND r.processing = 'BATCH' AND r.ended_at < ?"
        f" AND r.{column} IS NOT NULL AND {_IS_ENTRY}"
        " ORDER BY r.ended_at DESC, r.end_rank DESC, r.run_key DESC, r.end_digest DESC LIMIT 1",
        (job, since),
    )
    by_events = snapshot.query(
        f"SELECT event_time, {UNTYPED_RANK}, '', digest, {column} FROM job_events"
        f" WHERE job_id = ? AND event_time < ? AND {column} IS NOT NULL"
        " ORDER BY event_time DESC, digest DESC LIMIT 1",
        (job, since),
    )
    last = max((*by_runs, *by_events), default=None)
    return last[-1] if last else None


def _observed(snapshot: Snapshot, job: int, since: int, batch: BatchRows) -> tuple[int, int] | None:
    """Whether runs had listed or stated anything before; None if that cannot be found out.

    If so, later job events count for less (semantics 4.2, 7.2). It is looked up only where there
    are such job events.
    """
    declared = declared_lineage(snapshot, job, since)
    declared += [
        event["lineage"]
        for event in batch.job_events
        if event["job_id"] == job and event["event_time"] >= since
    ]
    stated = has_stated(snapshot, job, since) if any(x is not None for x in declared) else False
    if stated is None:
        return None
    listed = bool(declared) and has_listed(snapshot, job, since)
    return int(listed), int(stated)


def declared_lineage(snapshot: Snapshot, job: int, since: int) -> list[str | None]:
    """The explicit lineage of each job event since then."""
    found = snapshot.query(
        "SELECT lineage FROM job_events WHERE job_id = ? AND event_time >= ?", (job, since)
    )
    return [row[0] for row in found]


# What a batch run lists counts from its end on, and what a stream lists from the event that lists
# it.
_BY_RUNS_BEFORE = (
    "runs r JOIN run_io i ON i.run_key = r.run_key WHERE r.job_id = ? AND ("
    "(r.processing = 'BATCH' AND r.ended_at < ?)"
    " OR (r.processing <> 'BATCH' AND i.first_time < ?))"
)


def has_listed(snapshot: Snapshot, job: int, since: int) -> bool:
    """Whether an entry of a run before `since` lists any dataset."""
    return _exists(snapshot, f"{_BY_RUNS_BEFORE} AND {_LISTS}", (job, since, since))


def has_stated(snapshot: Snapshot, job: int, since: int) -> bool | None:
    """Whether an entry of a run before `since` states any lineage; None if that is not clear."""
    stated = (
        f"{_BY_RUNS_BEFORE} AND r.extraction_failed = 0"
        f" AND i.side = 'output' AND i.columns_hash IS NOT NULL AND {_LISTS}"
    )
    if _exists(snapshot, stated, (job, since, since)):
        return True
    before = "runs WHERE job_id = ? AND first_time < ?"
    if _exists(snapshot, f"{before} AND extraction_failed = 1", (job, since)):
        return None
    return None if _quotes_lineage(snapshot, before, (job, since)) else False


def _quotes_lineage(snapshot: Snapshot, runs: str, params: tuple[int, int]) -> bool:
    """Whether any of these runs quotes explicit lineage. They are looked at some at a time."""
    seen: set[int] = set()
    last: tuple[int, str] = (BEGINNING, "")
    while True:
        found = snapshot.query(
            f"SELECT last_time, run_key, facts FROM {runs} AND (last_time, run_key) > (?, ?)"
            " ORDER BY last_time, run_key LIMIT ?",
            (*params, *last, _RUNS_AT_ONCE),
        )
        fresh = {key for *_, facts in found for key in decoded(facts).excerpts} - seen
        if any(map(has_lineage, excerpts_with(snapshot, fresh).values())):
            return True
        if len(found) < _RUNS_AT_ONCE:
            return False
        seen |= fresh
        last = found[-1][:2]


def _entries(
    version: Row, code: CodeColumns, since: int, observed: tuple[int, int]
) -> list[SeedEntry]:
    """The entry that began the version, and a second one if the version was confirmed since."""
    # A job's first entry counts in spite of an extraction error, which makes its version unknown
    # (semantics 4.5). So the seed has the error if its version is unknown.
    began = SeedEntry(
        version["valid_from"],
        version["began_rank"],
        version["began_run_key"],
        version["began_digest"],
        version["basis"],
        json.loads(version["inputs"]),
        json.loads(version["outputs"]),
        (code["code_version"], code["code_url"], code["code_sql"], code["code_source"]),
        version["lineage_unknown"],
        *observed,
    )
    confirmed_at = version["confirmed_at"]
    if confirmed_at is None or confirmed_at >= since:
        return [began]
    # The higher rank sorts it after the entry that began the version, even at the same instant.
    place = {"entry_time": confirmed_at, "rank": began.rank + 1}
    return [began, msgspec.structs.replace(began, **place, extraction_failed=0)]
