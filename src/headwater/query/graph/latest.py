"""The last run of each job, and the last run that wrote each dataset, as of an instant."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from headwater.answers.graph import LatestRun
from headwater.answers.moments import Instant
from headwater.query.moments import instant
from headwater.query.names.run_ids import PUBLIC_ID
from headwater.query.runs.assumed_ends import ASSUMED_END, ASSUMED_STATE
from headwater.query.runs.stored_runs import state_as_of
from headwater.query.versions.versions import DatasetVersion
from headwater.store import Snapshot
from headwater.store.backend import Row
from headwater.store.memory import one_value

_BY_KEY = (
    f"SELECT r.run_key, {PUBLIC_ID}, r.state, r.started_at, r.ended_at, r.processing, r.job_id,"
    f" {ASSUMED_STATE}, {ASSUMED_END}"
    " FROM runs r WHERE r.run_key IN {keys}"
)


def _last_of_job(condition: str) -> str:
    return (
        "SELECT e.entity_id, (SELECT run_key FROM runs WHERE job_id = e.entity_id"
        f" {condition} ORDER BY started_at DESC, run_key DESC LIMIT 1)"
        " FROM entities e WHERE e.entity_id IN {keys}"
    )


_LAST_OF_JOB = _last_of_job("")
_LAST_OF_JOB_BEFORE = _last_of_job("AND started_at <= ?")
_LAST_WRITER = (
    "SELECT e.entity_id, (SELECT run_key FROM dataset_versions WHERE dataset_id = e.entity_id"
    " AND kind = 'write' AND valid_from <= ?"
    " ORDER BY valid_from DESC, place_kind DESC, place_id DESC LIMIT 1)"
    " FROM entities e WHERE e.entity_id IN {keys}"
)


class _Run(NamedTuple):
    """The columns of a run that `_BY_KEY` reads."""

    run_key: str
    id: str
    state: str
    started_at: int
    ended_at: int | None
    processing: str
    job: int
    assumed_state: str | None
    assumed_end: int | None

    def as_of(self, at: int) -> "Latest":
        state, ended_at = state_as_of(self.state, self.ended_at, at)
        is_assumed = self.assumed_end is not None and self.assumed_end <= at
        if is_assumed:
            state, ended_at = str(self.assumed_state), self.assumed_end
        started_at = Instant(self.started_at)
        run = LatestRun(self.id, state, started_at, instant(ended_at), is_assumed)
        return Latest(self.run_key, run, self.processing, self.job)


def _run(rows: list[Row]) -> _Run:
    [row] = rows
    return _Run(*row)


class Latest(msgspec.Struct, frozen=True, gc=False):
    run_key: str
    run: LatestRun
    processing: str
    job: int
    """The key of the job."""


def latest_runs(
    snapshot: Snapshot,
    jobs: Iterable[int],
    datasets: Iterable[int],
    at: int,
    *,
    versions: Mapping[int, DatasetVersion] = MappingProxyType({}),
) -> dict[int, Latest]:
    """The latest run of each job and dataset, by entity key. Entities without one are left out.

    `versions` are the latest versions of datasets, as far as they are known already.
    """
    chosen = {
        dataset: version.run_key
        for dataset, version in versions.items()
        if version.kind == "write" and version.run_key is not None
    }
    last: dict[int, str] = snapshot.by_key(_LAST_OF_JOB, jobs, one_value)
    runs = snapshot.by_key(_BY_KEY, last.values(), _run)
    chosen |= {job: run_key for job, run_key in last.items() if runs[run_key].started_at <= at}
    for sql, keys in (
        (_LAST_OF_JOB_BEFORE, last.keys() - chosen.keys()),
        (_LAST_WRITER, set(datasets) - chosen.keys()),
    ):
        rows = snapshot.query_in(sql, sorted(keys), (at,))
        chosen |= {entity: run_key for entity, run_key in rows if run_key is not None}
    runs = snapshot.by_key(_BY_KEY, chosen.values(), _run)
    # A job and the datasets that it writes often have one last run.
    latest = {run_key: run.as_of(at) for run_key, run in runs.items()}
    return {entity: latest[run_key] for entity, run_key in chosen.items()}
