"""Causes that lie in jobs: other code, other inputs, runs that failed or did not happen (8.3)."""

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from headwater.query.causes import Cause, CauseKind, Evidence, listed
from headwater.query.entities import entities
from headwater.query.graph import LatestRun
from headwater.query.instances import Instances
from headwater.query.job_change import CodeVersion, JobChange
from headwater.query.latest import latest_runs
from headwater.query.moments import Instant
from headwater.query.run_diff import version_change
from headwater.query.run_ids import public_ids
from headwater.query.run_steps import Key, key_of
from headwater.query.stored_runs import StoredRun, stored_runs
from headwater.store import Snapshot


def change_causes(old: Instances, new: Instances) -> Iterator[Cause]:
    """Jobs that run other code, or read or write something else, than for the earlier run."""
    named = old.named | new.named
    for job in sorted(old.jobs.keys() & new.jobs.keys()):
        change = version_change(old, new, job, named)
        before, after = old.jobs[job], new.jobs[job]
        versions = (before.version, after.version)
        evidence = Evidence(
            runs=tuple(dict.fromkeys((f"run:{before.run}", f"run:{after.run}"))),
            versions=tuple(dict.fromkeys(found for found in versions if found is not None)),
            path=new.path(Key("RUN", new.runs[job].run_key)),
        )
        node, ran = new.named[job].id, f"run {after.run} at {after.started_at}"
        said: dict[CauseKind, str] = {}
        if change.code_before is not None:
            code = f"{_code(after.code)}, it was {_code(change.code_before)}"
            said["code"] = f"{node} ran other code in {ran}: {code}"
        if others := list(_other_datasets(change)):
            said["datasets"] = f"{node} {listed(others)}: seen in {ran}"
        for kind, sentence in said.items():
            yield Cause(
                kind=kind,
                node=node,
                sentence=sentence,
                distance=after.distance,
                nearest=after.distance,
                evidence=evidence,
            )


def _code(code: CodeVersion) -> str:
    return code.version or code.url or "unknown"


def _other_datasets(change: JobChange) -> Iterator[str]:
    for words, datasets in (
        ("now reads", change.inputs_added),
        ("no longer reads", change.inputs_removed),
        ("now writes", change.outputs_added),
        ("no longer writes", change.outputs_removed),
    ):
        if datasets:
            yield f"{words} {listed(datasets)}"


class _Producer(NamedTuple):
    """A job upstream, and how what it writes gets to the run."""

    distance: int
    way_down: tuple[str, ...]


def run_causes(
    snapshot: Snapshot, earlier: StoredRun | None, one_before: StoredRun | None, new: Instances
) -> Iterator[Cause]:
    """Producers whose last run failed, or that ran for the earlier run and not since.

    `one_before` is the completed run before the earlier one: between these two a producer has to
    have run, for its absence to be a cause.
    """
    run = new.upstream.run
    producers = _producers(snapshot, new)
    named = entities(snapshot, producers)
    last = latest_runs(snapshot, producers, (), run.started_at)
    completed = _last_completed(snapshot, producers, run.started_at)
    ids = public_ids(snapshot, (found.run_key for found in completed.values()))
    for job, producer in sorted(producers.items()):
        latest, done = last[job].run if job in last else None, completed.get(job)
        found = _failure(latest, earlier) if latest is not None else None
        if found is None and done is not None and earlier and one_before:
            found = _absence(latest, done, ids[done.run_key], earlier, one_before)
        if found is not None:
            path = (f"run:{found.run}", *producer.way_down)
            yield Cause(
                kind=found.kind,
                node=named[job].id,
                sentence=f"{named[job].id} {found.said}",
                distance=producer.distance,
                nearest=producer.distance,
                evidence=Evidence(runs=path[:1], versions=(), path=path),
            )


class _Trouble(NamedTuple):
    kind: Literal["failed", "missing"]
    run: str
    said: str


def _failure(latest: LatestRun, earlier: StoredRun | None) -> _Trouble | None:
    """Its last run failed, after the earlier run had started."""
    if latest.state not in ("FAILED", "ABORTED") or latest.ended_at is None:
        return None
    if earlier is not None and latest.ended_at <= earlier.started_at:
        return None
    verb = "failed" if latest.state == "FAILED" else "was aborted"
    said = f"{verb} in run {latest.id} at {latest.ended_at}, and had not run again"
    return _Trouble("failed", latest.id, said)


def _absence(
    latest: LatestRun | None,
    done: StoredRun,
    done_id: str,
    earlier: StoredRun,
    one_before: StoredRun,
) -> _Trouble | None:
    """The last time it completed was for the earlier run."""
    if done.is_streaming or done.ended_at is None:
        return None
    if not one_before.started_at < done.ended_at <= earlier.started_at:
        return None
    said = f"last completed in run {done_id} at {Instant(done.ended_at)}, before the earlier run"
    if latest is not None and latest.ended_at is None:
        said += f"; run {latest.id} had not ended when this one started"
    return _Trouble("missing", done_id, said)


def _producers(snapshot: Snapshot, new: Instances) -> dict[int, _Producer]:
    """The jobs whose runs went into this one, and those that write what did."""
    run = new.upstream.run
    found = {
        job: _Producer(instance.distance, new.path(Key("RUN", new.runs[job].run_key))[1:])
        for job, instance in new.jobs.items()
        if job != run.job_id
    }
    rows = snapshot.query_in(
        "SELECT DISTINCT origin, destination FROM edges"
        " WHERE destination IN {keys} AND valid_from <= ? AND valid_to > ?",
        sorted(new.datasets),
        (run.started_at, run.started_at),
    )
    writers = entities(snapshot, (origin for origin, _ in rows if origin not in found))
    nearest_first = sorted(rows, key=lambda row: (new.datasets[row[1]].distance, row))
    for job, dataset in nearest_first:
        is_job = job in writers and writers[job].kind == "job"
        if is_job and job != run.job_id and job not in found:
            version = new.versions[dataset]
            distance = new.datasets[dataset].distance + 1
            found[job] = _Producer(distance, new.path(key_of(version)))
    return found


def _last_completed(snapshot: Snapshot, jobs: Iterable[int], at: int) -> dict[int, StoredRun]:
    rows = snapshot.query_in(
        "SELECT (SELECT r.run_key FROM runs r WHERE r.job_id = e.entity_id"
        "  AND r.state = 'COMPLETED' AND r.started_at <= ? AND r.ended_at <= ?"
        "  ORDER BY r.started_at DESC, r.run_key DESC LIMIT 1)"
        " FROM entities e WHERE e.entity_id IN {keys}",
        sorted(jobs),
        (at, at),
    )
    found = stored_runs(snapshot, (run_key for (run_key,) in rows if run_key is not None))
    return {run.job_id: run for run in found.values()}
