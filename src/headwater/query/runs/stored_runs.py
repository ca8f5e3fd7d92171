"""Runs as the store keeps them, without their folded facts."""

from collections.abc import Iterable

import msgspec

from headwater.store import Snapshot

_COLUMNS = (
    "run_key",
    "run_id",
    "raw_run_id",
    "job_id",
    "state",
    "started_at",
    "ended_at",
    "first_time",
    "last_time",
    "end_rank",
    "end_digest",
    "nominal_start",
    "nominal_end",
    "batch_id",
    "processing",
    "snapshot",
    "code_version",
    "code_url",
    "code_sql",
    "code_source",
    "parent_run_key",
    "parent_job_id",
    "root_run_key",
    "root_job_id",
)
SELECT_RUNS = f"SELECT {', '.join(_COLUMNS)} FROM runs"


class StoredRun(msgspec.Struct, frozen=True):
    """The columns of `runs` that queries read."""

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

    @property
    def is_streaming(self) -> bool:
        return self.processing != "BATCH"

    def as_of(self, at: int) -> "StoredRun":
        state, ended_at = state_as_of(self.state, self.ended_at, at)
        return msgspec.structs.replace(self, state=state, ended_at=ended_at)


def state_as_of(state: str, ended_at: int | None, at: int) -> tuple[str, int | None]:
    """The state and the end of a run as of an instant: one that ends later goes on."""
    return (state, ended_at) if ended_at is None or ended_at <= at else ("RUNNING", None)


def stored_runs(snapshot: Snapshot, run_keys: Iterable[str]) -> dict[str, StoredRun]:
    rows = snapshot.query_in(f"{SELECT_RUNS} WHERE run_key IN {{keys}}", sorted(set(run_keys)))
    return {run.run_key: run for run in (StoredRun(*row) for row in rows)}
