"""Runs that failed: one happening for each incident, such as a failed DAG (semantics 8.5)."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

import msgspec

from headwater.alerts.happening import Happening
from headwater.answers.incidents import Incident
from headwater.query.moments import in_force
from headwater.query.names.entities import entities
from headwater.query.node_ids import resolve
from headwater.query.runs.incidents import has_failed, incidents_of
from headwater.query.runs.run_relatives import tops
from headwater.query.runs.stored_runs import StoredRun, stored_runs
from headwater.query.versions.versions import job_versions_at
from headwater.query.why.why import why
from headwater.questions.graph import WhyQuestion
from headwater.store import Snapshot

_MINUTE = 60_000_000
_SHOWN = 5
"""How many failed runs of an incident are named."""
_FINISHED = ("COMPLETED", "FAILED", "ABORTED")


def failures(
    snapshot: Snapshot, noticed: dict[str, int], now: int, wait_minutes: float
) -> tuple[list[Happening], dict[str, int]]:
    """The incidents to tell, and the failed runs that are still waited for.

    `noticed` are run keys, each with when its failure became known. An incident is reported when
    the run at its top has ended, or after the wait. What was made good by then is never reported.
    """
    runs = {key: run for key, run in stored_runs(snapshot, noticed).items() if has_failed(run)}
    found: list[Happening] = []
    waiting: dict[str, int] = {}
    for top, keys in _by_top(snapshot, runs).items():
        since = min(noticed[key] for key in keys)
        for incident in incidents_of(snapshot, [top]):
            if now - since >= wait_minutes * _MINUTE or incident.run.state in _FINISHED:
                found.append(_happening(snapshot, incident))
            else:
                waiting |= {key: noticed[key] for key in keys}
    return found, waiting


def _by_top(snapshot: Snapshot, runs: dict[str, StoredRun]) -> dict[StoredRun, list[str]]:
    """The keys of the runs by the run at the top."""
    found: defaultdict[StoredRun, list[str]] = defaultdict(list)
    for key, top in tops(snapshot, runs.values()).items():
        found[top].append(key)
    return found


def _happening(snapshot: Snapshot, incident: Incident) -> Happening:
    failed = incident.failures
    top, first = incident.run, failed[0].run
    jobs = {
        resolve(snapshot, job, deleted=True).entity.key
        for job in {top.job, *(one.run.job for one in failed)}
    }
    title = f"{top.job} {'was aborted' if _is_aborted(incident) else 'failed'}"
    if first.id != top.id:
        title += f" in {_named(one.run.name for one in failed)}"
    errors = dict.fromkeys(
        f"{one.run.name}: {one.error.strip().splitlines()[0]}"
        for one in failed
        if one.error and one.error.strip()
    )
    return Happening(
        kind="failed",
        key=(top.id,),
        at=incident.failed_at,
        subject=top.job,
        entities=frozenset(jobs | _outputs(snapshot, jobs)),
        run=first.id if top.stub else top.id,
        title=title,
        lines=tuple(errors)[:_SHOWN],
    )


def with_cause(snapshot: Snapshot, failed: Happening) -> Happening:
    """The same with the likeliest cause, if there is any. It takes a while to find."""
    assert failed.run is not None
    causes = why(snapshot, WhyQuestion(run_id=failed.run)).causes
    if not causes:
        return failed
    return replace(failed, lines=(*failed.lines, f"likeliest cause: {causes[0].sentence}"))


def _is_aborted(incident: Incident) -> bool:
    return all(one.run.state == "ABORTED" for one in incident.failures)


def _named(names: Iterable[str]) -> str:
    listed = list(dict.fromkeys(names))
    more = f" and {len(listed) - _SHOWN} more" if len(listed) > _SHOWN else ""
    return ", ".join(listed[:_SHOWN]) + more


def _outputs(snapshot: Snapshot, jobs: Iterable[int]) -> set[int]:
    """What the jobs write, as who watches a dataset wants to hear that it was not written."""
    versions = job_versions_at(snapshot, jobs, in_force(None)).values()
    listed = {key for one in versions for key in msgspec.json.decode(one.outputs, type=list[int])}
    return set(entities(snapshot, listed))
