"""How a job has changed, from version to version (semantics 4)."""

import msgspec

from headwater.answers.history import DeclaredIo, JobHistory, JobHistoryEntry
from headwater.answers.moments import Instant
from headwater.query.facets.annotations import NONE, annotations
from headwater.query.moments import in_force, instant
from headwater.query.names.entities import Entity, entities, entity_keys, written
from headwater.query.names.run_ids import public_ids
from headwater.query.versions.code import code_of
from headwater.query.versions.job_change import JobLists, ids, job_changes, listed_by
from headwater.query.versions.versions import job_versions
from headwater.questions.pages import Page
from headwater.store import Snapshot


def job_history(snapshot: Snapshot, job: Entity, page: Page, at: int | None = None) -> JobHistory:
    """The versions of a job, or those that had begun by `at`, newest first."""
    all_versions = job_versions(snapshot, job.key)
    versions = [one for one in all_versions if at is None or one.place[0] <= at]
    last = page.begins_after(tuple[int, int, str, str])
    start = page.offset
    if last is not None:
        start += sum(version.place >= last for version in versions)
    newest_first = list(zip(versions, [None, *versions], strict=False))[::-1]
    wanted, following = page.cut(
        newest_first[start : start + page.rows], lambda pair: pair[0].place
    )
    named = entities(snapshot, listed_by(v for pair in wanted for v in pair if v is not None))
    changes = job_changes(snapshot, ((before, version) for version, before in wanted), named)
    run_ids = public_ids(snapshot, (version.began_run_key for version, _ in wanted))
    now = in_force(None)
    entries = [
        JobHistoryEntry(
            id=written("job", job.namespace, job.name, version=version.version_id),
            version=version.version_id,
            since=instant(version.valid_from),
            until=instant(version.valid_to),
            basis=version.basis,
            began_by=run_ids.get(version.began_run_key),
            inputs=ids(JobLists.of(version).inputs, named),
            outputs=ids(JobLists.of(version).outputs, named),
            code=code_of(version),
            lineage_unknown=version.is_unknown(now),
            confirmed_at=instant(version.confirmed_at),
            change=change if before is not None else None,
        )
        for (version, before), change in zip(wanted, changes, strict=True)
    ]
    annotated = annotations(snapshot, [job.key]).get(job.key, NONE)
    return JobHistory(
        job.id,
        tuple(entries),
        len(versions),
        following,
        _declared(snapshot, job),
        annotated.description,
        annotated.tags,
    )


def _declared(snapshot: Snapshot, job: Entity) -> tuple[DeclaredIo, ...]:
    rows = snapshot.query(
        "SELECT event_time, inputs, outputs FROM job_events WHERE job_id = ?"
        " ORDER BY event_time DESC, digest DESC",
        (job.key,),
    )
    decode = msgspec.json.Decoder(list[int]).decode
    lists = [(at, decode(inputs), decode(outputs)) for at, inputs, outputs in rows]
    nodes = {node for _, inputs, outputs in lists for node in (*inputs, *outputs)}
    entity_of = entity_keys(snapshot, nodes)
    named = entities(snapshot, set(entity_of.values()))

    def names(listed: list[int]) -> tuple[str, ...]:
        return tuple(sorted({named[entity_of[node]].id for node in listed}))

    return tuple(
        DeclaredIo(Instant(at), names(inputs), names(outputs)) for at, inputs, outputs in lists
    )
