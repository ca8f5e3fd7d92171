"""Jobs that are late: more time than usual has passed since they last completed."""

from collections import defaultdict

from headwater.alerts.happening import Happening
from headwater.answers.moments import Instant
from headwater.query.moments import in_force
from headwater.query.names.deletions import Deletions
from headwater.query.names.entities import entities
from headwater.query.runs.rhythm import GAPS, Rhythm, rhythm
from headwater.query.versions.job_change import JobLists
from headwater.query.versions.versions import job_versions_at
from headwater.store import Snapshot
from headwater.words.numbers import duration


def late(snapshot: Snapshot, now: int, since: int) -> list[Happening]:
    """The jobs that became late between `since` and `now`.

    A job is late once more time has passed since it last completed than its rhythm allows (6.6).
    """
    kept = snapshot.recall("completed", snapshot.state("runs"), lambda: _rhythms(snapshot))
    late_jobs = {job: found for job, found in kept.items() if since <= found.late_from <= now}
    hidden = Deletions(snapshot, in_force(None)).hidden_of_kind("job")
    named = entities(snapshot, late_jobs.keys() - hidden)
    versions = job_versions_at(snapshot, named, in_force(None))
    return [
        Happening(
            kind="late",
            key=(job.id, str(late_jobs[key].last)),
            at=late_jobs[key].late_from,
            subject=job.id,
            entities=frozenset({key, *JobLists.of(versions.get(key)).outputs}),
            title=f"{job.id} is late: it has not completed since {Instant(late_jobs[key].last)}",
            lines=(f"usually it completes again after at most {duration(late_jobs[key].longest)}",),
        )
        for key, job in named.items()
    ]


def _rhythms(snapshot: Snapshot) -> dict[int, Rhythm]:
    """The rhythm in which each job completes. Streams have none."""
    rows = snapshot.query(
        "SELECT job_id, ended_at FROM (SELECT job_id, ended_at, row_number() OVER"
        " (PARTITION BY job_id ORDER BY ended_at DESC) AS place FROM"
        " (SELECT DISTINCT job_id, ended_at FROM runs"
        " WHERE state = 'COMPLETED' AND processing = 'BATCH') AS times) AS latest WHERE place <= ?"
        " ORDER BY job_id, ended_at DESC",
        (GAPS + 1,),
    )
    found: defaultdict[int, list[int]] = defaultdict(list)
    for job, ended_at in rows:
        found[job].append(ended_at)
    return {job: known for job, ends in found.items() if (known := rhythm(ends)) is not None}
