"""Runs in lists, newest first (semantics 3)."""

from collections import defaultdict
from collections.abc import Collection

from headwater.answers.moments import Instant
from headwater.answers.runs import RunList, RunSummary
from headwater.query.moments import in_force, instant
from headwater.query.names.deletions import Deletions
from headwater.query.names.entities import NO_ENTITY, entities, members
from headwater.query.names.run_ids import public_ids, siblings
from headwater.query.node_ids import resolve
from headwater.query.runs.batches import runs_of_batch
from headwater.query.runs.run_families import parents_without_job
from headwater.query.runs.stored_runs import (
    RunsWanted,
    StoredRun,
    page_of_runs,
    runs_of_job,
    stored_runs,
)
from headwater.questions.runs import RunsQuestion
from headwater.store import Snapshot


def runs(snapshot: Snapshot, question: RunsQuestion) -> RunList:
    """The runs of a job, those that list a dataset, or all runs except those of deleted jobs."""
    wanted = _wanted(snapshot, question.node_id)
    if question.state is not None:
        wanted = wanted.also("state = ?", question.state)
    if question.batch is not None:
        of_batch = runs_of_batch(question.batch)
        wanted = wanted.also(of_batch.condition, *of_batch.params)
    shown, count, following = page_of_runs(snapshot, wanted, question.page)
    return RunList(tuple(summaries(snapshot, shown)), count, following)


def _wanted(snapshot: Snapshot, node: str | None) -> RunsWanted:
    if node is None:
        hidden = Deletions(snapshot, in_force(None)).hidden_of_kind("job")
        return RunsWanted("NOT (job_id IN {keys})", keys=sorted(hidden) or [NO_ENTITY])
    found = resolve(snapshot, node, kinds=("job", "dataset"))
    if found.kind == "job":
        return runs_of_job(found.entity.key)
    names = members(snapshot, [found.entity.key])[found.entity.key]
    listed = "run_key IN (SELECT run_key FROM run_io WHERE node_id IN {keys})"
    return RunsWanted(listed, keys=names)


def summaries(snapshot: Snapshot, stored: Collection[StoredRun]) -> list[RunSummary]:
    """Summaries of the same runs, in the same order."""
    parents = {run.run_key: run.parent_run_key for run in stored if run.parent_run_key is not None}
    parents |= parents_without_job(snapshot, {run.run_key for run in stored} - parents.keys())
    known = stored_runs(snapshot, parents.values())
    parent_jobs = {key: known[parent].job_id for key, parent in parents.items() if parent in known}
    parent_jobs |= {r.run_key: r.parent_job_id for r in stored if r.parent_job_id is not None}
    jobs = entities(snapshot, {*(run.job_id for run in stored), *parent_jobs.values()})
    ids = shown_ids(snapshot, (*stored, *known.values()))
    numbers = attempts(snapshot, stored)
    return [
        RunSummary(
            id=ids[run.run_key],
            run_id=run.run_id,
            raw_run_id=run.raw_run_id,
            job=jobs[run.job_id].id,
            namespace=jobs[run.job_id].namespace,
            name=jobs[run.job_id].name,
            state=run.state,
            started_at=Instant(run.started_at),
            ended_at=instant(run.ended_at),
            nominal_start=instant(run.nominal_start),
            nominal_end=instant(run.nominal_end),
            batch_id=run.batch_id,
            attempt=numbers.get(run.run_key),
            processing=run.processing,
            code_version=run.code_version,
            code_url=run.code_url,
            parent=ids.get(parents.get(run.run_key, "")),
            parent_job=jobs[parent_jobs[run.run_key]].id if run.run_key in parent_jobs else None,
            stub=bool(run.is_stub),
        )
        for run in stored
    ]


def shown_ids(snapshot: Snapshot, stored: Collection[StoredRun]) -> dict[str, str]:
    """The ids that runs are shown by. A stub leaves its run id to a run that was seen with it."""
    ids = public_ids(snapshot, (run.run_key for run in stored))
    stubs = [run for run in stored if run.is_stub]
    taken = siblings(snapshot, (run.run_id for run in stubs))
    return ids | {s.run_key: s.run_key if s.run_id in taken else s.run_id for s in stubs}


def attempts(snapshot: Snapshot, stored: Collection[StoredRun]) -> dict[str, int]:
    """The number of each run among those of its job for the same nominal time or batch (3.6)."""
    batched = [run for run in stored if run.nominal_start is not None or run.batch_id is not None]
    rows = snapshot.query_in(
        "SELECT job_id, nominal_start, batch_id, run_key FROM runs WHERE job_id IN {keys}"
        " AND (nominal_start IS NOT NULL OR batch_id IS NOT NULL) ORDER BY started_at, run_key",
        sorted({run.job_id for run in batched}),
    )
    batches: defaultdict[tuple[int, int | str], list[str]] = defaultdict(list)
    order = {}
    for place, (job, nominal_start, batch_id, run_key) in enumerate(rows):
        order[run_key] = place
        for batch in {nominal_start, batch_id} - {None}:
            batches[job, batch].append(run_key)
    numbers = {}
    for run in batched:
        together = {
            run_key
            for batch in (run.nominal_start, run.batch_id)
            if batch is not None
            for run_key in batches[run.job_id, batch]
        }
        earlier = sum(order[run_key] < order[run.run_key] for run_key in together)
        numbers[run.run_key] = 1 + earlier
    return numbers
