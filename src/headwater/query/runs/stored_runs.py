"""Runs as rows of the store, without their folded facts."""

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

import msgspec

from headwater.questions.pages import Page
from headwater.store import Snapshot
from headwater.store.backend import Row


class StoredRun(msgspec.Struct, frozen=True):
    """The columns of the table `runs` that queries read, and whether the run is a stub."""

    run_key: str
    run_id: str
    raw_run_id: str
    job_id: int
    state: str
    started_at: int
    ended_at: int | None
    first_time: int
    last_time: int
    end_rank: int | None
    end_digest: str | None
    nominal_start: int | None
    nominal_end: int | None
    batch_id: str | None
    processing: str
    snapshot: int
    code_version: str | None
    code_url: str | None
    code_sql: str | None
    code_source: str | None
    parent_run_key: str | None
    parent_job_id: int | None
    root_run_key: str | None
    root_job_id: int | None
    is_stub: int
    """1 for a run that only its children name (semantics 3.5), which is no row of `runs`."""

    @property
    def is_streaming(self) -> bool:
        return self.processing != "BATCH"

    def as_of(self, at: int) -> "StoredRun":
        state, ended_at = state_as_of(self.state, self.ended_at, at)
        return msgspec.structs.replace(self, state=state, ended_at=ended_at)


_COLUMNS = StoredRun.__struct_fields__
SELECT_RUNS = f"SELECT {', '.join(_COLUMNS[:-1])}, 0 AS is_stub FROM runs"
_STATED_OF_STUBS = {
    "run_key": "parent_run_key",
    "run_id": "MIN(parent_run_id)",
    "raw_run_id": "MIN(parent_run_id)",
    "job_id": "parent_job_id",
    "state": "'NEW'",
    "started_at": "MIN(started_at)",
    "first_time": "MIN(started_at)",
    "last_time": "MIN(started_at)",
    "processing": "'BATCH'",
    "snapshot": "0",
    "is_stub": "1",
}
"""SQL for what is known of a stub: its name, its job, and when its first child started."""
_OF_STUBS = ", ".join(f"{_STATED_OF_STUBS.get(name, 'NULL')} AS {name}" for name in _COLUMNS)
_SELECT_STUBS = (
    f"SELECT {_OF_STUBS}"
    " FROM runs c WHERE {condition}"
    " AND NOT EXISTS (SELECT 1 FROM runs p WHERE p.run_key = c.parent_run_key)"
    " GROUP BY parent_run_key, parent_job_id"
)


def state_as_of(state: str, ended_at: int | None, at: int) -> tuple[str, int | None]:
    """The state and end of a run as of an instant. A run that ends later is still running then."""
    return (state, ended_at) if ended_at is None or ended_at <= at else ("RUNNING", None)


def stored_runs(snapshot: Snapshot, run_keys: Iterable[str]) -> dict[str, StoredRun]:
    rows = snapshot.query_in(f"{SELECT_RUNS} WHERE run_key IN {{keys}}", sorted(set(run_keys)))
    return {run.run_key: run for run in (StoredRun(*row) for row in rows)}


def runs_or_stubs(snapshot: Snapshot, run_keys: Iterable[str]) -> dict[str, StoredRun]:
    """The runs with these keys. Runs that only their children name are included as stubs."""
    wanted = set(run_keys)
    found = stored_runs(snapshot, wanted)
    rows = snapshot.query_in(
        _SELECT_STUBS.replace("{condition}", "parent_run_key IN {keys}"),
        sorted(wanted - found.keys()),
    )
    return found | {run.run_key: run for run in (StoredRun(*row) for row in rows)}


class RunsWanted(NamedTuple):
    """A condition on runs."""

    condition: str
    params: tuple[object, ...] = ()
    keys: Collection[int] | None = None
    """The values of `{keys}` in the condition, or None if that does not occur in it."""
    source: str = f"({SELECT_RUNS}) AS r"
    """The table or subquery that the condition is about. Its parameters come first."""

    def also(self, condition: str, *params: object) -> "RunsWanted":
        """The same runs, restricted by one more condition."""
        return self._replace(
            condition=f"{self.condition} AND {condition}", params=(*self.params, *params)
        )

    def ask(self, snapshot: Snapshot, sql: str, more: tuple[object, ...] = ()) -> list[Row]:
        params: tuple[Any, ...] = (*self.params, *more)
        if self.keys is None:
            return snapshot.query(sql, params)
        return snapshot.query_in(sql, self.keys, params)


def runs_of_job(job: int) -> RunsWanted:
    """The runs of one job, including its stubs."""
    stubs = _SELECT_STUBS.replace("{condition}", "parent_job_id = ?")
    source = f"({SELECT_RUNS} WHERE job_id = ? UNION ALL {stubs}) AS r"
    return RunsWanted("job_id = ?", (job, job, job), source=source)


class PageOfRuns(NamedTuple):
    runs: list[StoredRun]
    total_count: int
    next: str | None


def page_of_runs(snapshot: Snapshot, wanted: RunsWanted, page: Page) -> PageOfRuns:
    """A page of the runs that meet the condition, newest first."""
    where = f"WHERE {wanted.condition}"
    [(count,)] = wanted.ask(snapshot, f"SELECT count(*) FROM {wanted.source} {where}")
    last = page.begins_after(tuple[int, str])
    if last is not None:
        where += " AND (started_at, run_key) < (?, ?)"
    rows = wanted.ask(
        snapshot,
        f"SELECT {', '.join(_COLUMNS)} FROM {wanted.source} {where}"
        " ORDER BY started_at DESC, run_key DESC LIMIT ? OFFSET ?",
        (*(last or ()), page.rows, page.offset),
    )
    fetched = [StoredRun(*row) for row in rows]
    shown, following = page.cut(fetched, lambda run: (run.started_at, run.run_key))
    return PageOfRuns(shown, count, following)
