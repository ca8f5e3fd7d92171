"""Runs as rows of the store, without their folded facts."""

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

import msgspec

from headwater.model.facets import Processing
from headwater.query.names.run_ids import UNSEEN_PARENTS
from headwater.query.runs.assumed_ends import ASSUMED_END, ASSUMED_STATE
from headwater.questions.pages import Page
from headwater.questions.runs import RunsSortBy
from headwater.store import Snapshot
from headwater.store.backend import Row
from headwater.store.tables import FOREVER


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
    processing: Processing
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
    assumed_state: str | None
    assumed_end: int | None
    """How and when it is assumed to have ended (semantics 3.7), which makes no version."""

    @property
    def is_streaming(self) -> bool:
        return self.processing != "BATCH"

    @property
    def shown_state(self) -> str:
        return self.state if self.assumed_state is None else self.assumed_state

    @property
    def shown_end(self) -> int | None:
        return self.ended_at if self.assumed_end is None else self.assumed_end

    def as_of(self, at: int) -> "StoredRun":
        last = max(self.ended_at or at, self.assumed_end or at)
        if last <= at:  # as for almost all runs, nothing of it lies ahead
            return self
        state, ended_at = state_as_of(self.state, self.ended_at, at)
        known = msgspec.structs.replace(self, state=state, ended_at=ended_at)
        if self.assumed_end is None or self.assumed_end <= at:
            return known
        return msgspec.structs.replace(known, assumed_state=None, assumed_end=None)


_COLUMNS = StoredRun.__struct_fields__
_AS_SENT = "COALESCE(raw_run_id, run_id) AS raw_run_id"
_SELECTED = ", ".join(_COLUMNS[:-3]).replace("raw_run_id", _AS_SENT)
SELECT_RUNS = (
    f"SELECT {_SELECTED}, 0 AS is_stub,"
    f" {ASSUMED_STATE} AS assumed_state, {ASSUMED_END} AS assumed_end FROM runs r"
)
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
    f"SELECT {_OF_STUBS} FROM {UNSEEN_PARENTS}"
    " AND {condition}"
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
    keys: Collection[int] | Collection[str] | None = None
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


class StoredRunPage(NamedTuple):
    runs: list[StoredRun]
    total_count: int
    next: str | None


GRAVEST_FIRST = ("FAILED", "ABORTED", "RUNNING", "NEW", "COMPLETED")
"""The states of runs, in the order in which somebody should look at them."""
_GRAVITY = " ".join(f"WHEN '{state}' THEN {rank}" for rank, state in enumerate(GRAVEST_FIRST))


class RunOrder(NamedTuple):
    """An order of runs. Those of one state or one job are newest first, whichever way the states or
    jobs go; what is still equal is ordered by run key."""

    by: RunsSortBy = "started"
    ascending: bool = False

    @property
    def columns(self) -> tuple[str, ...]:
        """SQL for what runs are sorted by, all of it in the same direction."""
        newest = "-started_at" if self.ascending else "started_at"
        match self.by:
            case "started":
                return "started_at", "run_key"
            case "took":
                return self._time_taken, "run_key"
            case "state":
                return f"CASE COALESCE(assumed_state, state) {_GRAVITY} END", newest, "run_key"
            case "job":
                name = "SELECT lower(e.name) FROM entities e WHERE e.entity_id = r.job_id"
                return f"COALESCE(({name}), '')", newest, "run_key"

    @property
    def _time_taken(self) -> str:
        """SQL for the same as `time_taken`. Where that is not known, the run comes last."""
        taken = "COALESCE(assumed_end, ended_at) - started_at"
        unknown = FOREVER if self.ascending else -1
        return f"CASE WHEN {taken} > 0 THEN {taken} ELSE {unknown} END"

    def begins_after(self, page: Page) -> tuple[int | str, ...] | None:
        """What the last run of the page before has in these columns; None on the first page."""
        match self.by:
            case "started" | "took":
                return page.begins_after(tuple[int, str])
            case "state":
                return page.begins_after(tuple[int, int, str])
            case "job":
                return page.begins_after(tuple[str, int, str])


NEWEST_FIRST = RunOrder()


def page_of_runs(
    snapshot: Snapshot, wanted: RunsWanted, page: Page, order: RunOrder = NEWEST_FIRST
) -> StoredRunPage:
    """A page of the runs that meet the condition, in this order."""
    where = f"WHERE {wanted.condition}"
    [(count,)] = wanted.ask(snapshot, f"SELECT count(*) FROM {wanted.source} {where}")
    last = order.begins_after(page)
    beyond, direction = (">", "ASC") if order.ascending else ("<", "DESC")
    sorted_by = order.columns
    if last is not None:
        marks = ", ".join("?" for _ in sorted_by)
        where += f" AND ({', '.join(sorted_by)}) {beyond} ({marks})"
    in_order = ", ".join(f"{column} {direction}" for column in sorted_by)
    rows = wanted.ask(
        snapshot,
        f"SELECT {', '.join((*_COLUMNS, *sorted_by))} FROM {wanted.source} {where}"
        f" ORDER BY {in_order} LIMIT ? OFFSET ?",
        (*(last or ()), page.rows, page.offset),
    )
    shown, following = page.cut(rows, lambda row: row[len(_COLUMNS) :])
    return StoredRunPage([StoredRun(*row[: len(_COLUMNS)]) for row in shown], count, following)
