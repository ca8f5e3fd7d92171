"""Causes in upstream runs that failed or did not happen (semantics 8.3)."""

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from headwater.answers.graph import LatestRun
from headwater.answers.moments import Instant
from headwater.answers.why import Cause, Evidence
from headwater.query.diff.instances import Instances, RunPath
from headwater.query.graph.current import CurrentGraph
from headwater.query.graph.latest import latest_runs
from headwater.query.names.entities import entities
from headwater.query.names.run_ids import public_ids
from headwater.query.runs.run_steps import RunGraphKey, key_of
from headwater.query.runs.stored_runs import StoredRun, stored_runs
from headwater.store import Snapshot


class _Producer(NamedTuple):
    """A job upstream, and how its output gets to the run."""

    distance: int
    way_down: RunPath
    """The path from the job's output to the run."""


class _Done(NamedTuple):
    """The last completed run of a job, and when the completed run before that ended."""

    run: StoredRun
    ended_at: int
    one_before: int | None

    def is_overdue(self, at: int) -> bool:
        """Whether more time has passed than between the last two runs, or there was only one."""
        return self.one_before is None or at - self.ended_at > self.ended_at - self.one_before


class _Trouble(NamedTuple):
    kind: Literal["failed", "missing"]
    run: str
    at: Instant
    predicate: str


def run_causes(
    snapshot: Snapshot, earlier: StoredRun | None, one_before: StoredRun | None, new: Instances
) -> Iterator[Cause]:
    """Producers whose last run failed, or that ran for the earlier run but not since.

    `one_before` is the completed run before the earlier one. The absence of a producer is a cause
    only if it ran between these two.
    """
    run = new.upstream.run
    producers = _producers(snapshot, new)
    named = entities(snapshot, producers)
    last = latest_runs(snapshot, producers, (), run.started_at)
    completed = _last_completed(snapshot, producers, run.started_at)
    ids = public_ids(snapshot, (found.run.run_key for found in completed.values()))
    for job, producer in sorted(producers.items()):
        latest, done = last[job].run if job in last else None, completed.get(job)
        found = _failure(latest, earlier) if latest is not None else None
        if found is None and done is not None and earlier and one_before:
            pair = (one_before.started_at, earlier.started_at)
            found = _absence(latest, done, ids[done.run.run_key], new, pair)
        if found is not None:
            path = (f"run:{found.run}", *producer.way_down.ids)
            yield Cause(
                kind=found.kind,
                node=named[job].id,
                sentence=f"{named[job].name} {found.predicate}",
                at=found.at,
                distance=producer.distance,
                nearest=producer.distance,
                evidence=Evidence(
                    runs=path[:1],
                    versions=(),
                    path=path,
                    through=(named[job].id, *producer.way_down.through),
                ),
            )


def _failure(latest: LatestRun, earlier: StoredRun | None) -> _Trouble | None:
    """The trouble of a producer whose last run failed after the earlier run had started; None if it
    did not."""
    if latest.state not in ("FAILED", "ABORTED") or latest.ended_at is None or latest.assumed_end:
        return None
    if earlier is not None and latest.ended_at <= earlier.started_at:
        return None
    verb = "failed" if latest.state == "FAILED" else "was aborted"
    predicate = f"{verb} in run {latest.id} at {latest.ended_at}, and had not run again"
    return _Trouble("failed", latest.id, latest.ended_at, predicate)


def _absence(
    latest: LatestRun | None, done: _Done, done_id: str, new: Instances, pair: tuple[int, int]
) -> _Trouble | None:
    """The trouble of a producer that last completed between the two earlier runs and is overdue;
    None if it is not."""
    first, second = pair
    if done.run.is_streaming or not first < done.ended_at <= second:
        return None
    if not done.is_overdue(new.upstream.run.started_at):
        return None
    predicate = (
        f"last completed in run {done_id} at {Instant(done.ended_at)}, before the earlier run"
    )
    if latest is not None and (latest.ended_at is None or latest.assumed_end):
        predicate += f"; run {latest.id} had not ended when this one started"
    return _Trouble("missing", done_id, Instant(done.ended_at), predicate)


def _producers(snapshot: Snapshot, new: Instances) -> dict[int, _Producer]:
    """The jobs whose runs went into this one, and those that write what went into it."""
    run = new.upstream.run
    found = {}
    for job, instance in new.jobs.items():
        if job != run.job_id:
            path = new.path(RunGraphKey("RUN", new.runs[job].run_key))
            found[job] = _Producer(instance.distance, RunPath(path.ids[1:], path.through[1:]))
    graph = CurrentGraph(snapshot, run.started_at)
    links = graph.into(set(new.datasets))
    nearest_first = sorted(links, key=lambda link: (new.datasets[link.destination].distance, link))
    for job, dataset, _ in nearest_first:
        if graph.is_job(job) and job != run.job_id and job not in found:
            version = new.versions[dataset]
            distance = new.datasets[dataset].distance + 1
            found[job] = _Producer(distance, new.path(key_of(version)))
    return found


def _last_completed(snapshot: Snapshot, jobs: Iterable[int], at: int) -> dict[int, _Done]:
    last = (
        "(SELECT r.run_key FROM runs r WHERE r.job_id = e.entity_id AND r.state = 'COMPLETED'"
        " AND r.started_at <= ? AND r.ended_at <= ? ORDER BY r.started_at DESC, r.run_key DESC"
        " LIMIT 1 OFFSET {skipped})"
    )
    rows = snapshot.query_in(
        f"SELECT {last.format(skipped=0)}, {last.format(skipped=1)}"
        " FROM entities e WHERE e.entity_id IN {keys}",
        sorted(jobs),
        (at,) * 4,
    )
    runs = stored_runs(snapshot, (run_key for row in rows for run_key in row if run_key))
    found = {}
    for run_key, one_before in rows:
        run = runs.get(run_key)
        if run is not None and run.ended_at is not None:
            before = runs[one_before].ended_at if one_before else None
            found[run.job_id] = _Done(run, run.ended_at, before)
    return found
