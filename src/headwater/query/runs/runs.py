"""Runs in lists, newest first (semantics 3)."""

from collections.abc import Collection

from headwater.answers.moments import Instant
from headwater.answers.runs import RunList, RunSummary
from headwater.errors import BadRequestError
from headwater.query.moments import in_force, instant
from headwater.query.names.deletions import Deletions
from headwater.query.names.entities import NO_ENTITY, entities, members
from headwater.query.node_ids import resolve
from headwater.query.runs.attempts import attempts
from headwater.query.runs.batches import runs_of_batch
from headwater.query.runs.run_relatives import descendants, parents_without_job
from headwater.query.runs.shown_ids import shown_ids
from headwater.query.runs.stored_runs import (
    RunOrder,
    RunsWanted,
    StoredRun,
    page_of_runs,
    runs_of_job,
    runs_or_stubs,
)
from headwater.questions.runs import RunsQuestion
from headwater.store import Snapshot


def runs(snapshot: Snapshot, question: RunsQuestion) -> RunList:
    """The runs of a job, those that list a dataset, or all runs except those of deleted jobs."""
    wanted = _wanted(snapshot, question)
    if question.state is not None:
        wanted = wanted.also("COALESCE(assumed_state, state) = ?", question.state)
    if question.batch is not None:
        of_batch = runs_of_batch(question.batch)
        wanted = wanted.also(of_batch.condition, *of_batch.params)
    if question.after is not None:
        wanted = wanted.also("started_at >= ?", question.after)
    if question.before is not None:
        wanted = wanted.also("started_at < ?", question.before)
    order = RunOrder(question.sort, ascending=question.order == "asc")
    shown, count, following = page_of_runs(snapshot, wanted, question.page, order)
    return RunList(tuple(summaries(snapshot, shown)), count, following)


def _wanted(snapshot: Snapshot, question: RunsQuestion) -> RunsWanted:
    node = question.node_id
    if question.under is not None:
        if node is not None:
            raise BadRequestError(
                "both nodeId and under were given; ask for the runs of a job or dataset, or for"
                " those under a run"
            )
        return RunsWanted("run_key IN {keys}", keys=_under(snapshot, question.under))
    if node is None:
        hidden = Deletions(snapshot, in_force(None)).hidden_of_kind("job")
        return RunsWanted("NOT (job_id IN {keys})", keys=sorted(hidden) or [NO_ENTITY])
    found = resolve(snapshot, node, kinds=("job", "dataset"))
    if found.kind == "job":
        return runs_of_job(found.entity.key)
    names = members(snapshot, [found.entity.key])[found.entity.key]
    listed = "run_key IN (SELECT run_key FROM run_io WHERE node_id IN {keys})"
    return RunsWanted(listed, keys=names)


def _under(snapshot: Snapshot, run_id: str) -> list[str]:
    """The keys of a run and of all runs below it. A stub has no row of its own."""
    top = resolve(snapshot, f"run:{run_id}", kinds=("run",), stubs=True).run_key
    assert top is not None
    below = descendants(snapshot, list(runs_or_stubs(snapshot, [top]).values()))
    return sorted({top, *(run.run_key for listed in below.values() for run in listed)})


def summaries(snapshot: Snapshot, stored: Collection[StoredRun]) -> list[RunSummary]:
    """Summaries of the same runs, in the same order."""
    parents = {run.run_key: run.parent_run_key for run in stored if run.parent_run_key is not None}
    parents |= parents_without_job(snapshot, {run.run_key for run in stored} - parents.keys())
    known = runs_or_stubs(snapshot, parents.values())
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
            state=run.shown_state,
            started_at=Instant(run.started_at),
            ended_at=instant(run.shown_end),
            assumed_end=run.assumed_end is not None,
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
