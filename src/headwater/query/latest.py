"""The last run of each job, and the last that wrote each dataset, as of an instant."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

import msgspec

from headwater.query.graph import LatestRun
from headwater.query.moments import Instant, instant
from headwater.query.run_ids import PUBLIC_ID
from headwater.query.versions import DatasetVersion
from headwater.store import Snapshot

_LAST_OF_JOB = """
    SELECT run_key FROM runs WHERE job_id = e.entity_id AND started_at <= ?
    ORDER BY started_at DESC, run_key DESC LIMIT 1"""
_LAST_WRITER = """
    SELECT run_key FROM dataset_versions
    WHERE dataset_id = e.entity_id AND kind = 'write' AND valid_from <= ?
    ORDER BY valid_from DESC, place_kind DESC, place_id DESC LIMIT 1"""


class Latest(msgspec.Struct, frozen=True):
    run_key: str
    run: LatestRun
    processing: str
    job: int
    """By its key."""


def latest_runs(
    snapshot: Snapshot,
    jobs: Iterable[int],
    datasets: Iterable[int],
    at: int,
    *,
    versions: Mapping[int, DatasetVersion] = MappingProxyType({}),
) -> dict[int, Latest]:
    """By entity key; entities without such a run are left out.

    `versions`: the latest of datasets, where they are known already.
    """
    chosen = {
        dataset: version.run_key
        for dataset, version in versions.items()
        if version.kind == "write" and version.run_key is not None
    }
    chosen |= {
        entity: run_key
        for sql, keys in ((_LAST_OF_JOB, jobs), (_LAST_WRITER, set(datasets) - chosen.keys()))
        for entity, run_key in snapshot.query_in(
            f"SELECT e.entity_id, ({sql}) FROM entities e WHERE e.entity_id IN {{keys}}",
            sorted(keys),
            (at,),
        )
        if run_key is not None
    }
    rows = snapshot.query_in(
        f"SELECT r.run_key, {PUBLIC_ID}, r.state, r.started_at, r.ended_at, r.processing, r.job_id"
        " FROM runs r WHERE r.run_key IN {keys}",
        sorted(set(chosen.values())),
    )
    runs = {}
    for run_key, id_, state, started_at, ended_at, processing, job in rows:
        has_ended = ended_at is not None and ended_at <= at
        run = LatestRun(
            id_,
            state if has_ended or ended_at is None else "RUNNING",
            Instant(started_at),
            instant(ended_at) if has_ended else None,
        )
        runs[run_key] = Latest(run_key, run, processing, job)
    return {entity: runs[run_key] for entity, run_key in chosen.items()}
